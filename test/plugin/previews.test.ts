/** Where the previews of both ways differ; and that `up` does what the plugin's says. */

import { expect } from "chai";
import { recordRequests } from "../engine/account";
import { describeEngine, type StackFixture, shareStack } from "../engine/describe";
import { expectPicture } from "../engine/golden";
import { dropFields } from "../faults";
import { drawPicture } from "../tools/picture";

/** One after the other, so that ids and requests have an order. */
const program = (settings: object) => `
const sessions = new Cache("sessions", { cacheId: "cache-1", name: "sessions", ...${JSON.stringify(settings)} });
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" }, { dependsOn: sessions });
const buildCommand = sessions.connection.apply((connection) => "npm run build -- --redis-port " + connection?.port);
new Environment("staging", { applicationId: web.id, name: "staging", branch: "develop", buildCommand });
exports.uri = sessions.connectionUri;
exports.kind = sessions.type;
`;

const title =
  "pulumi preview --diff in a terminal, of the same change by the dynamic provider and by the plugin, without warnings and URNs. The plugin " +
  "marks the setting that up changes, and counts the environment, whose build command is built from an output of the cache, as unchanged.";

/** URNs and warnings, which would make the picture twice as long. */
const leftOut = /\[urn=|warning: |^$/;

describeEngine("the preview of the plugin, beside that of a dynamic provider", () => {
  const dynamic = shareStack();
  const plugin = shareStack(undefined, "plugin");
  let picture: string;
  let created: string[];
  let updated: string[];

  before(async () => {
    for (const { stack } of [dynamic, plugin]) await stack.writeProgram(program({ size: "1gb" }));
    await dynamic.stack.up();
    created = await recordRequests(plugin.api, () => plugin.stack.up());
    const preview = async ({ stack }: StackFixture) =>
      (await stack.writeProgram(program({ usesHibernation: true }))).preview("--color", "always");
    const printed = {
      "pulumi preview --diff    # by the dynamic provider": await preview(dynamic),
      "pulumi preview --diff    # by the plugin": await preview(plugin),
    };
    picture = drawPicture(title, printed, leftOut);
    updated = await recordRequests(plugin.api, () => plugin.stack.up());
  });

  it("Plugin preview of a changed cache: dependents of its connection do not change", () =>
    expectPicture("docs/plugin-previews.svg", picture));

  it("Plugin preview: up does what it shows, and the next one is empty", async () => {
    expect(created).to.deep.equal([
      'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
      'POST /applications {"name":"Web shop","source_control_provider_type":"hostA"}',
      'POST /applications/app-1/environments {"name":"staging","branch":"develop","build_command":"npm run build -- --redis-port 6379"}',
    ]);
    expect(updated).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions","uses_hibernation":true}']);
    await plugin.stack.preview("--expect-no-changes");
  });

  it("Plugin preview: a setting that the API did not apply is a change, with the program's value on both sides", async () => {
    const { api, stack } = plugin;
    api.addFault(dropFields("size"));
    await (await stack.writeProgram(program({ size: "5gb" }))).up();
    expect(await stack.preview()).to.include('~ size: "5gb" => "5gb"');
  });
});
