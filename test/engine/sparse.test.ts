/** Programs built from outputs that the API leaves out of its answers. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { type FaultySandbox, normalise, onlyId, startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";
import { diagnostics } from "./golden";
import type { StackState } from "./stack";

/** Arguments, exports, protected resources and an explicit provider, all made of outputs that no answer has. */
const dependents = (token: string) => `
const press = new Provider("press", { token: "${token}" });
const protect = { protect: true };
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", region: null }, protect);
new Application("api", { name: "Shop API", sourceControlProvider: "hostB", clusterId: web.organizationId,
  rootDirectory: web.rootDirectory.apply((folder) => folder ?? "api") }, { ...protect, provider: press });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", clusterId: web.defaultEnvironmentId,
  branch: web.repositoryDetails.apply((details) => details?.defaultBranch ?? "main") }, protect);
const sessions = new Cache("sessions", { cacheId: "cache-1", name: "sessions",
  isPublic: staging.usesHibernation.apply((uses) => uses ?? false), size: staging.nodeVersion.apply(() => "1gb"),
  triggers: [staging.vanityDomain, web.environmentIds] }, protect);
const pages = new Cache("pages", { cacheId: "cache-2", name: "pages", evictionPolicy: sessions.evictionPolicy,
  hibernationTimeout: sessions.hibernationTimeout }, { ...protect, provider: press });
exports.web = pulumi.all([web.slug, web.region, web.buildCommand, web.repository, web.environmentIds]);
exports.sessions = pulumi.all([sessions.status, sessions.environments, sessions.triggers]);
exports.uri = pages.connectionUri;
exports.variables = staging.environmentVariables;
`;

async function leaveOut(api: FaultySandbox): Promise<void> {
  api.fault(onlyId(), { times: Number.POSITIVE_INFINITY });
}

describeEngine("an API that answers with ids alone", () => {
  const use = useStack(() => startFaultySandbox());

  it("leaves the preview after up empty: plain, expected, by a saved plan, and after a refresh", async () => {
    await leaveOut(use.api);
    await use.stack.program(dependents(use.api.token));
    await use.stack.up();
    const sent = use.api.requests().length;

    const preview = await use.stack.preview("--expect-no-changes");
    expect(preview)
      .to.include("7 unchanged")
      .and.not.to.match(/\[unknown\]|null/);
    const plan = join(use.stack.folder, "plan.json");
    await use.stack.succeed("preview", "--save-plan", plan);
    await use.stack.up("--plan", plan, "--expect-no-changes");
    await use.stack.succeed("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    await use.stack.up("--expect-no-changes");
    expect(use.api.requests()).to.have.length(sent);
    expect(JSON.parse(await use.stack.succeed("stack", "output", "--json"))).to.deep.include({
      web: [null, null, null, null, null],
      sessions: [null, null, [null, null]],
    });
  });

  it("is no reason to show an output as null: a first preview and an update name arguments alone", async () => {
    await leaveOut(use.api);
    const cache = (name: string) => `new Cache("sessions", { cacheId: "cache-1", name: "${name}" });\n`;
    await use.stack.program(cache("sessions"));
    expect(await use.stack.preview()).not.to.include("null");
    await use.stack.up();
    await use.stack.program(cache("carts"));
    expect(await use.stack.preview())
      .to.match(/~ name: "sessions" => "carts"/)
      .and.not.to.include("null");
  });

  it("heals on one refresh a state without these outputs, as an earlier release wrote it", async () => {
    await leaveOut(use.api);
    await use.stack.program(dependents(use.api.token));
    await use.stack.up();
    const state = JSON.parse(await use.stack.succeed("stack", "export", "--show-secrets")) as StackState;
    for (const { type, outputs } of state.deployment.resources ?? []) {
      if (!type.includes("apphosting")) continue;
      for (const [name, value] of Object.entries(outputs)) if (isNull(value)) delete outputs[name];
    }
    const earlier = join(use.stack.folder, "earlier.json");
    await writeFile(earlier, JSON.stringify(state));
    await use.stack.succeed("stack", "import", "--file", earlier);
    const { code } = await use.stack.run("preview", "--expect-no-changes");
    expect(code, "a preview before the refresh").not.to.equal(0);

    await use.stack.succeed("refresh", "--yes", "--skip-preview");
    await use.stack.preview("--expect-no-changes");
    expect(await use.stack.backend()).not.to.include("sandbox-password");
  });
});

/** Null, in the open or in the envelope of a secret. */
function isNull(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === "object" && value !== null && "plaintext" in value && value.plaintext === "null")
  );
}

describeEngine("a refresh", () => {
  const use = useStack(() => startFaultySandbox());

  it("says once that nothing was read, and that the next up sends a setting that was not applied", async () => {
    use.api.fault(normalise({ size: "250mb" }), { match: { path: /cache-1/ } });
    await use.stack.program(`new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "1gb" });
new Cache("pages", { cacheId: "cache-2", name: "pages" });\n`);
    await use.stack.up();
    const sent = use.api.requests().length;
    await use.api.close();
    const text = await use.stack.succeed("refresh", "--yes", "--skip-preview", "--suppress-progress");
    expect(use.api.requests()).to.have.length(sent);
    const lines = diagnostics(text)
      .split("\n")
      .filter((line) => line.includes("warning: "));
    expect(lines.map((line) => line.trim())).to.have.members([
      "warning: Cache cache-1: size: the API has another value than the program; the next `pulumi up` sends it again",
      "warning: nothing was read: the API has no operation to read a resource. The state stays as the last `pulumi up` left it",
    ]);
  });
});
