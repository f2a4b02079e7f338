/** The resource classes: what they declare and hand to the engine, and the options that they refuse. */

import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { registration } from "../../provider/resources/api-resource.js";
import { outputNames } from "../documented/index.js";
import { resources, useMocks } from "./resources.js";

describe("The class", () => {
  const told = useMocks();
  afterEach(() => mock.restoreAll());

  for (const { documented, definition, Class, valid: inputs, required } of resources) {
    const { kind } = documented;
    const construct = (options?: pulumi.CustomResourceOptions) => new Class("test", required, options);
    describe(kind, () => {
      it("declares its arguments, what responses have, and nothing else as outputs", () => {
        const declared = Object.keys(construct()).filter((name) => !/^(__.*|id|urn)$/.test(name));
        const expected = outputNames(documented);
        expect(declared).to.have.members(expected).and.to.have.lengthOf(expected.length);
      });

      it("has the type token of a dynamic resource and the line that loads its host, which state holds", async () => {
        const { type, inputs } = await told(construct());
        expect(type).to.equal(`pulumi-nodejs:dynamic/apphosting:${kind}`);
        expect(Class).to.have.property("__pulumiType", type);
        const line = `exports.handler=()=>require("pulumi-apphosting/host").${definition.kind.code}`;
        expect(inputs.__provider).to.equal(line);
      });

      it("hands the engine its secrets, which are all outputs where an argument that they repeat is one", async () => {
        const names = (inputs: object) =>
          registration(definition, "test", inputs, { additionalSecretOutputs: ["own"] })[3].additionalSecretOutputs;
        const secrets = ["asked", "answered", ...documented.secrets, "own"];
        expect(names(inputs)).to.deep.equal(secrets);
        const other = Object.keys(inputs).at(-1) ?? "";
        const still = names({ ...inputs, name: pulumi.output("nn"), [other]: pulumi.secret("x") });
        const all = names({ ...inputs, name: pulumi.secret("nn") });
        await new Promise(setImmediate);
        const answered = outputNames(documented).filter((name) => !(name in inputs));
        expect(still).to.deep.equal(secrets);
        expect([...new Set(all)]).to.have.members([...new Set([...secrets, ...answered])]);
      });

      it("refuses retainOnDelete: false, id and import, and arguments that are one output or promise, and says why", () => {
        const existing = ["cacheId", "existingId"].find((name) => name in documented.arguments);
        const reads = `cannot work, for the API has no operation that reads. Set the id of what exists as ${existing} instead.`;
        const deletes =
          "cannot work, for the API has no operation that deletes. Leave it out: the resource is then retained when it leaves the stack.";
        for (const [options, why] of [
          [{ retainOnDelete: false }, `retainOnDelete: false ${deletes}`],
          [{ id: "c-1" }, `id ${reads}`],
          [{ import: "c-1" }, `import ${reads}`],
        ] as const) {
          expect(() => construct(options)).to.throw(pulumi.RunError, `${kind} "test": ${why}`);
        }
        const says = `${kind} "late": its arguments are one output or promise. Pass an object: each of its values can be an output.`;
        for (const args of [pulumi.output({ name: "nn" }), Promise.resolve({ name: "nn" })]) {
          expect(() => new Class("late", args)).to.throw(pulumi.RunError, says);
        }
      });

      it("is retained, and warns that customTimeouts has no effect", () => {
        const warn = mock.method(pulumi.log, "warn", () => {});
        const customTimeouts = { create: "5m" };
        const options = registration(definition, "test", {}, { customTimeouts, protect: true })[3];
        expect(options).to.deep.include({ retainOnDelete: true, protect: true });
        registration(definition, "another");
        const says = `${kind} "test": customTimeouts has no effect; set apphosting:timeoutSeconds`;
        expect(warn.mock.calls.map(({ arguments: [text] }) => text)).to.deep.equal([says]);
      });

      it("leaves it to the host to name what is missing, and takes null for no arguments and no options", async () => {
        for (const [name, args] of [["bare"], ["null", null]] as const) {
          expect((await told(new Class(name, args, null))).inputs).to.have.all.keys("__provider");
        }
        const none = { id: null, import: null, retainOnDelete: null, additionalSecretOutputs: null, aliases: null };
        const options = { ...none, transformations: null, customTimeouts: null, provider: null, parent: null };
        expect((await told(new Class("options", null, options as object))).name).to.equal("options");
      });
    });
  }
});
