import { join } from "node:path";
import { expect } from "chai";
import { addApplications, addCaches } from "../engine/account";
import { describeEngine, shareStack } from "../engine/describe";
import { expectGolden } from "../engine/golden";
import { startFaultySandbox } from "../faults";
import { sentDuring } from "./requests";

const declare = (kind: string, name: string, args: object, options = {}) =>
  `new ${kind}("${name}", ${JSON.stringify(args)}, ${JSON.stringify(options)});\n`;
const cache = (name: string, settings: object, options = {}) =>
  declare("Cache", name, { cacheId: name, name: "sessions", ...settings }, options);
const environment = (settings: object) =>
  declare("Environment", "emptied", { applicationId: "app-1", name: "staging", branch: "main", ...settings });

const first = [
  cache("added", {}),
  cache("updated", { cacheId: "cache-1", usesHibernation: true, size: "1gb" }),
  cache("triggered", { triggers: [1] }),
  cache("moved", {}),
  cache("ignored", { usesHibernation: false }),
  cache("replaced", { usesHibernation: false }),
  cache("left", { usesHibernation: false, size: "1gb" }),
  environment({ buildCommand: "make" }),
];
const changed = [
  cache("added", { size: "1gb" }),
  cache("updated", { cacheId: "cache-1", usesHibernation: false }),
  cache("triggered", { triggers: [2] }),
  cache("moved", { cacheId: "elsewhere" }),
  cache("ignored", { usesHibernation: true }, { ignoreChanges: ["usesHibernation"] }),
  cache("replaced", { usesHibernation: true }, { replaceOnChanges: ["usesHibernation"] }),
  cache("left", {}),
  environment({ name: "next", buildCommand: null }),
];

describeEngine("a program that changes, with the plugin", () => {
  const use = shareStack(async () => {
    const api = await startFaultySandbox();
    addCaches(api);
    await addApplications(api, 1);
    return api;
  });
  let preview: string;
  let sentInPreview: string[];
  let sent: string[];

  before(async () => {
    const { stack, api } = use;
    const plan = join(stack.folder, "plan.json");
    await (await (await stack.usePlugin()).program(first.join(""))).up();
    await stack.program(changed.join(""));
    sentInPreview = await sentDuring(api, async () => {
      preview = await stack.preview("--save-plan", plan);
    });
    sent = await sentDuring(api, () => stack.up("--plan", plan));
  });

  it("has a preview that marks what is added, updated and replaced, by itself and by options, and nothing that is left out", () => {
    const [shown = ""] = preview.split("Update plan written");
    expectGolden("plugin/changes", shown);
    expect(sentInPreview).to.deep.equal([]);
  });

  it("has an up that sends what the saved preview marks, and nothing else", async () => {
    expect(sent).to.have.members([
      'PATCH /caches/added {"name":"sessions","size":"1gb"}',
      'PATCH /caches/cache-1 {"name":"sessions","uses_hibernation":false}',
      'PATCH /caches/triggered {"name":"sessions"}',
      'PATCH /caches/elsewhere {"name":"sessions"}',
      'PATCH /caches/replaced {"name":"sessions","uses_hibernation":true}',
      'POST /applications/app-1/environments {"name":"next","branch":"main","build_command":null}',
    ]);
    await use.stack.preview("--expect-no-changes");
  });
});
