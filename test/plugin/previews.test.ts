/** Where the previews of both ways differ; and that `up` does what the plugin's says. */

import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { expectPicture } from "../engine/golden";
import { dropFields } from "../faults";
import { pictureOf } from "../tools/picture";
import { type Side, shareBoth } from "./both";
import { sentDuring } from "./requests";

/** One after the other, so that ids and requests have an order. */
const program = (settings: object) => `
const pages = new Cache("pages", { cacheId: "cache-2", name: "pages", size: "5gb" });
const sessions = new Cache("sessions", { cacheId: "cache-1", name: "sessions", ...${JSON.stringify(settings)} }, { dependsOn: pages });
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" }, { dependsOn: sessions });
const branch = sessions.connection.apply((connection) => "redis-" + connection?.port);
new Environment("staging", { applicationId: web.id, name: "staging", branch });
exports.uri = sessions.connectionUri;
exports.kind = sessions.type;
`;

const title =
  "pulumi preview --diff in a terminal, of the same change by the dynamic provider and by the plugin. The plugin marks each setting " +
  "that up changes, and counts the environment, which is built from an output of a cache, as unchanged.";

describeEngine("the preview of the plugin, beside that of a dynamic provider", () => {
  const both = shareBoth((api) => api.fault(dropFields("size"), { match: { path: /cache-2$/ } }));
  const sent = () => sentDuring(both.plugin.api, () => both.plugin.stack.up());
  let created: string[];
  let picture: string;
  let updated: string[];

  before(async () => {
    for (const { stack } of [both.dynamic, both.plugin]) await stack.program(program({ size: "1gb" }));
    await both.dynamic.stack.up();
    created = await sent();
    const preview = async ({ stack }: Side) =>
      (await stack.program(program({ usesHibernation: true }))).preview("--color", "always");
    picture = pictureOf(title, {
      "pulumi preview --diff    # by the dynamic provider": await preview(both.dynamic),
      "pulumi preview --diff    # by the plugin": await preview(both.plugin),
    });
    updated = await sent();
  });

  it(
    "of a changed cache leaves what is made of its connection as it is; it marks a setting that the API did not apply, " +
      "and none that the program no longer sets",
    () => expectPicture("docs/plugin-previews.svg", picture),
  );

  it("is carried out by up, and empty then", async () => {
    expect(created).to.deep.equal([
      'PATCH /caches/cache-2 {"name":"pages","size":"5gb"}',
      'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
      'POST /applications {"name":"Web shop","source_control_provider_type":"hostA"}',
      'POST /applications/app-1/environments {"name":"staging","branch":"redis-6379"}',
    ]);
    expect(updated).to.deep.equal([
      'PATCH /caches/cache-2 {"name":"pages","size":"5gb"}',
      'PATCH /caches/cache-1 {"name":"sessions","uses_hibernation":true}',
    ]);
    await both.plugin.stack.preview("--expect-no-changes");
  });
});
