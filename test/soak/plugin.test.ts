/** What the plugin's process does when a run of the engine ends before its time: by Ctrl-C, or killed. */

import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { describeEngine } from "../engine/describe.js";
import { type Fault, startFaultySandbox } from "../faults/index.js";
import { failed, pending, told, useCrashes } from "./crash.js";
import { running } from "./processes.js";

const program = `
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: web.id, name: "staging", branch: "main" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
`;

const refusal = (status: number): Fault => ({
  kind: "answer",
  status,
  headers: { "retry-after": "60" },
  takesEffect: false,
});

describeEngine("Ctrl-C with the plugin", () => {
  const use = useCrashes(startFaultySandbox, "plugin");
  const sent = () => use.api.requests().map(({ method, path }) => `${method} ${path}`);
  const names = async () => {
    const { resources = [] } = (await use.stack.state()).deployment;
    return resources.filter(({ type }) => type.startsWith("apphosting:")).map(({ urn }) => urn.split("::").at(-1));
  };

  it("ends waits of a minute at once, sends nothing more, and says what was sent", async function () {
    this.timeout(60_000);
    await use.stack.program(program);
    use.api.fault(refusal(429), { match: { method: "POST" } });
    use.api.fault(refusal(503), { match: { method: "PATCH" } });
    const { code, text } = await use.crash("user", { requests: 2, stage: "answered" });
    expect(code).not.to.equal(0);
    expect(sent()).to.have.members(["POST /applications", "PATCH /caches/cache-1"]);
    expect(failed(text)).to.have.members(["web", "sessions"]);
    expect(told(text, "web")).to.include("create application was not sent again: the run was cancelled");
    expect(told(text, "sessions"))
      .to.include("update cache was not sent again: the run was cancelled")
      .and.to.include("The settings may still have been changed.");
    expect(await pending(use.stack)).to.deep.equal([]);
    await use.stack.up();
    expect(await names()).to.have.members(["web", "staging", "sessions"]);
  });

  it("awaits and keeps what is being created, starts nothing after it, and leaves the rest to the next up", async () => {
    await use.stack.program(program);
    use.api.fault({ kind: "delay", ms: 3000, when: "before" }, { times: 2 });
    const { code } = await use.crash("user", { requests: 2, stage: "arrived" });
    expect(code).not.to.equal(0);
    expect(await pending(use.stack)).to.deep.equal([]);
    expect(await names()).to.have.members(["web", "sessions"]);
    await use.stack.up();
    expect(sent().slice(2)).to.deep.equal(["POST /applications/app-1/environments"]);
    expect(await names()).to.have.members(["web", "sessions", "staging"]);
  });
});

describeEngine("the plugin's process", () => {
  const use = useCrashes(startFaultySandbox, "plugin");

  it("ends by itself where the engine was killed", async () => {
    await use.stack.program(program);
    use.api.fault(refusal(429), { match: { method: "POST" } });
    const { host } = await use.crash("engine", { requests: 2, stage: "answered" });
    // Nobody tells of the end of a process that is no child.
    while (running([host]).length > 0) await sleep(100);
    expect(use.api.requests()).to.have.length(2);
  });
});
