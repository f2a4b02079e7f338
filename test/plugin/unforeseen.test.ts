import { expect } from "chai";
import { recordRequests, startAccount } from "../engine/account";
import { describeEngine, shareStack } from "../engine/describe";
import { expectGolden, extractDiagnostics } from "../engine/golden";
import { normaliseAttributes } from "../faults";

const program = (usesHibernation: boolean) => `
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", usesHibernation: ${usesHibernation},
  triggers: [pulumi.secret("marked-trigger")] });
const branch = cache.connection.apply((connection) => "redis-" + connection?.port);
new Environment("staging", { applicationId: "app-1", name: branch, branch, buildCommand: cache.connectionUri });
`;

/** Where the update moves it. */
const moved = { hostname: "cache-1.sandbox.test", port: 6390, protocol: "redis" };

describeEngine("an update after which the cache has another connection and login, with the plugin", () => {
  const use = shareStack(() => startAccount(1), "plugin");

  it("Plugin update that returns another connection: kept, stops the run before dependents change; the next up changes them", async () => {
    const { stack, api } = use;
    await (await stack.writeProgram(program(false))).up();
    const connection = { ...moved, credentials: { username: "sandbox", password: "marked-renewed" } };
    api.addFault(normaliseAttributes({ connection }), { lasts: true, method: "PATCH" });
    await stack.writeProgram(program(true));
    let stopped = "";
    const sent = await recordRequests(api, async () => {
      stopped = await stack.failUp();
    });
    expect(sent).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions","uses_hibernation":true}']);
    expectGolden("unforeseen", extractDiagnostics(stopped), "plugin");
    expect((await stack.findResource("sessions")).outputs).to.deep.include({
      connection: moved,
      usesHibernation: true,
    });
    const next = await stack.preview();
    expectGolden("unforeseen-next-preview", next, "plugin");
    expect(stopped + next + (await stack.readBackend())).not.to.include("marked-");

    const followed = await recordRequests(api, () => stack.up());
    expect(followed.join("\n")).to.match(/^POST \/applications\/app-1\/environments .*redis-6390.*marked-renewed.*$/);
    await stack.preview("--expect-no-changes");
  });
});
