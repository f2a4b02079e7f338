/** The most expensive change, told by docs/changes.md: an environment and an application get another name, and are taken back. */

import { expect } from "chai";
import { type Run, record } from "../engine/account";
import { describeEngine } from "../engine/describe";
import { findNames, readText } from "../unit/docs/files";
import { useExample } from "./project";

const page = readText("docs/changes.md").split("\n## Rename an environment\n")[1]?.split("\n## ")[0] ?? "";
const [shown = ""] = findNames(page, /^```\n([\s\S]*?)^```$/gm);
const [adopted = ""] = findNames(page, /^```ts\n([\s\S]*?)^```$/gm);

/** An environment as the page has it. */
const environment = (name: string) =>
  `new Environment("staging", { applicationId: application.id, name: "${name}", branch: "develop" });\n`;

const shop = 'name: "Web shop"';

/** An `up`, and the ids in the state after it. */
interface Step extends Run<string> {
  readonly ids: readonly (string | undefined)[];
}

describeEngine("the rename of docs/changes.md", () => {
  const story = useExample("quickstart");
  let preview: string;
  let renamed: Step;
  let back: Step;
  let unchanged: string;
  let applicationRenamed: Step;
  let applicationBack: Step;

  async function write(application: string, environment: string): Promise<void> {
    await story.stack.write(
      "index.ts",
      `import { Application, Environment } from "pulumi-apphosting";
const application = new Application("web", { ${application}, sourceControlProvider: "hostA" });\n${environment}`,
    );
  }

  async function up(application: string, environment: string): Promise<Step> {
    const { stack, api } = story;
    await write(application, environment);
    const run = await record(api, () => stack.succeed("up", "--yes", "--skip-preview"));
    return { ...run, ids: Object.values(await stack.readIds()) };
  }

  before(async () => {
    const { stack } = story;
    await up(shop, environment("staging"));
    await write(shop, environment("stage"));
    preview = await stack.succeed("preview", "--suppress-progress");
    renamed = await up(shop, environment("stage"));
    back = await up(shop, adopted);
    unchanged = await stack.preview("--expect-no-changes");
    applicationRenamed = await up('name: "Store"', environment("staging"));
    applicationBack = await up(`existingId: "app-1", ${shop}`, adopted);
  });

  it("docs/changes.md, Rename: the preview shows its lines, up creates a second environment and prints the id of the first", () => {
    for (const line of shown.trim().split("\n")) expect(preview).to.include(line.trim());
    expect(renamed.result).to.include(shown.slice(shown.indexOf("warning: ")).trim());
    expect(renamed.sent).to.deep.equal(['POST /applications/app-1/environments {"name":"stage","branch":"develop"}']);
    expect(renamed.ids).to.include("env-3").and.not.include("env-2");
  });

  it("docs/changes.md, Rename: the existingId takes the first one back, and sends nothing", () => {
    expect(back.sent).to.deep.equal([]);
    expect(back.ids).to.include("env-2").and.not.include("env-3");
    expect(unchanged).to.include("unchanged");
  });

  it("docs/changes.md, Rename: an application takes its environment with it, and both come back in one up", () => {
    expect(applicationRenamed.sent.map((request) => request.split(" {")[0])).to.deep.equal([
      "POST /applications",
      "POST /applications/app-2/environments",
    ]);
    expect(applicationBack.sent).to.deep.equal([]);
    expect(applicationBack.ids).to.include.members(["app-1", "env-2"]);
  });
});
