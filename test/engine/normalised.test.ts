import { expect } from "chai";
import { dropFields, type FaultySandbox, normaliseAttributes } from "../faults";
import { recordRequests, startAccount } from "./account";
import { describeEngine, shareStack } from "./describe";
import { expectGolden, extractDiagnostics } from "./golden";

/** Each resource depends on those before it, so that ids and lines have an order. */
const program = (answered: string, other: string, pages: string) => `
const dependsOn = [];
const declare = (Kind, name, args) => dependsOn.push(new Kind(name, args, { dependsOn: [...dependsOn] }));
const regions = { normalised: "eu-central-1", answered: "${answered}", other: "${other}" };
for (const [name, region] of Object.entries(regions)) declare(Application, name, { name, sourceControlProvider: "hostA", region });
declare(Environment, "trimmed", { applicationId: "app-1", name: "staging ", branch: "develop", buildCommand: null });
declare(Cache, "sessions", { cacheId: "cache-1", name: "sessions", size: "1gb" });
declare(Cache, "pages", { cacheId: "cache-2", name: "${pages}", size: "1gb" });
`;

/** Changes regions, names and sizes in the responses to the first `up`. */
async function startApi(): Promise<FaultySandbox> {
  const api = await startAccount(1);
  api.addFault(normaliseAttributes({ region: "us-east-1" }), { times: 3, path: /^\/applications$/ });
  api.addFault(normaliseAttributes({ name: "staging", build_command: "npm run build" }), { path: /environments$/ });
  api.addFault(dropFields("size"), { times: 2, path: /^\/caches/ });
  return api;
}

describeEngine("normalised values", () => {
  const use = shareStack(startApi);
  let said: string;
  let preview: string;
  let json: Awaited<ReturnType<typeof use.stack.previewSteps>>;
  let sentAgain: string[];

  before(async () => {
    const { stack, api } = use;
    said = extractDiagnostics(await stack.upProgram(program("eu-central-1", "eu-central-1", "pages")));
    preview = await stack.previewProgram(program("us-east-1", "eu-west-1", "posts"));
    json = await stack.previewSteps();
    sentAgain = await recordRequests(api, () => stack.up());
  });

  it("Normalised value: up warns once, with the requested and the returned value", () => {
    expectGolden("normalised/up", said);
  });

  it("Normalised value: only a value neither requested nor returned replaces the resource", () => {
    expectGolden("normalised/preview", preview);
  });

  it("preview --json: an ignored setting is an update, with a message of severity warning", () => {
    const { steps, diagnostics } = json;
    expect(steps.find(({ name }) => name === "sessions")).to.deep.include({ op: "update", detailedDiff: null });
    const warning = diagnostics?.find(({ message }) => message.startsWith("warning: Cache sessions (cache-1): size"));
    expect(warning).to.include({ severity: "warning" });
  });

  it("Cache: sends a size that the API ignored again in the next up", async () => {
    expect(sentAgain).to.have.members([
      'POST /applications {"name":"other","region":"eu-west-1","source_control_provider_type":"hostA"}',
      'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
      'PATCH /caches/cache-2 {"name":"posts","size":"1gb"}',
    ]);
    await use.stack.preview("--expect-no-changes");
  });
});
