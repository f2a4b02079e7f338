/** Renaming an environment and an application, and going back, as docs/changes.md says. */

import { expect } from "chai";
import { record } from "../engine/account";
import { describeEngine, useStack } from "../engine/describe";
import { startFaultySandbox } from "../faults";
import { findNames, readText } from "../unit/docs/files";

const page = readText("docs/changes.md").split("\n## Rename an environment\n")[1]?.split("\n## ")[0] ?? "";
const [shown = ""] = findNames(page, /^```\n([\s\S]*?)^```$/gm);
const [adopted = ""] = findNames(page, /^```ts\n([\s\S]*?)^```$/gm);

/** The environment of the page. */
const environment = (name: string) =>
  `new Environment("staging", { applicationId: application.id, name: "${name}", branch: "develop" });\n`;

const shop = 'name: "Web shop"';

describeEngine("rename as in docs/changes.md", () => {
  const use = useStack(startFaultySandbox);

  const write = (application: string, environment: string) =>
    use.stack.writeProgram(
      `const application = new Application("web", { ${application}, sourceControlProvider: "hostA" });\n${environment}`,
    );

  async function up(application: string, environment: string) {
    await write(application, environment);
    const run = await record(use.api, () => use.stack.succeed("up", "--yes", "--skip-preview"));
    return { ...run, ids: Object.values(await use.stack.readIds()) };
  }

  it("docs/changes.md, Rename: up creates a second environment, and existingId restores the first", async () => {
    await up(shop, environment("staging"));
    await write(shop, environment("stage"));
    const preview = await use.stack.succeed("preview", "--suppress-progress");
    for (const line of shown.trim().split("\n")) expect(preview).to.include(line.trim());

    const renamed = await up(shop, environment("stage"));
    expect(renamed.result).to.include(shown.slice(shown.indexOf("warning: ")).trim());
    expect(renamed.sent).to.deep.equal(['POST /applications/app-1/environments {"name":"stage","branch":"develop"}']);
    expect(renamed.ids).to.include("env-3").and.not.include("env-2");

    const back = await up(shop, adopted);
    expect(back.sent).to.deep.equal([]);
    expect(back.ids).to.include("env-2").and.not.include("env-3");
  });

  it("docs/changes.md, Rename: one up restores a renamed application and its environment", async () => {
    await up(shop, environment("staging"));
    const renamed = await up('name: "Store"', environment("staging"));
    expect(renamed.sent.map((request) => request.split(" {")[0])).to.deep.equal([
      "POST /applications",
      "POST /applications/app-2/environments",
    ]);
    const back = await up(`existingId: "app-1", ${shop}`, adopted);
    expect(back.sent).to.deep.equal([]);
    expect(back.ids).to.include.members(["app-1", "env-2"]);
  });
});
