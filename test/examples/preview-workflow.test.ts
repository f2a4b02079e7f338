import { chmod } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe";
import { runStep } from "./workflow-step";

/** GitHub's command: tells the comments there are, and keeps what is posted. */
const gh = `#!/usr/bin/env bash
case "$*" in
  *--jq*) cat "$RUNNER_TEMP/ids.txt" ;;
  *) echo "$*" >> "$RUNNER_TEMP/posts.txt" ;;
esac
`;

describeEngine("the workflow that comments previews", () => {
  const use = useStack();
  beforeEach(async () => {
    const { folder, environment } = use.stack;
    await use.stack.write("bin/gh", gh);
    await chmod(join(folder, "bin/gh"), 0o755);
    await use.stack.write("ids.txt", "");
    Object.assign(environment, {
      PATH: [join(folder, "bin"), environment.PATH].join(delimiter),
      RUNNER_TEMP: folder,
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_SERVER_URL: "https://github.test",
      GITHUB_RUN_ID: "7",
      HEADING: "## Preview of acme/shop/dev",
      NUMBER: "12",
    });
  });

  const run = (step: string) => runStep(use.stack, "preview.yml", step);

  async function comment(): Promise<string> {
    const { code, text } = await run("Comment");
    expect(code, text).to.equal(0);
    return use.stack.read("comment.md");
  }

  it("Preview workflow: comments each warning once, [retain], and each value folded", async () => {
    const program = (branch: string) => `
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: web.id, name: "staging", branch: "${branch}" });\n`;
    await use.stack.writeProgram(program("develop"));
    await use.stack.up();
    await use.stack.writeProgram(program("main"));
    const preview = await run("Preview");
    expect(preview.code, preview.text).to.equal(0);

    const [open = "", folded = ""] = (await comment()).split("<details>");
    expect(open).to.match(/^## Preview of acme\/shop\/dev\n/);
    const [list = "", lines = "", ...others] = open.split(/\n````\n/);
    expect(list).to.match(/^- ```` warning: Environment staging \(env-\d+\) will be replaced\. .* ````$/m);
    expect(list).to.match(
      /^- ```` warning: Environment staging \(env-\d+\): the replacement has the same name\. .* ````$/m,
    );
    expect(list.match(/^- /gm)).to.have.lengthOf(2);
    expect(lines).to.include(" +- Environment staging replace[retain]").and.to.include("+-1 to replace");
    expect(lines).not.to.match(/warning: |Diagnostics|.{96}/);
    expect(others).to.deep.equal([""]);
    expect(folded).to.include('~ branch: "develop" => "main"');
  });

  const refuseSecrets = () => run("Refuse a stack with secrets");

  it("Preview workflow: names each secret of the stack and fails, before the program runs, and prints no value", async () => {
    const { stack } = use;
    await stack.configure({ size: "1gb" }, { "apphosting:token": "marked-1", pressToken: "marked-2" });
    await stack.succeed("config", "set", "--secret", "--path", "tokens.retail", "marked-3");
    const { code, text } = await refuseSecrets();
    expect(code).to.equal(1);
    const named = [...text.matchAll(/^::error::.* the secret (\S+) of the stack\. /gm)].map(([, key]) => key);
    expect(named).to.have.members(["apphosting:token", "pressToken", "tokens"]);
    expect(text).not.to.include("marked");
  });

  it("Preview workflow: goes on where the stack has no secret, or READABLE_SECRETS names each", async () => {
    const { stack } = use;
    await stack.configure({ "apphosting:maxRetries": "1" });
    expect(await refuseSecrets()).to.include({ code: 0, text: "" });
    await stack.configure({}, { theme: "dark", font: "serif" });
    stack.environment.READABLE_SECRETS = "font theme";
    expect(await refuseSecrets()).to.include({ code: 0, text: "" });
    stack.environment.READABLE_SECRETS = "theme";
    expect((await refuseSecrets()).text).to.include("the secret font of the stack");
  });

  it("Preview workflow: the next run updates its comment, and posts no second one", async () => {
    for (const file of ["plain.txt", "diff.txt"]) await use.stack.write(file, "Previewing update (dev):\n");
    await comment();
    await use.stack.write("ids.txt", "5\n");
    await comment();
    const body = `--field body=@${join(use.stack.folder, "comment.md")}`;
    expect((await use.stack.read("posts.txt")).split("\n")).to.deep.equal([
      `api --method POST repos/acme/shop/issues/12/comments ${body}`,
      `api --method PATCH repos/acme/shop/issues/comments/5 ${body}`,
      "",
    ]);
  });

  it("Preview workflow: the comment keeps its warnings within 65,536 characters, however long the preview is", async () => {
    await use.stack.writeProgram(`
for (let number = 1; number <= 100; number += 1) {
  new Application("web-" + number, {
    existingId: "app-" + number, name: "Shop", sourceControlProvider: "hostA", buildCommand: "é".repeat(2000),
  });
}\n`);
    expect((await run("Preview")).code).to.equal(0);
    for (const file of ["plain.txt", "diff.txt"]) expect(await use.stack.read(file)).to.have.length.above(32_000);
    const posted = await comment();
    expect(posted).to.have.length.within(30_000, 65_536);
    expect(
      posted.match(/^- ```` warning: Application Shop \(app-\d+\) will be adopted, .* ````$/gm),
    ).to.have.length.above(50);
    expect(posted).to.include("+ 101 to create");
  });

  it("Preview workflow: fails where the preview fails, and comments its errors", async () => {
    await use.stack.writeProgram('new Cache("main", { cacheId: "cache-1", name: "sessions", size: "1 gb" });');
    expect((await run("Preview")).code).not.to.equal(0);
    expect(await comment()).to.match(/^- ```` error: .*size must be one of the 63 values of CacheSize/m);
  });
});
