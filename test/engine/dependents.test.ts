import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { describeEngine, useStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

const program = (name: string, hibernationTimeout: number) => `
const web = new Application("web", { name: "${name}", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: web.id, name: "staging", branch: "develop" });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", hibernationTimeout: ${hibernationTimeout} });
exports.cacheArguments = [cache.id, cache.cacheId, cache.name, cache.hibernationTimeout];
exports.cacheStatus = cache.status;
exports.applicationSlug = web.slug;
`;

describeEngine("what depends on a resource", () => {
  const use = useStack(() => startSandbox());

  it("sees a cache's id and arguments in the first preview, and in that of an update", async () => {
    await use.stack.program(program("Web shop", 30));
    expectGolden("dependents/first-preview", await use.stack.preview());
    await use.stack.up();
    await use.stack.program(program("Web shop", 45));
    expectGolden("dependents/cache-update", await use.stack.preview());
  });

  it("is replaced with the application that it belongs to, and does not fail", async () => {
    await (await use.stack.program(program("Web shop", 30))).up();
    await use.stack.program(program("Shop", 30));
    expectGolden("dependents/application-replaced", await use.stack.preview());
    await use.stack.up();
    expect((await use.stack.resource("staging")).outputs.applicationId).to.equal("app-2");
    expectGolden("dependents/after-application-replaced", await use.stack.preview());
  });

  it("is refused where two caches of a program have one id, plain or from an output", async () => {
    await use.stack.program(`
new Cache("one", { cacheId: "cache-1", name: "sessions" });
new Cache("two", { cacheId: "cache-1", name: "sessions" });\n`);
    const plain = await use.stack.run("preview", "--suppress-progress");
    expectGolden("dependents/one-cache-twice", diagnostics(plain.text));
    await use.stack.program(`
new Cache("one", { cacheId: "cache-1", name: "sessions" });
new Cache("two", { cacheId: pulumi.output("cache-1"), name: "sessions" });\n`);
    const output = await use.stack.run("up", "--yes", "--skip-preview");
    expect(output.code).not.to.equal(0);
    expect(output.text).to.include('Cache "one" of this program has the same cacheId');
  });

  it("may have the same id in another organization", async () => {
    await use.stack.program(`
const other = new Provider("other", { token: "${use.api.token}" });
new Cache("one", { cacheId: "cache-1", name: "sessions" });
new Cache("two", { cacheId: "cache-1", name: "sessions" }, { provider: other });\n`);
    await use.stack.up();
    expect(use.api.requests()).to.have.length(2);
  });
});
