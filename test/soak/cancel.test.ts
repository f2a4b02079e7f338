/** Ctrl-C, of which the engine tells a plugin. A dynamic provider does not hear of it. */

import { expect } from "chai";
import { describeEngine } from "../engine/describe.js";
import { respondWith, startFaultySandbox } from "../faults/index.js";
import { failed, readTold, useCrashes } from "./crash.js";

/** The cache is the first, because a 429 of the application would hold back an update that comes after it. */
const program = `
new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: web.id, name: "staging", branch: "main" });
`;

const refusal = (status: number) => respondWith(status, undefined, { headers: { "retry-after": "60" } });

describeEngine("Ctrl-C with the plugin", () => {
  const use = useCrashes(() => startFaultySandbox({ latencyMs: 2000 }), "plugin");
  const sent = () => use.api.listSent().map((line) => line.split(" {")[0]);
  const names = async () => {
    const { resources } = await use.stack.readState();
    return resources.filter(({ type }) => type.startsWith("apphosting:")).map(({ name }) => name);
  };

  it("Ctrl-C with the plugin: waits of a minute end at once, nothing more is sent, and each error says that it was not sent again", async function () {
    this.timeout(60_000);
    await use.stack.writeProgram(program);
    use.api.addFault(refusal(429), { method: "POST" });
    use.api.addFault(refusal(503), { method: "PATCH" });
    const { code, text } = await use.crash("user", { requests: 2, stage: "answered" });
    expect(code).not.to.equal(0);
    expect(sent()).to.have.members(["POST /applications", "PATCH /caches/cache-1"]);
    expect(failed(text)).to.have.members(["web", "sessions"]);
    expect(readTold(text, "web")).to.include("create application was not sent again: the run was cancelled");
    expect(readTold(text, "sessions"))
      .to.include("update cache was not sent again: the run was cancelled")
      .and.to.include("The settings may still have been changed.");
    expect((await use.stack.readState()).pending).to.deep.equal([]);
    await use.stack.up();
    expect(await names()).to.have.members(["web", "staging", "sessions"]);
  });

  it("Ctrl-C with the plugin: a create under way is awaited and kept in the state, no other starts, and the next up makes the rest", async () => {
    await use.stack.writeProgram(program);
    const { code } = await use.crash("user", { requests: 2, stage: "arrived" });
    expect(code).not.to.equal(0);
    expect((await use.stack.readState()).pending).to.deep.equal([]);
    expect(await names()).to.have.members(["web", "sessions"]);
    await use.stack.up();
    expect(sent().slice(2)).to.deep.equal(["POST /applications/app-1/environments"]);
    expect(await names()).to.have.members(["web", "sessions", "staging"]);
  });
});
