/** The program of the README, the change that it describes, and what each `up` sends. */

import { expect } from "chai";
import { record, recordRequests } from "../engine/account";
import { describeEngine } from "../engine/describe";
import { expectFileText, sortBlocks } from "../engine/golden";
import { drawPicture } from "../tools/picture";
import { changeProgram } from "../tools/readme-change";
import { findNames, readText } from "../unit/docs/files";
import { useExample } from "./project";

const readme = readText("README.md");
const [program = ""] = findNames(readme, /^```ts\n([\s\S]*?)^```$/gm);

const title =
  "pulumi preview --diff: two settings of a cache are updated in place, and an environment with another name and branch is replaced.";

describeEngine("README", () => {
  const story = useExample("quickstart");
  let preview: string;
  let sent: { readonly byPreviews: string[]; readonly byFirstUp: string[]; readonly bySecondUp: string[] };

  before(async () => {
    const { stack, api } = story;
    // The README starts a project from the quickstart.
    await stack.write("index.ts", program);
    const byFirstPreview = await recordRequests(api, () => stack.preview());
    const byFirstUp = await recordRequests(api, () => stack.up());
    await changeProgram(stack);
    const second = await record(api, () => stack.preview());
    preview = second.result;
    const bySecondUp = await recordRequests(api, () => stack.up());
    sent = { byPreviews: [...byFirstPreview, ...second.sent], byFirstUp, bySecondUp };
  });

  it("README: up of its program sends only operations of its first table, each once", () => {
    const operations = findNames(readme, /^\| \[`\w+`\]\(\S+\) \| `([A-Z]+ \S+)`/gm);
    const paths = operations.map((operation) => new RegExp(`^${operation.replaceAll(/\{\w+\}/g, "[^/]+")} \\{`));
    const found = sent.byFirstUp.map((request) => paths.findIndex((path) => path.test(request)));
    expect(found, sent.byFirstUp.join()).not.to.include(-1).and.not.to.deep.equal([]);
    expect(new Set(found)).to.have.property("size", found.length);
  });

  it("README: its previews send nothing", () => {
    expect(sent.byPreviews).to.deep.equal([]);
  });

  it("README: docs/quickstart-preview.svg shows the preview of its change", () =>
    expectFileText("docs/quickstart-preview.svg", drawPicture(title, "pulumi preview --diff", sortBlocks(preview))));

  it("README: up of its change sends one PATCH and one POST", () => {
    expect(sent.bySecondUp).to.have.members([
      'PATCH /caches/cache-1 {"name":"sessions","auto_upgrade_enabled":false,"hibernation_timeout":45}',
      'POST /applications/app-1/environments {"name":"staging-2","branch":"main","build_command":"npm ci && npm run build"}',
    ]);
  });

  it("README: the preview after its change is empty", async () => {
    await story.stack.preview("--expect-no-changes");
  });
});
