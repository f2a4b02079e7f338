/** Functions of other dynamic resources that capture ours: the SDK serializes them. */

import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";
import { TestStack } from "./stack";

const program = `
const press = new Provider("press", { token: "sandbox-token" });
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", branch: "main" });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions" }, { provider: press });
const shared = new Cache("shared", { cacheId: "cache-2", name: "shared" });
const showName = (resource) => resource.name.get();
const texts = {
  application: () => showName(web),
  environment: () => showName(staging),
  cache: () => showName(cache),
  provider: () => typeof press + " " + shared.name.get(),
  uri: () => shared.connectionUri.get(),
  plain: () => shared.cacheId.get(),
};
for (const [name, write] of Object.entries(texts)) {
  const create = async () => ({ id: name, outs: { text: write() } });
  new pulumi.dynamic.Resource({ create }, name, { text: undefined });
}
`;

/** A dynamic resource in an exported state, where a secret is an object. */
interface ExportedResource {
  readonly urn: string;
  readonly inputs: { readonly __provider: string | { readonly plaintext: string } };
  readonly outputs: { readonly text: unknown };
}

describeEngine("a closure", () => {
  const use = useStack(startFaultySandbox, TestStack.create);

  it("Closure: captures resources and a provider, and its text is a secret where an output of them is", async () => {
    await use.stack.upProgram(program);
    const { deployment } = JSON.parse(await use.stack.succeed("stack", "export", "--show-secrets"));
    const exported: readonly ExportedResource[] = deployment.resources;
    for (const [name, text, isSecret] of [
      ["application", /^Web shop$/, true],
      ["environment", /^staging$/, true],
      ["cache", /^sessions$/, true],
      ["provider", /^object shared$/, false],
      ["uri", /^redis:\/\/./, true],
      ["plain", /^cache-2$/, false],
    ] as const) {
      const found = exported.find(({ urn }) => urn.endsWith(`dynamic:Resource::${name}`));
      const { inputs, outputs } = found ?? expect.fail(`no ${name} in the state`);
      expect(String(outputs.text), name).to.match(text);
      const { __provider: serialized } = inputs;
      expect(typeof serialized === "object", `secret: ${name}`).to.equal(isSecret);
      expect(JSON.stringify(serialized), name).to.include("exports.handler").and.not.include("sandbox-token");
    }
  });
});
