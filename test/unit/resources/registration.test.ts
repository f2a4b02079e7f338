import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Environment } from "../../../provider/index.js";
import { mocks, readOutput, recordRegistrations, resources, useMocks } from "../resources.js";

describe("Registration", () => {
  const register = useMocks();
  const request = recordRegistrations();

  for (const { documented, table, Class, required } of resources) {
    const { className } = documented;
    const secrets = table.arguments.filter(({ secret }) => secret).map(({ name }) => name);

    it(`${className}: registers with its type token and the line that loads its host`, async () => {
      const { type, inputs } = await register(new Class("test", required));
      expect(type).to.equal(`pulumi-nodejs:dynamic/apphosting:${className}`);
      expect(Class).to.have.property("__pulumiType", type);
      const line = `exports.handler=()=>require("pulumi-apphosting/host").${className.toLowerCase()}`;
      expect(inputs).to.deep.equal({ ...required, __provider: line });
    });

    for (const [what, given] of [
      ["nothing", {}],
      ["null", { retainOnDelete: null }],
      ["true", { retainOnDelete: true }],
    ] as const) {
      it(`${className} with retainOnDelete of ${what}: is retained, and keeps its other options`, async () => {
        const options = { ...given, protect: true, additionalSecretOutputs: ["own"] };
        const sent = await request(new Class(`retained-${what}`, required, options as object));
        expect([sent.getRetainondelete(), sent.getProtect()]).to.deep.equal([true, true]);
        expect(sent.getAdditionalsecretoutputsList()).to.deep.equal(["own", ...secrets]);
      });
    }

    it(`${className}: accepts missing arguments, and null for arguments and for each option`, async () => {
      const names = ["id", "import", "aliases", "provider", "parent", "transformations", "customTimeouts"];
      const options = Object.fromEntries([...names, "additionalSecretOutputs"].map((name) => [name, null]));
      expect((await register(new Class("bare"))).inputs).to.have.all.keys("__provider");
      expect((await register(new Class("null", null, options))).inputs).to.have.all.keys("__provider");
    });
  }
});

describe("Id of an adopted resource", () => {
  after(() => pulumi.runtime.setMocks(mocks));
  const change =
    (existingId?: string): pulumi.ResourceTransformation =>
    ({ props, opts }) => ({ props: { ...props, existingId }, opts });

  for (const [what, isPreview, transformations, expected] of [
    ["in a preview is the argument", true, [], "env-1"],
    ["in a preview is the one that a transformation sets", true, [change("env-2")], "env-2"],
    ["in a preview is unknown if a transformation removes existingId", true, [change()], "unknown"],
    ["in an up is the engine's", false, [], "adopted-id"],
  ] as const) {
    it(`Environment with existingId: its id ${what}`, async () => {
      await pulumi.runtime.setMocks(mocks, "project", "stack", isPreview);
      const args = { existingId: "env-1", applicationId: "app-1", name: "staging", branch: "main" };
      const { id } = new Environment("adopted", args, { transformations: [...transformations] });
      const { isKnown } = id as unknown as { readonly isKnown: Promise<boolean> };
      expect((await isKnown) ? await readOutput(id) : "unknown").to.equal(expected);
    });
  }
});
