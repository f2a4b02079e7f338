import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { describeEngine, shareStack } from "./describe";
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
  const use = shareStack(() => startSandbox());
  let first: string;
  let updated: string;
  let replaced: string;

  before(async () => {
    const { stack } = use;
    await stack.program(program("Web shop", 30));
    first = await stack.preview();
    await stack.up();
    await stack.program(program("Web shop", 45));
    updated = await stack.preview();
    await stack.program(program("Shop", 30));
    replaced = await stack.preview();
    await stack.up();
  });

  it("sees a cache's id and arguments in the first preview, and in that of an update", () => {
    expectGolden("dependents/first-preview", first);
    expectGolden("dependents/cache-update", updated);
  });

  it("is replaced with the application that it belongs to, and does not fail", async () => {
    expectGolden("dependents/application-replaced", replaced);
    expect((await use.stack.resource("staging")).outputs.applicationId).to.equal("app-2");
    await use.stack.preview("--expect-no-changes");
  });

  it("is refused where two caches of a program have one id, plain or from an output", async () => {
    const twice = (id: string) =>
      use.stack.program(`
new Cache("one", { cacheId: "cache-1", name: "sessions" });
new Cache("two", { cacheId: ${id}, name: "sessions" });\n`);
    await twice('"cache-1"');
    const plain = await use.stack.run("preview", "--suppress-progress");
    expectGolden("dependents/one-cache-twice", diagnostics(plain.text));
    await twice('pulumi.output("cache-1")');
    const output = await use.stack.run("up", "--yes", "--skip-preview");
    expect(output.code).not.to.equal(0);
    expect(output.text).to.include('Cache "one" of this program has the same cacheId');
  });
});
