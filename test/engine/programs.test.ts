/** Programs beyond a list of resources, and programs built from outputs that no response has. */

import { join } from "node:path";
import { expect } from "chai";
import { keepOnlyId, startFaultySandbox } from "../faults";
import { recordRequests } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";

describeEngine("programs", () => {
  const use = useStack(startFaultySandbox);

  it("Program: can use late resources, promises, outputs, subclasses and another directory", async () => {
    await use.stack.upProgram(`
class Sessions extends Cache {}
process.chdir("/");
module.exports = async () => {
  const later = await new Promise((settle) => setTimeout(() => settle("Web shop"), 50));
  const web = new Application("web", { name: later, sourceControlProvider: Promise.resolve("hostA") });
  const branch = pulumi.all([web.slug, web.region]).apply(([slug, region]) => slug + "-" + region);
  const staging = new Environment("staging", { applicationId: web.id, name: pulumi.interpolate\`for \${web.slug}\`, branch });
  const ready = new Promise((settle) => staging.id.apply((id) => settle(id)));
  if (pulumi.runtime.isDryRun()) return {};
  const id = await ready;
  new Sessions("sessions", { cacheId: "cache-1", name: "sessions", triggers: [id] });
  return { id };
};\n`);
    expect(use.api.listSent()).to.deep.equal([
      'POST /applications {"name":"Web shop","source_control_provider_type":"hostA"}',
      'POST /applications/app-1/environments {"name":"for web-shop","branch":"web-shop-us-east-1"}',
      'PATCH /caches/cache-1 {"name":"sessions"}',
    ]);
    const { type, stackTrace = [] } = await use.stack.findResource("sessions");
    // The documented type, not the subclass's name.
    expect(type).to.equal("pulumi-nodejs:dynamic/apphosting:Cache");
    // A line of the package, not of the program: the SDK counts the frames of two constructors, and there are more.
    expect(stackTrace[0]?.sourcePosition).to.match(/\/dist\/resources\/\w+\.js#\d+/);
  });
});

/** Arguments, exports, protected resources and an explicit provider, all made of outputs that no response has. */
const dependents = (token: string, caches: string) => `
const press = new Provider("press", { token: "${token}" });
const protect = { protect: true };
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", region: null }, protect);
new Application("api", { name: "Shop API", sourceControlProvider: "hostB",
  repository: web.repository.apply((path) => path ?? "acme/api") }, { ...protect, provider: press });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", clusterId: web.defaultEnvironmentId,
  branch: web.repositoryDetails.apply((details) => details?.defaultBranch ?? "main") }, protect);
const sessions = new Cache("sessions", { cacheId: "cache-1", name: "${caches}", size: staging.nodeVersion.apply(() => "1gb"),
  triggers: [staging.vanityDomain.apply((domain) => domain ?? "none"), web.environmentIds.apply(String)] }, protect);
const pages = new Cache("pages", { cacheId: "cache-2", name: "pages", evictionPolicy: sessions.evictionPolicy },
  { ...protect, provider: press });
exports.web = pulumi.all([web.slug, web.region, web.createdAt, web.repository, web.environmentIds]);
exports.sessions = pulumi.all([sessions.status, sessions.environments]);
exports.secrets = pulumi.all([web.buildCommand, sessions.triggers]);
exports.uri = pages.connectionUri;
exports.variables = staging.environmentVariables;
`;

describeEngine("sparse responses", () => {
  const use = shareStack(async () => {
    const api = await startFaultySandbox();
    api.addFault(keepOnlyId(), { lasts: true });
    return api;
  });

  let created: string;

  before(async () => {
    created = await use.stack.upProgram(dependents(use.api.token, "sessions"));
  });

  it("Sparse responses: up asks to look at each create that shows nothing but an id", () => {
    const [, diagnostics = ""] = created.split("Diagnostics:");
    const warned = diagnostics.match(/(?<=warning: ).*(?=: the response shows nothing of the \w+ but this id\.)/g);
    expect(warned).to.have.members([
      "Application Web shop (app-1)",
      "Application Shop API (app-2)",
      "Environment staging of app-1 (env-2)",
    ]);
  });

  it("Sparse responses: the next preview, up and refresh change nothing", async () => {
    const { stack, api } = use;
    const plan = join(stack.folder, "plan.json");
    const sent = await recordRequests(api, async () => {
      const preview = await stack.preview("--expect-no-changes", "--save-plan", plan);
      expect(preview)
        .to.include("7 unchanged")
        .and.not.to.match(/\[unknown\]|null/);
      await stack.up("--plan", plan, "--expect-no-changes");
      const refreshed = await stack.refresh("--expect-no-changes");
      // One notice for each of the two host processes, each printed twice.
      expect(
        refreshed.split("warning: `pulumi refresh` reads nothing, because the API documents no read"),
      ).to.have.lengthOf(5);
    });
    expect(sent).to.deep.equal([]);
    const [program] = (await stack.readState()).resources;
    expect(program?.outputs).to.deep.include({ web: [null, null, null, null, null], sessions: [null, null] });
  });

  it("Sparse responses: the preview of an update shows no null", async () => {
    expect(await use.stack.previewProgram(dependents(use.api.token, "carts")))
      .to.match(/~ name: "sessions" => "carts"/)
      .and.not.to.include("null");
  });
});
