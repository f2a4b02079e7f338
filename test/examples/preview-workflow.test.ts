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
    expect(list).to.match(
      /^- ```` warning: Environment staging \(env-\d+\): once `up` has created the new one.* ````$/m,
    );
    expect(list).to.match(/^- ```` warning: Environment staging \(env-\d+\): the new one has the same name.* ````$/m);
    expect(list.match(/^- /gm)).to.have.lengthOf(2);
    expect(lines).to.include(" +- Environment staging replace[retain]").and.to.include("+-1 to replace");
    expect(lines).not.to.match(/warning: |Diagnostics|.{96}/);
    expect(others).to.deep.equal([""]);
    expect(folded).to.include('~ branch: "develop" => "main"');
  });

  const refuseToken = () => run("Refuse a stack that has the API's token");

  it("Preview workflow: fails where the stack has the API's token, before the program runs, and does not print it", async () => {
    await use.stack.configure({}, { "apphosting:token": "marked-token" });
    const { code, text } = await refuseToken();
    expect(code).to.equal(1);
    expect(text)
      .to.match(/^::error::The stack has apphosting:token/)
      .and.not.include("marked-token");
  });

  it("Preview workflow: goes on where the token is in the environment alone", async () => {
    await use.stack.configure({ "apphosting:maxRetries": "1" });
    const { code, text } = await refuseToken();
    expect(code, text).to.equal(0);
    expect(text).to.equal("");
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
      posted.match(/^- ```` warning: Application Shop \(app-\d+\): `pulumi up` adopts it.* ````$/gm),
    ).to.have.length.above(50);
    expect(posted).to.include("+ 101 to create");
  });

  it("Preview workflow: fails where the preview fails, and comments its errors", async () => {
    await use.stack.writeProgram('new Cache("main", { cacheId: "cache-1", name: "sessions", size: "1 gb" });');
    expect((await run("Preview")).code).not.to.equal(0);
    expect(await comment()).to.match(/^- ```` error: .*size must be one of the 63 values of CacheSize/m);
  });
});
