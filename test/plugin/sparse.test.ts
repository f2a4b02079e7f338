/** Outputs that no response has, and resources that no request makes. */

import { expect } from "chai";
import { describeEngine, shareStack } from "../engine/describe";
import { expectGolden } from "../engine/golden";
import { onlyId, startFaultySandbox } from "../faults";
import { sentDuring } from "./requests";

const program = `
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", region: null }, { protect: true });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", edgeNetworkId: web.defaultEnvironmentId,
  branch: web.repositoryDetails.apply((details) => details?.defaultBranch ?? "main") });
const sessions = new Cache("sessions", { cacheId: "cache-1", name: "sessions",
  usesHibernation: staging.usesHibernation.apply((uses) => uses ?? false), triggers: [staging.vanityDomain] });
new Cache("pages", { cacheId: "cache-2", name: "pages", size: sessions.size });
exports.all = pulumi.all([web.slug, staging.environmentVariables, sessions.environments, sessions.connectionUri]);
`;

const recorded = `
const web = new Application("web", { name: "Shop", sourceControlProvider: "hostA", existingId: "app-7" });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", branch: "main", existingId: "env-9" });
exports.of = [staging.id, staging.applicationId, staging.slug];\n`;

describeEngine("an API that answers with ids alone, with the plugin", () => {
  const use = shareStack(async () => {
    const api = await startFaultySandbox();
    api.fault(onlyId(), { times: Number.POSITIVE_INFINITY });
    return api;
  });
  it("leaves the preview after up empty, and a refresh has nothing to change, which is said", async () => {
    const { stack, api } = use;
    await (await (await stack.usePlugin()).program(program)).up();
    const sent = await sentDuring(api, async () => {
      expect(await stack.preview("--expect-no-changes")).not.to.match(/\[unknown\]|null/);
      const refreshed = await stack.succeed("refresh", "--yes", "--skip-preview", "--expect-no-changes");
      expect(refreshed).to.include(
        "warning: nothing was read where apphosting:readPaths has no path: the API documents no operation that reads",
      );
    });
    expect(sent).to.deep.equal([]);
  });
});

describeEngine("what exists and is recorded by its id, with the plugin", () => {
  const use = shareStack(() => startFaultySandbox());

  it("is shown with its id, which dependents know, and its outputs as known; nothing is sent", async () => {
    const { stack, api } = use;
    await (await stack.usePlugin()).program(recorded);
    expectGolden("plugin/existing", await stack.preview());
    await stack.up();
    expect(await stack.resource("web")).to.deep.include({ id: "app-7" });
    await stack.program(recorded.replace('"Shop"', '"Store"').replace(', existingId: "env-9"', ""));
    expect((await stack.foreseen()).changeSummary).to.deep.equal({ same: 2, update: 1 });
    await stack.up();
    expect((await stack.resource("web")).outputs).to.include({ name: "Store" });
    expect(api.requests()).to.deep.equal([]);
  });
});
