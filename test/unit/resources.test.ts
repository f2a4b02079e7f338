/** The resource classes: what they declare and hand to the engine, and the options that they refuse. */

import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { loader, registration } from "../../provider/resources/resource.js";
import { outputNames, validInputs } from "../documented/index.js";
import { resources } from "./resources.js";

/** What the engine is told of each new resource. */
const registered: pulumi.runtime.MockResourceArgs[] = [];

describe("The class", () => {
  before(async () => {
    await pulumi.runtime.setMocks({
      newResource(resource) {
        registered.push(resource);
        return { id: `${resource.name}-id`, state: resource.inputs };
      },
      call: ({ inputs }) => inputs,
    });
  });

  for (const { documented, api, Class } of resources) {
    const { kind } = documented;
    const construct = (options?: pulumi.CustomResourceOptions) =>
      new Class("test", validInputs(documented, "required"), options);
    const told = async (resource: pulumi.CustomResource) => {
      await new Promise<unknown>((resolve) => resource.urn.apply(resolve));
      return registered.at(-1);
    };

    describe(kind, () => {
      it("declares its arguments, what the API answers, and nothing else as outputs", () => {
        const declared = Object.keys(construct()).filter((name) => !/^(__.*|id|urn)$/.test(name));
        const expected = outputNames(documented);
        expect(declared).to.have.members(expected).and.to.have.lengthOf(expected.length);
      });

      it("has the type token of a dynamic resource and the line that loads its host, which state holds", async () => {
        const { type, inputs } = (await told(construct())) ?? {};
        expect(type).to.equal(`pulumi-nodejs:dynamic/apphosting:${kind}`);
        const line = `exports.handler=()=>require("pulumi-apphosting/host").${kind.toLowerCase()}`;
        expect(inputs.__provider).to.equal(line);
        expect(loader(kind.toLowerCase() as "cache")).to.equal(line);
      });

      it("hands the engine its secrets, which are all outputs of the API where an argument that they repeat is one", async () => {
        const names = (inputs: object) =>
          registration(api.definition, "test", inputs, { additionalSecretOutputs: ["own"] })[3].additionalSecretOutputs;
        const inputs = validInputs(documented);
        const secrets = ["asked", ...documented.secrets, "own"];
        expect(names(inputs)).to.deep.equal(secrets);
        const [open, secret] = [{ name: pulumi.output("nn") }, { name: pulumi.secret("nn") }];
        const [still, all] = [names({ ...inputs, ...open }), names({ ...inputs, ...secret })];
        await new Promise(setImmediate);
        const answered = outputNames(documented).filter((name) => !(name in inputs));
        expect(still).to.deep.equal(secrets);
        expect([...new Set(all)]).to.have.members([...new Set([...secrets, ...answered])]);
      });

      for (const [option, what] of [
        [{ retainOnDelete: false }, "retainOnDelete: false, with which a stack could never be destroyed"],
        [{ id: "c-1" }, "id, with which nothing would be sent"],
        [{ import: "c-1" }, "import, for there is nothing to read"],
      ] as const) {
        it(`refuses ${what}`, () => {
          const refused = `${kind} "test": ${what.split(",")[0]} cannot work`;
          expect(() => construct(option)).to.throw(pulumi.RunError, refused);
        });
      }

      it("leaves it to the host to name what is missing, where a program in JavaScript states nothing", async () => {
        expect(Object.keys((await told(new Class("bare")))?.inputs)).to.deep.equal(["__provider"]);
      });

      it("leaves stack traces as they were", () => {
        const { stackTraceLimit, prepareStackTrace } = Error;
        construct();
        expect(Error).to.include({ stackTraceLimit, prepareStackTrace });
      });
    });
  }
});
