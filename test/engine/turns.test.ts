import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { describeEngine, useStack } from "./describe";

describeEngine("a program", () => {
  const use = useStack(() => startSandbox());

  it("may declare resources in later turns, from promises and from outputs of others", async () => {
    await use.stack.program(`
module.exports = async () => {
  const later = await new Promise((settle) => setTimeout(() => settle("Web shop"), 50));
  const web = new Application("web", { name: later, sourceControlProvider: Promise.resolve("hostA") });
  const branch = pulumi.all([web.slug, web.region]).apply(([slug, region]) => slug + "-" + region);
  const staging = new Environment("staging", { applicationId: web.id, name: pulumi.interpolate\`for \${web.slug}\`, branch });
  const ready = new Promise((settle) => staging.id.apply((id) => settle(id)));
  if (pulumi.runtime.isDryRun()) return {};
  const id = await ready;
  new Cache("sessions", { cacheId: "cache-1", name: "sessions", triggers: [id] });
  return { id };
};\n`);
    await use.stack.up();
    expect(use.api.requests().map(({ body }) => body)).to.deep.equal([
      { name: "Web shop", source_control_provider_type: "hostA" },
      { name: "for web-shop", branch: "web-shop-us-east-1" },
      { name: "sessions" },
    ]);
  });

  it("keeps its resources under the documented types, whatever their classes are called", async () => {
    await use.stack.program(`class Sessions extends Cache {}
new Sessions("sessions", { cacheId: "cache-1", name: "sessions" });\n`);
    await use.stack.up();
    expect((await use.stack.resource("sessions")).type).to.equal("pulumi-nodejs:dynamic/apphosting:Cache");
  });

  it("takes its configuration from the stack before the environment, and works where only the stack has it", async () => {
    const { APPHOSTING_BASE_URL: address = "", APPHOSTING_TOKEN: token = "" } = use.stack.environment;
    use.stack.environment.APPHOSTING_BASE_URL = "http://127.0.0.1:1";
    use.stack.environment.APPHOSTING_TOKEN = "wrong";
    await use.stack.config("apphosting:baseUrl", address);
    await use.stack.config("apphosting:token", token, "--secret");
    await use.stack.program(`new Cache("sessions", { cacheId: "cache-1", name: "sessions" });\n`);
    await use.stack.up();
    expect(use.api.requests()).to.have.length(1);
  });

  it("fails with its own error alone when a create fails, and keeps what stands", async () => {
    await use.stack.program(`
new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
new Cache("gone", { cacheId: "cache-99", name: "gone" });\n`);
    const { code, text } = await use.stack.run("up", "--yes", "--skip-preview", "--suppress-progress");
    expect(code).not.to.equal(0);
    expect(text)
      .to.include('Check cacheId: the API knows no "cache-99"')
      .and.not.to.match(/^\s+at /m);
    expect((await use.stack.resource("sessions")).id).to.equal("cache-1");
  });

  it("may use two organizations, each with its own token", async () => {
    const other = await startSandbox({ token: "token-of-another-organization" });
    try {
      await use.stack.program(`
const provider = new Provider("other", { token: pulumi.secret("${other.token}"), baseUrl: "${other.url}", timeoutSeconds: 5 });
new Cache("ours", { cacheId: "cache-1", name: "ours" });
new Cache("theirs", { cacheId: "cache-1", name: "theirs" }, { provider });\n`);
      await use.stack.up();
      expect(use.api.requests().map(({ body, status }) => ({ body, status }))).to.deep.equal([
        { body: { name: "ours" }, status: 200 },
      ]);
      expect(other.requests().map(({ body, status }) => ({ body, status }))).to.deep.equal([
        { body: { name: "theirs" }, status: 200 },
      ]);
      expect(await use.stack.backend()).not.to.include(other.token);
    } finally {
      await other.close();
    }
  });
});
