import { expect } from "chai";
import { type FaultySandbox, startFaultySandbox } from "../faults";
import { addApplications } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

const program = (pages: string) => `
new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: "app-1", name: "staging", branch: "develop" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "1gb" });
new Cache("pages", { cacheId: "cache-2", name: "${pages}" });
`;
const gone = `new Cache("gone", { cacheId: "cache-99", name: "gone" });\n`;

const failed = {
  kind: "answer",
  status: 500,
  body: { message: "Out of order." },
  takesEffect: true,
} as const;

/** Some requests fail the first time, each in its own way. */
async function startApi(): Promise<FaultySandbox> {
  const api = await startFaultySandbox();
  await addApplications(api, 1);
  api.fault(failed, { match: { path: /^\/applications$/ } });
  const refused = { ...failed, status: 403, body: { message: "Forbidden." }, takesEffect: false };
  api.fault(refused, { match: { path: /environments$/ } });
  api.fault({ ...failed, status: 200, body: "<html></html>" }, { match: { path: /cache-1$/ } });
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

  /** What an up says that has to fail. */
  async function fail(): Promise<string> {
    const up = ["up", "--yes", "--skip-preview", "--suppress-progress", "--continue-on-error"];
    const { code, text } = await use.stack.run(...up);
    expect(code).not.to.equal(0);
    return diagnostics(text);
  }
  const sent = () => use.api.requests().map(({ method, path, body }) => `${method} ${path} ${body}`);

  before(async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:maxRetries": "0" });
    await stack.program(program("pages") + gone);
    first = await fail();
    const before = sent().length;
    const { resources = [] } = (await stack.state()).deployment;
    standing = resources.map(({ urn }) => urn.split("::").at(-1) as string);

    await stack.program(program("posts"));
    api.fault(failed, { match: { path: /cache-2$/ } });
    preview = await stack.preview();
    second = await fail();
    sentSecond = sent().slice(before);

    await stack.up();
    sentThird = sent().slice(before + sentSecond.length);
  });

  it("each resource has its own error, and what stands is kept", () => {
    expectGolden("failures/creates", first);
    expect(standing).to.include("pages").and.not.include("sessions");
  });

  it("the next preview shows what has no known outcome, and the next up sends it, each once", () => {
    expectGolden("failures/next-preview", preview);
    expect(sentSecond).to.have.members([
      'POST /applications {"name":"Web shop","source_control_provider_type":"hostA"}',
      'POST /applications/app-1/environments {"name":"staging","branch":"develop"}',
      'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
      'PATCH /caches/cache-2 {"name":"posts"}',
    ]);
  });

  it("of an update, the next up sends it again, and nothing else", () => {
    expectGolden("failures/update", second);
    expect(sentThird).to.deep.equal(['PATCH /caches/cache-2 {"name":"posts"}']);
  });
});

describeEngine("an API that cannot be reached", () => {
  const use = useStack(startFaultySandbox);

  it("is waited for in one line, and each create says that nothing was created", async () => {
    const { stack, api } = use;
    await api.close();
    // The third wait is the first of more than a second.
    await stack.configure({ "apphosting:maxRetries": "3" });
    await stack.program(program("pages"));
    const { text } = await stack.run("up", "--yes", "--skip-preview", "--suppress-progress", "--continue-on-error");
    expectGolden("failures/unreachable", diagnostics(text));
  });
});
