/** Where the previews of both ways differ, side by side; and that `up` does what the plugin's says. */

import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { expectGolden } from "../engine/golden";
import { dropFields } from "../faults";
import { compared, shareBoth } from "./both";
import { sentDuring } from "./requests";

/** One after the other, so that ids and requests have an order. */
const program = (settings: object) => `
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", ...${JSON.stringify(settings)} });
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" }, { dependsOn: cache });
const branch = cache.connection.apply((connection) => "redis-" + connection?.port);
new Environment("staging", { applicationId: web.id, name: "staging", branch });
exports.uri = cache.connectionUri;
exports.kind = cache.type;
`;

describeEngine("the preview of the plugin, beside that of a dynamic provider", () => {
  const both = shareBoth();

  const previews = (settings: object) =>
    compared(both, async ({ stack }) => (await stack.program(program(settings))).preview());
  const sent = () => sentDuring(both.plugin.api, () => both.plugin.stack.up());

  it("is empty after the up that creates", async () => {
    for (const { stack } of [both.dynamic, both.plugin]) await stack.program(program({ hibernationTimeout: 30 }));
    await both.dynamic.stack.up();
    expect(await sent()).to.deep.equal([
      'PATCH /caches/cache-1 {"name":"sessions","hibernation_timeout":30}',
      'POST /applications {"name":"Web shop","source_control_provider_type":"hostA"}',
      'POST /applications/app-1/environments {"name":"staging","branch":"redis-6379"}',
    ]);
    await both.plugin.stack.preview("--expect-no-changes");
  });

  it("of a changed cache leaves what is made of its connection as it is, and up changes the cache alone", async () => {
    expectGolden("plugin/update", await previews({ usesHibernation: true }));
    expect(await sent()).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions","uses_hibernation":true}']);
    await both.plugin.stack.preview("--expect-no-changes");
  });

  it("of a setting that the API did not apply marks it, with the API's value and the program's", async () => {
    for (const { stack, api } of [both.dynamic, both.plugin]) {
      api.fault(dropFields("hibernation_timeout"));
      await (await stack.program(program({ usesHibernation: true, hibernationTimeout: 45 }))).up();
    }
    expectGolden("plugin/not-applied", await previews({ usesHibernation: true, hibernationTimeout: 45 }));
    expect(await sent()).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions","hibernation_timeout":45}']);
    await both.plugin.stack.preview("--expect-no-changes");
  });
});
