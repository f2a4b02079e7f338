import type * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { listArgumentNames } from "../../../provider/definitions/definition.js";
import { Environment } from "../../../provider/index.js";
import { prepareRegistration } from "../../../provider/resources/registration.js";
import { recordRegistrations, resources, useMocks } from "../resources.js";

describe("Registration", () => {
  const register = useMocks();

  for (const { documented, definition, Class, required } of resources) {
    const { className } = documented;
    const secrets = listArgumentNames(definition, ({ row }) => row.secret === true);

    it(`${className}: registers with a dynamic resource's type token and the line that loads its host`, async () => {
      const { type, inputs } = await register(new Class("test", required));
      expect(type).to.equal(`pulumi-nodejs:dynamic/apphosting:${className}`);
      expect(Class).to.have.property("__pulumiType", type);
      const line = `exports.handler=()=>require("pulumi-apphosting/host").${definition.names.exportName}`;
      expect(inputs.__provider).to.equal(line);
    });

    it(`${className}: adds only retainOnDelete and its secret outputs to the options`, () => {
      const given = { protect: true, aliases: [], transformations: [], additionalSecretOutputs: ["own"] };
      expect(prepareRegistration(definition, "test", {}, given).options).to.deep.equal({
        ...given,
        retainOnDelete: true,
        additionalSecretOutputs: ["own", ...secrets],
      });
    });

    it(`${className}: passes retainOnDelete to the engine, and only false to the host as consent`, () => {
      const nothing = { retainOnDelete: null } as object;
      for (const [given, retainOnDelete] of [
        [{ retainOnDelete: false }, false],
        [{ retainOnDelete: true }, true],
        [nothing, true],
        [{}, true],
      ] as const) {
        const { options, properties } = prepareRegistration(definition, "test", {}, given);
        expect(options).to.deep.equal({ retainOnDelete, additionalSecretOutputs: secrets });
        expect("__deletable" in properties ? properties.__deletable : "none").to.equal(retainOnDelete ? "none" : true);
      }
    });

    it(`${className}: accepts missing arguments, and null for arguments or options`, async () => {
      for (const [name, args] of [["bare"], ["null", null]] as const) {
        expect((await register(new Class(name, args, null))).inputs).to.have.all.keys("__provider");
      }
      const none = { id: null, import: null, retainOnDelete: null, additionalSecretOutputs: null, aliases: null };
      const options = { ...none, transformations: null, customTimeouts: null, provider: null, parent: null };
      expect((await register(new Class("options", null, options as object))).name).to.equal("options");
    });
  }
});

describe("Registration under transformations", () => {
  const register = useMocks();
  const requests = recordRegistrations();
  const inputs = { applicationId: "app-1", name: "staging", branch: "main" };
  const drop: pulumi.ResourceTransformation = ({ props }) => ({ props, opts: {} });
  const allow: pulumi.ResourceTransformation = ({ props }) => ({ props, opts: { retainOnDelete: false } });
  const retain: pulumi.ResourceTransformation = ({ props }) => ({ props, opts: { retainOnDelete: true } });

  for (const [what, transformation, isRetained] of [
    ["drops all options", drop, false],
    ["sets retainOnDelete to false", allow, false],
    ["sets retainOnDelete to true", retain, true],
  ] as const) {
    it(`Transformation that ${what}: changes the engine's option, but not the consent`, async () => {
      for (const [given, isDeletable] of [
        [{ retainOnDelete: false }, true],
        [{}, undefined],
      ] as const) {
        const name = `${what} ${isDeletable}`;
        const resource = new Environment(name, inputs, { ...given, transformations: [transformation] });
        expect((await register(resource)).inputs.__deletable).to.equal(isDeletable);
        expect(requests.get(name)?.getRetainondelete()).to.equal(isRetained);
      }
    });
  }
});
