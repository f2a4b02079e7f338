/** Where the previews of both ways differ, in a picture; changes.test.ts has that `up` does what the plugin's says. */

import { describeEngine, useStack, type Way } from "../engine/describe";
import { expectPicture } from "../engine/golden";
import { dropFields, startFaultySandbox } from "../faults";
import { pictureOf } from "../tools/picture";

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
  const uses = Object.fromEntries(
    (["dynamic provider", "plugin"] as const).map((way: Way) => [way, useStack(startFaultySandbox, way)]),
  );

  it(
    "of a changed cache leaves what is made of its connection as it is; it marks a setting that the API did not apply, " +
      "and none that the program no longer sets",
    async () => {
      const printed: Record<string, string> = {};
      for (const [way, { stack, api }] of Object.entries(uses)) {
        api.fault(dropFields("size"), { match: { path: /cache-2$/ } });
        await (await stack.program(program({ size: "1gb" }))).up();
        const changed = await stack.program(program({ usesHibernation: true }));
        printed[`pulumi preview --diff    # by the ${way}`] = await changed.preview("--color", "always");
      }
      expectPicture("docs/plugin-previews.svg", pictureOf(title, printed));
    },
  );
});
