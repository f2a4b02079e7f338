import { expect } from "chai";
import { addApplications } from "../engine/account";
import { describeEngine, shareStack } from "../engine/describe";
import { diagnostics, expectGolden } from "../engine/golden";
import { type Fault, startFaultySandbox } from "../faults";
import { sentDuring } from "./requests";

const program = (usesHibernation: boolean) => `
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", usesHibernation: ${usesHibernation} });
const branch = cache.connection.apply((connection) => "redis-" + connection?.port);
new Environment("staging", { applicationId: "app-1", name: branch, branch, buildCommand: cache.connectionUri });
`;

const moved = { hostname: "cache-1.sandbox.test", port: 6390, protocol: "redis" };
const movesTo = (password: string): Fault => ({
  kind: "rewrite",
  answer: ({ data }) => {
    const connection = { ...moved, credentials: { username: "sandbox", password } };
    return { data: { ...data, attributes: { ...data.attributes, connection } } };
  },
});

describeEngine("an update after which the cache has another connection and login, with the plugin", () => {
  const use = shareStack(async () => {
    const api = await startFaultySandbox();
    await addApplications(api, 1);
    return api;
  });

  it("is recorded and stops the run before what is made of them is touched; the next preview and up change that", async () => {
    const { stack, api } = use;
    await (await (await stack.usePlugin()).program(program(false))).up();
    api.fault(movesTo("marked-renewed"), { times: Number.POSITIVE_INFINITY, match: { method: "PATCH" } });
    await stack.program(program(true));
    let stopped = "";
    const sent = await sentDuring(api, async () => {
      const { code, text } = await stack.run("up", "--yes", "--skip-preview", "--suppress-progress");
      expect(code, text).not.to.equal(0);
      stopped = text;
    });
    expect(sent).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions","uses_hibernation":true}']);
    expectGolden("plugin/unforeseen", diagnostics(stopped));
    expect((await stack.resource("sessions")).outputs).to.deep.include({ connection: moved, usesHibernation: true });
    const next = await stack.preview();
    expectGolden("plugin/unforeseen-next-preview", next);
    expect(stopped + next + (await stack.backend())).not.to.include("marked-");

    const followed = await sentDuring(api, () => stack.up());
    expect(followed.join("\n")).to.match(/^POST \/applications\/app-1\/environments .*redis-6390.*marked-renewed.*$/);
    await stack.preview("--expect-no-changes");
  });
});
