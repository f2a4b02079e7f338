import { expect } from "chai";
import { type FaultySandbox, respondWith } from "../faults";
import { recordRequests, startAccount } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";
import { expectGolden, extractDiagnostics } from "./golden";

const program = (pages: string) => `
new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: "app-1", name: "staging", branch: "develop" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "1gb" });
new Cache("pages", { cacheId: "cache-2", name: "${pages}" });
`;
const gone = `new Cache("gone", { cacheId: "cache-99", name: "gone" });\n`;

const failed = respondWith(500, { message: "Out of order." }, { takesEffect: true });

/** Some requests fail the first time, each in its own way. */
async function startApi(): Promise<FaultySandbox> {
  const api = await startAccount(1);
  api.addFault(failed, { path: /^\/applications$/ });
  api.addFault(respondWith(403, { message: "Forbidden." }), { path: /environments$/ });
  api.addFault(respondWith(200, "<html></html>"), { path: /cache-1$/ });
  return api;
}

describeEngine("after a failure", () => {
  const use = shareStack(startApi);
  let first: string;
  let standing: string[];
  let preview: string;
  let second: string;
  let sentSecond: string[];
  let sentThird: string[];

  before(async () => {
    const { stack, api } = use;
    const fail = async () => extractDiagnostics(await stack.failUp("--continue-on-error"));
    await stack.configure({ "apphosting:maxRetries": "0" });
    await stack.writeProgram(program("pages") + gone);
    first = await fail();
    standing = (await stack.readState()).resources.map(({ name }) => name);

    await stack.writeProgram(program("posts"));
    api.addFault(failed, { path: /cache-2$/ });
    preview = await stack.preview();
    sentSecond = await recordRequests(api, async () => {
      second = await fail();
    });
    sentThird = await recordRequests(api, () => stack.up());
  });

  it("Failed up: each resource has its own error, and what was created is in the state", () => {
    expectGolden("failures/creates", first);
    expect(standing).to.include("pages").and.not.include("sessions");
  });

  it("Failed up: the next preview shows each update with an unknown outcome, and the next up sends it once", () => {
    expectGolden("failures/next-preview", preview);
    expect(sentSecond).to.have.members([
      'POST /applications {"name":"Web shop","source_control_provider_type":"hostA"}',
      'POST /applications/app-1/environments {"name":"staging","branch":"develop"}',
      'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
      'PATCH /caches/cache-2 {"name":"posts"}',
    ]);
  });

  it("Failed update: the next up sends it again, and nothing else", () => {
    expectGolden("failures/update", second);
    expect(sentThird).to.deep.equal(['PATCH /caches/cache-2 {"name":"posts"}']);
  });
});

describeEngine("an API that can't be reached", () => {
  const use = useStack();

  it("Unreachable API: one line about the wait, and each create says that nothing was created", async () => {
    const { stack } = use;
    // Nothing listens on this port, which is reserved. The third wait is the first of more than a second.
    await stack.configure({ "apphosting:baseUrl": "http://127.0.0.1:1", "apphosting:maxRetries": "3" });
    await stack.writeProgram(program("pages"));
    expectGolden("failures/unreachable", extractDiagnostics(await stack.failUp("--continue-on-error")));
  });
});
