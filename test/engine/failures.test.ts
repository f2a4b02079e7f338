import { expect } from "chai";
import { type FaultySandbox, respondWith } from "../faults";
import { recordRequests, startAccount } from "./account";
import { describeEngine, shareStack } from "./describe";
import { expectGolden, extractDiagnostics } from "./golden";

const program = (pages: string) => `
new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: "app-1", name: "staging", branch: "develop" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "1gb" });
new Cache("pages", { cacheId: "cache-2", name: "${pages}" });
`;
const gone = `new Cache("gone", { cacheId: "cache-99", name: "gone" });\n`;

/** Some requests fail the first time, each in its own way. */
async function startApi(): Promise<FaultySandbox> {
  const api = await startAccount(1);
  api.addFault(respondWith(500, { message: "Out of order." }, { takesEffect: true }), { path: /^\/applications$/ });
  api.addFault(respondWith(403, { message: "Forbidden." }), { path: /environments$/ });
  api.addFault(respondWith(200, "<html></html>"), { path: /cache-1$/ });
  return api;
}

describeEngine("failures", () => {
  const use = shareStack(startApi);
  let first: string;
  let standing: string[];
  let preview: string;
  let sent: string[];

  before(async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:maxRetries": "0" });
    first = await stack.failProgram(program("pages") + gone, "--continue-on-error");
    standing = (await stack.readState()).resources.map(({ name }) => name);
    preview = await stack.previewProgram(program("posts"));
    sent = await recordRequests(api, () => stack.up());
  });

  it("Failed up: reports an error per resource and keeps created resources in the state", () => {
    expectGolden("failures/creates", extractDiagnostics(first));
    expect(standing).to.include("pages").and.not.include("sessions");
  });

  it("Failed up: the next up sends each failed request again, as previewed", () => {
    expectGolden("failures/next-preview", preview);
    expect(sent).to.have.members([
      'POST /applications {"name":"Web shop","source_control_provider_type":"hostA"}',
      'POST /applications/app-1/environments {"name":"staging","branch":"develop"}',
      'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
      'PATCH /caches/cache-2 {"name":"posts"}',
    ]);
  });
});
