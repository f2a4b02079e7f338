/** Programs built from outputs that the API leaves out of its answers. */

import { join } from "node:path";
import { expect } from "chai";
import { type FaultySandbox, onlyId, startFaultySandbox } from "../faults";
import { addApplications } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";

/** Arguments, exports, protected resources and an explicit provider, all made of outputs that no answer has. */
const dependents = (token: string, caches: string) => `
const press = new Provider("press", { token: "${token}" });
const protect = { protect: true };
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", region: null }, protect);
new Application("api", { name: "Shop API", sourceControlProvider: "hostB", clusterId: web.organizationId,
  rootDirectory: web.rootDirectory.apply((folder) => folder ?? "api") }, { ...protect, provider: press });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", clusterId: web.defaultEnvironmentId,
  branch: web.repositoryDetails.apply((details) => details?.defaultBranch ?? "main") }, protect);
const sessions = new Cache("sessions", { cacheId: "cache-1", name: "${caches}", size: staging.nodeVersion.apply(() => "1gb"),
  isPublic: staging.usesHibernation.apply((uses) => uses ?? false),
  triggers: [staging.vanityDomain, web.environmentIds] }, protect);
const pages = new Cache("pages", { cacheId: "cache-2", name: "pages", evictionPolicy: sessions.evictionPolicy,
  hibernationTimeout: sessions.hibernationTimeout }, { ...protect, provider: press });
exports.web = pulumi.all([web.slug, web.region, web.buildCommand, web.repository, web.environmentIds]);
exports.sessions = pulumi.all([sessions.status, sessions.environments, sessions.triggers]);
exports.uri = pages.connectionUri;
exports.variables = staging.environmentVariables;
`;

async function startApi(): Promise<FaultySandbox> {
  const api = await startFaultySandbox();
  api.fault(onlyId(), { times: Number.POSITIVE_INFINITY });
  return api;
}

describeEngine("an API that answers with ids alone", () => {
  const use = shareStack(startApi);
  let sent: number;

  before(async () => {
    await use.stack.program(dependents(use.api.token, "sessions"));
    await use.stack.up();
    sent = use.api.requests().length;
  });

  it("leaves the preview after up empty, expected and by a saved plan", async () => {
    const plan = join(use.stack.folder, "plan.json");
    const preview = await use.stack.preview("--expect-no-changes", "--save-plan", plan);
    expect(preview)
      .to.include("7 unchanged")
      .and.not.to.match(/\[unknown\]|null/);
    await use.stack.up("--plan", plan, "--expect-no-changes");
    const { resources = [] } = (await use.stack.state()).deployment;
    expect(resources[0]?.outputs).to.deep.include({
      web: [null, null, null, null, null],
      sessions: [null, null, [null, null]],
    });
  });

  it("is no reason to show an output as null in the preview of an update", async () => {
    await use.stack.program(dependents(use.api.token, "carts"));
    expect(await use.stack.preview())
      .to.match(/~ name: "sessions" => "carts"/)
      .and.not.to.include("null");
  });

  it("heals on one refresh a state without these outputs, as an earlier release wrote it", async () => {
    await use.stack.program(dependents(use.api.token, "sessions"));
    await use.stack.editState(({ inputs, outputs, type }) => {
      if (!type.includes("apphosting")) return;
      for (const name of Object.keys(outputs)) if (!(name in inputs || name === "asked")) delete outputs[name];
    });
    const { code } = await use.stack.run("preview", "--expect-no-changes");
    expect(code, "a preview before the refresh").not.to.equal(0);

    await use.stack.succeed("refresh", "--yes", "--skip-preview");
    await use.stack.preview("--expect-no-changes");
    expect(use.api.requests()).to.have.length(sent);
  });
});

describeEngine("an update that is answered 204", () => {
  const use = useStack(() => startFaultySandbox());

  it("keeps the connection, so that an environment that is built from it stays as it is", async () => {
    const built = (name: string) => `
const sessions = new Cache("sessions", { cacheId: "cache-1", name: "${name}" });
new Environment("staging", { applicationId: "app-1", name: "staging", branch: "main",
  buildCommand: pulumi.interpolate\`deploy --redis \${sessions.connectionUri}\` });\n`;
    await addApplications(use.api, 1);
    await (await use.stack.program(built("sessions"))).up();
    const before = use.api.requests().length;
    use.api.fault({ kind: "answer", status: 204, takesEffect: true });
    await (await use.stack.program(built("carts"))).up();
    const sent = use.api.requests().slice(before);
    expect(sent.map(({ method }) => method)).to.deep.equal(["PATCH"]);
    await use.stack.preview("--expect-no-changes");
  });
});
