import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { describeEngine, useStack } from "./describe";

describeEngine("a program", () => {
  const use = useStack(() => startSandbox());

  it("may declare resources in later turns, from promises and from outputs of others, by classes of its own", async () => {
    await use.stack.program(`
class Sessions extends Cache {}
module.exports = async () => {
  const later = await new Promise((settle) => setTimeout(() => settle("Web shop"), 50));
  const web = new Application("web", { name: later, sourceControlProvider: Promise.resolve("hostA") });
  const branch = pulumi.all([web.slug, web.region]).apply(([slug, region]) => slug + "-" + region);
  const staging = new Environment("staging", { applicationId: web.id, name: pulumi.interpolate\`for \${web.slug}\`, branch });
  const ready = new Promise((settle) => staging.id.apply((id) => settle(id)));
  if (pulumi.runtime.isDryRun()) return {};
  const id = await ready;
  new Sessions("sessions", { cacheId: "cache-1", name: "sessions", triggers: [id] });
  return { id };
};\n`);
    await use.stack.up();
    expect(use.api.requests().map(({ body }) => body)).to.deep.equal([
      { name: "Web shop", source_control_provider_type: "hostA" },
      { name: "for web-shop", branch: "web-shop-us-east-1" },
      { name: "sessions" },
    ]);
    // The documented type, whatever the class is called.
    expect((await use.stack.resource("sessions")).type).to.equal("pulumi-nodejs:dynamic/apphosting:Cache");
  });

  it("takes its configuration from the stack before the environment, values that are not listed among it", async () => {
    const { APPHOSTING_BASE_URL: address = "", APPHOSTING_TOKEN: token = "" } = use.stack.environment;
    use.stack.environment.APPHOSTING_BASE_URL = "http://127.0.0.1:1";
    use.stack.environment.APPHOSTING_TOKEN = "wrong";
    await use.stack.configure(
      { "apphosting:baseUrl": address, "apphosting:allowUnlistedValues": "true" },
      { "apphosting:token": token },
    );
    await use.stack.program(`
new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
new Cache("pages", { cacheId: "cache-2", name: "pages", size: "valkey-pro.3gb" });\n`);
    await use.stack.run("up", "--yes", "--skip-preview");
    // The sandbox takes listed values alone.
    expect(use.api.requests().map(({ body, status }) => ({ body, status }))).to.have.deep.members([
      { body: { name: "sessions" }, status: 200 },
      { body: { name: "pages", size: "valkey-pro.3gb" }, status: 422 },
    ]);
  });

  it("may use two organizations, each with its own token, and a cache of the same id in each", async () => {
    const other = await startSandbox({ token: "token-of-another-organization" });
    try {
      await use.stack.program(`
const provider = new Provider("other", { token: pulumi.secret("${other.token}"), baseUrl: "${other.url}", timeoutSeconds: 60 });
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
