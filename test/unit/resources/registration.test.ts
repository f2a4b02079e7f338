/** What the SDK sends to the engine for a resource, whatever the transformations of a program return. */

import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { environment } from "../../../provider/definitions/environment.js";
import { addLastTransformation, prepareRegistration } from "../../../provider/resources/registration.js";
import { readOutput, recordRegistrations, resources, useMocks } from "../resources.js";

describe("Registration", () => {
  const register = useMocks();

  for (const { documented, definition, Class, required } of resources) {
    const { className } = documented;

    it(`${className}: state has the type token of a dynamic resource and the line that loads its host`, async () => {
      const { type, inputs } = await register(new Class("test", required));
      expect(type).to.equal(`pulumi-nodejs:dynamic/apphosting:${className}`);
      expect(Class).to.have.property("__pulumiType", type);
      const line = `exports.handler=()=>require("pulumi-apphosting/host").${definition.names.code}`;
      expect(inputs.__provider).to.equal(line);
    });

    it(`${className}: is retained by default`, () => {
      const { options } = prepareRegistration(definition, "test", {}, { protect: true });
      expect(options).to.deep.include({ retainOnDelete: true, protect: true });
    });

    it(`${className}: a missing argument is no error of the class, and null stands for no arguments and no options`, async () => {
      for (const [name, args] of [["bare"], ["null", null]] as const) {
        expect((await register(new Class(name, args, null))).inputs).to.have.all.keys("__provider");
      }
      const none = { id: null, import: null, retainOnDelete: null, additionalSecretOutputs: null, aliases: null };
      const options = { ...none, transformations: null, customTimeouts: null, provider: null, parent: null };
      expect((await register(new Class("options", null, options as object))).name).to.equal("options");
    });
  }
});

class Any extends pulumi.CustomResource {}

describe("Last transformation", () => {
  useMocks();
  const requests = recordRegistrations();
  const inputs = { applicationId: "app-1", name: "staging", branch: "main" };
  const drop: pulumi.ResourceTransformation = ({ props, opts }) => {
    const { retainOnDelete: _, ...others } = opts as pulumi.CustomResourceOptions;
    return { props, opts: others };
  };
  const allow: pulumi.ResourceTransformation = ({ props, opts }) => ({
    props,
    opts: { ...opts, retainOnDelete: false },
  });

  /** Whether the engine is told to retain a resource of these transformations. */
  async function isRetained(name: string, ...transformations: pulumi.ResourceTransformation[]) {
    const { type, properties, options } = prepareRegistration(environment, name, inputs, { transformations });
    await readOutput(new Any(type, name, properties, options).urn);
    return requests.get(name)?.getRetainondelete();
  }

  it("Last transformation: sets retainOnDelete where a transformation of the program leaves it out, and keeps false", async () => {
    expect(await isRetained("untouched")).to.equal(true);
    expect(await isRetained("dropped", drop)).to.equal(true);
    expect(await isRetained("allowed", drop, allow)).to.equal(false);
  });

  it("Last transformation: runs after those of the program, on its own resource alone", async () => {
    const seen: unknown[] = [];
    const options = addLastTransformation({ transformations: [drop] }, (props, opts) => {
      seen.push([props.own, opts.retainOnDelete]);
      return { props, opts };
    });
    const parent = new Any("test:index:Parent", "parent", { own: 1 }, { ...options, retainOnDelete: true });
    await readOutput(parent.urn);
    await readOutput(new Any("test:index:Child", "child", { own: 2 }, { parent }).urn);
    expect(seen).to.deep.equal([[1, undefined]]);
  });
});
