import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { describeEngine, useStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

const application = (name: string, options = "{}") =>
  `const web = new Application("web", { name: "${name}", sourceControlProvider: "hostA" }, ${options});\n`;
const cache = (isPublic: boolean, options = "{}", name = "sessions") =>
  `const cache = new Cache("${name}", { cacheId: "cache-1", name: "sessions", isPublic: ${isPublic} }, ${options});\n`;

describeEngine("an option", () => {
  const use = useStack(() => startSandbox());

  async function upThenPreview(first: string, second: string, ...flags: string[]): Promise<string> {
    await (await use.stack.program(first)).up();
    await use.stack.program(second);
    return use.stack.preview(...flags);
  }

  it("ignoreChanges keeps a change out of the preview, of a cache and of an application", async () => {
    const options = (name: string) => `{ ignoreChanges: ["${name}"] }`;
    const text = await upThenPreview(
      cache(false) + application("Web shop"),
      cache(true, options("isPublic")) + application("Shop", options("name")),
    );
    expectGolden("options/ignore-changes", text);
  });

  it("replaceOnChanges turns an update into a replacement", async () => {
    const text = await upThenPreview(cache(false), cache(true, '{ replaceOnChanges: ["isPublic"] }'));
    expectGolden("options/replace-on-changes", text);
  });

  it("protect keeps a replacement from being carried out", async () => {
    await (await use.stack.program(application("Web shop", "{ protect: true }"))).up();
    await use.stack.program(application("Shop", "{ protect: true }"));
    const { code, text } = await use.stack.run("preview", "--suppress-progress");
    expect(code).not.to.equal(0);
    expectGolden("options/protect", diagnostics(text));
  });

  it("aliases carries a renamed resource over", async () => {
    const text = await upThenPreview(
      cache(false),
      cache(false, '{ aliases: [{ name: "sessions" }] }', "carts"),
    );
    expectGolden("options/alias-name", text);
  });

  it("aliases carries a resource over from the type of pulumi.dynamic.Resource", async () => {
    const former = `const { cache } = require("pulumi-apphosting/host");
      class Former extends pulumi.dynamic.Resource {}
      new Former({ check: (o, n) => require("pulumi-apphosting/host").cache.check(o, n),
        diff: (i, o, n) => require("pulumi-apphosting/host").cache.diff(i, o, n),
        create: (n) => require("pulumi-apphosting/host").cache.create(n) },
        "sessions", { cacheId: "cache-1", name: "sessions", isPublic: false });\n`;
    const text = await upThenPreview(
      former,
      cache(false, '{ aliases: [{ type: "pulumi-nodejs:dynamic:Resource" }] }'),
    );
    expectGolden("options/alias-type", text);
  });

  it("deleteBeforeReplace retains the old resource before it creates the new one", async () => {
    const text = await upThenPreview(
      application("Web shop"),
      application("Shop", "{ deleteBeforeReplace: true }"),
    );
    expectGolden("options/delete-before-replace", text);
    await use.stack.up();
    expect(use.api.state().applications).to.have.length(2);
  });

  it("customTimeouts has no effect, which is said", async () => {
    await use.stack.program(cache(false, '{ customTimeouts: { create: "1m" } }'));
    expectGolden("options/custom-timeouts", diagnostics(await use.stack.up()));
  });

  it("dependsOn and parent order and nest resources", async () => {
    await use.stack.program(
      `class Shop extends pulumi.ComponentResource { constructor(name) { super("acme:index:Shop", name); } }
       const shop = new Shop("shop");\n${cache(false, "{ parent: shop }")}${application("Web shop", "{ dependsOn: [cache] }")}`,
    );
    expectGolden("options/depends-on-and-parent", await use.stack.preview());
    await use.stack.up();
    expect(use.api.requests().map(({ path }) => path)).to.deep.equal(["/caches/cache-1", "/applications"]);
  });

  it("transforms changes arguments before they are checked", async () => {
    const transform = `{ transforms: [({ props, opts }) => ({ props: { ...props, isPublic: true }, opts })] }`;
    expectGolden("options/transforms", await upThenPreview(cache(false), cache(false, transform)));
  });

  it("--target updates the named resource alone", async () => {
    const target = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/apphosting:Cache::sessions";
    const program = cache(true) + application("Shop");
    const text = await upThenPreview(cache(false) + application("Web shop"), program, "--target", target);
    expectGolden("options/target", text);
    await use.stack.up("--target", target);
    expect(use.api.requests().map(({ method }) => method)).to.have.members(["PATCH", "POST", "PATCH"]);
  });

  it("preview --json holds the steps and no secret", async () => {
    await (await use.stack.program(cache(false))).up();
    await use.stack.program(cache(true));
    const { steps, changeSummary } = JSON.parse(await use.stack.succeed("preview", "--json"));
    expect(changeSummary).to.deep.equal({ same: 1, update: 1 });
    const [step] = steps.filter(({ op }: { op: string }) => op === "update");
    expect(step.diffReasons).to.deep.equal(["isPublic"]);
    expect(JSON.stringify(steps)).not.to.include("sandbox-password");
  });

  it("up --plan does what the saved preview showed, and nothing else", async () => {
    await (await use.stack.program(cache(false))).up();
    await use.stack.program(cache(true));
    const plan = join(use.stack.folder, "plan.json");
    await use.stack.succeed("preview", "--save-plan", plan);
    await use.stack.up("--plan", plan);
    expect(use.api.requests().at(-1)?.body).to.deep.equal({ name: "sessions", is_public: true });
    await use.stack.program(cache(false));
    const { code, text } = await use.stack.run("up", "--yes", "--skip-preview", "--plan", plan);
    expect(code).not.to.equal(0);
    expect(text).to.include("violates plan");
    await writeFile(plan, "");
  });
});
