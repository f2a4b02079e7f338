/** The most expensive change, told by docs/changes.md: an environment and an application get another name, and are taken back. */

import { expect } from "chai";
import { recordRequests } from "../engine/account";
import { describeEngine } from "../engine/describe";
import { findNames, readText } from "../unit/docs/files";
import { edit, useExample } from "./project";

const page = readText("docs/changes.md").split("\n## Rename an environment\n")[1]?.split("\n## ")[0] ?? "";
const [shown = ""] = findNames(page, /^```\n([\s\S]*?)^```$/gm);
const [back = ""] = findNames(page, /^```ts\n([\s\S]*?)^```$/gm);

/** An environment as the page has it. */
const environment = (name: string) =>
  `new Environment("staging", { applicationId: application.id, name: "${name}", branch: "develop" });\n`;

describeEngine("the rename of docs/changes.md", () => {
  const story = useExample("quickstart");
  const sentBy = (...command: string[]) => recordRequests(story.api, () => story.stack.succeed(...command));
  const up = ["up", "--yes", "--skip-preview"];
  const readIds = async () => (await story.stack.readState()).resources.map(({ id }) => id);

  before(async () => {
    const application = `const application = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });\n`;
    await story.stack.write(
      "index.ts",
      `import { Application, Environment } from "pulumi-apphosting";\n${application}${environment("staging")}`,
    );
    await story.stack.up();
  });

  it("docs/changes.md, Rename: the preview shows its lines, up creates a second environment and prints the id of the first", async () => {
    const { stack } = story;
    await edit(stack, "index.ts", 'name: "staging"', 'name: "stage"');
    const preview = await stack.succeed("preview", "--suppress-progress");
    for (const line of shown.trim().split("\n")) expect(preview).to.include(line.trim());
    const warning = shown.slice(shown.indexOf("warning: ")).trim();
    let printed = "";
    const sent = await recordRequests(story.api, async () => {
      printed = await stack.succeed(...up);
    });
    expect(printed).to.include(warning);
    expect(sent).to.deep.equal(['POST /applications/app-1/environments {"name":"stage","branch":"develop"}']);
    expect(await readIds())
      .to.include("env-3")
      .and.not.include("env-2");
  });

  it("docs/changes.md, Rename: the existingId takes the first one back, and sends nothing", async () => {
    const { stack } = story;
    await edit(stack, "index.ts", environment("stage"), back);
    expect(await sentBy(...up)).to.deep.equal([]);
    expect(await readIds())
      .to.include("env-2")
      .and.not.include("env-3");
    await stack.preview("--expect-no-changes");
  });

  it("docs/changes.md, Rename: an application takes its environment with it, and both come back in one up", async () => {
    const { stack } = story;
    await edit(stack, "index.ts", back, environment("staging"));
    await edit(stack, "index.ts", 'name: "Web shop"', 'name: "Store"');
    expect((await sentBy(...up)).map((request) => request.split(" {")[0])).to.deep.equal([
      "POST /applications",
      "POST /applications/app-2/environments",
    ]);
    await edit(stack, "index.ts", 'name: "Store"', 'existingId: "app-1", name: "Web shop"');
    await edit(stack, "index.ts", environment("staging"), back);
    expect(await sentBy(...up)).to.deep.equal([]);
    expect(await readIds()).to.include.members(["app-1", "env-2"]);
  });
});
