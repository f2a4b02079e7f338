import { join } from "node:path";
import { expect } from "chai";
import { startAccount } from "../engine/account";
import { describeEngine, useStack } from "../engine/describe";
import type { Fault } from "../faults";
import { addGitHub, readWorkflow, runStep } from "./workflow-step";

describeEngine("preview workflow", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  beforeEach(async () => {
    await addGitHub(use.stack);
    use.stack.environment.PULUMI_STACK = "organization/shop/dev";
  });

  const workflow = readWorkflow("preview.yml");
  const run = (step: string, text = workflow) =>
    runStep(use.stack, text, step, { "github.event.pull_request.number": "12" });

  async function comment(): Promise<string> {
    const { code, text } = await run("Comment");
    expect(code, text).to.equal(0);
    return use.stack.read("comment.md");
  }

  it("Preview workflow: comments each warning once and folds the values", async () => {
    const program = (branch: string) => `
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: web.id, name: "staging", branch: "${branch}" });\n`;
    await use.stack.upProgram(program("develop"));
    await use.stack.writeProgram(program("main"));
    const preview = await run("Preview");
    expect(preview.code, preview.text).to.equal(0);

    const [open = "", folded = ""] = (await comment()).split("<details>");
    expect(open).to.match(/^## Preview of organization\/shop\/dev\n/);
    const [list = "", lines = "", ...others] = open.split(/\n~~~~\n/);
    expect(list).to.match(/^- ```` warning: Environment staging of app-\d+ \(env-\d+\) will be replaced\. .* ````$/m);
    expect(list).to.match(
      /^- ```` warning: Environment staging of app-\d+ \(env-\d+\): the replacement has the same name\. .* ````$/m,
    );
    expect(list.match(/^- /gm)).to.have.lengthOf(2);
    expect(lines).to.include(" +- Environment staging replace[retain]").and.to.include("+-1 to replace");
    expect(lines).not.to.match(/warning: |Diagnostics|.{96}/);
    expect(others).to.deep.equal([""]);
    expect(folded).to.include('~ branch: "develop" => "main"');
  });

  it("Preview workflow: lists each removal as up performs it, deletes first and in bold", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "read,update,delete" });
    const lines = (...rows: string[]) => `const consent = { retainOnDelete: false };\n${rows.join("\n")}\n`;
    const environment = (name: string, options = "{}", args = "") =>
      `new Environment("${name}", { applicationId: "app-1", name: "${name}", branch: "main"${args} }, ${options});`;
    const retained = "transforms: [({ props, opts }) => ({ props, opts: { ...opts, retainOnDelete: true } })]";
    const dropId: Fault = async (request, next) => {
      const reply = await next(request);
      return request.body.includes("without-id") ? { ...reply, body: Buffer.from("{}") } : reply;
    };
    api.addFault(dropId, { lasts: true, path: /environments$/ });
    const stays = environment("stays", "consent");
    await stack.upProgram(
      lines(
        environment("without-id", "consent"),
        stays,
        environment("plain"),
        environment("topic", "consent"),
        environment("overruled", `{ ...consent, ${retained} }`),
        environment("replaced", "consent"),
        environment("withdrawn", "consent"),
        'new Application("web", { name: "Web #shop @acme", sourceControlProvider: "hostA" });',
        'new Cache("sessions", { cacheId: "cache-1", name: "sessions" });',
        'Cache.get("read", "cache-2");',
      ),
    );
    const ids = await stack.readIds();

    const replaced = (name: string, options: string) =>
      environment(name, options, `, name: "${name} 2", clusterId: "cluster-1"`);
    await stack.writeProgram(lines(stays, replaced("replaced", "consent"), replaced("withdrawn", "{}")));
    expect((await run("Preview")).code).to.equal(0);
    const list = [...(await comment()).matchAll(/^- (?!.*warning: )(.*)$/gm)].map(([, line]) => line);
    const isDeleted = (name: string) =>
      `**\`\`\`\` Environment ${name} of app-1 (${ids[name]}) \`\`\`\` will be deleted, with everything in it.**`;
    const remains = (title: string) =>
      `\`\`\`\` ${title} \`\`\`\` leaves the stack. It keeps running, and billing, until you delete it.`;
    const deleted = ["topic", "replaced"];
    expect(list.slice(0, deleted.length)).to.have.members(deleted.map(isDeleted));
    expect(list.slice(deleted.length)).to.have.members([
      ...["plain", "overruled", "without-id"].map((name) => remains(`Environment ${name} of app-1 (${ids[name]})`)),
      remains(`Application Web #shop @acme (${ids.web})`),
      remains("Cache sessions (cache-1)"),
    ]);

    await stack.up();
    const deletes = api.listSent().filter((request) => request.startsWith("DELETE "));
    expect(deletes).to.have.members(deleted.map((name) => `DELETE /environments/${ids[name]} `));
  });

  it("Preview workflow: fails if the preview fails, and comments the error", async () => {
    const { stack } = use;
    await stack.upProgram('new Cache("main", { cacheId: "cache-1", name: "sessions" }, { protect: true });');
    await stack.writeProgram("");
    expect((await run("Preview")).code).not.to.equal(0);
    expect(await comment())
      .to.match(/^- ```` error: .*main" cannot be deleted because it is protected/m)
      .and.not.include("leaves the stack");
  });

  it("Preview workflow: rejects secrets missing from READABLE_SECRETS and prints no value", async () => {
    const { stack } = use;
    const refuse = (readable: string) =>
      run(
        "Refuse a stack with secrets",
        workflow.replace('READABLE_SECRETS: ""', () => `READABLE_SECRETS: "${readable}"`),
      );
    await stack.configure({ "apphosting:maxRetries": "1" });
    expect(await refuse("")).to.include({ code: 0, text: "" });
    await stack.configure({}, { theme: "marked-1", font: "marked-2" });
    expect(await refuse("font theme")).to.include({ code: 0, text: "" });
    await stack.configure({ "apphosting:token": "marked-3" });
    await stack.succeed("config", "set", "--secret", "--path", "tokens.retail", "marked-4");
    const { code, text } = await refuse("theme");
    expect(code).to.equal(1);
    const named = [...text.matchAll(/^::error::.* the secret (\S+) of the stack\. /gm)].map(([, key]) => key);
    expect(named).to.have.members(["apphosting:token", "font", "tokens"]);
    expect(text).not.to.include("marked");
  });

  it("Preview workflow: comments only the text of an undelivered message", async () => {
    const texts = [
      "failed to deliver log message. ",
      "original message: Error: No.",
      "    at apply (/output.ts:516:31)",
    ];
    const say = (text: string) => ` +  pulumi:pulumi:Stack shop-dev create ${text}`;
    const lines = ["Previewing update (dev):", "", ...[...texts, " message severity: error", "1 warning"].map(say)];
    await use.stack.write("plain.txt", lines.join("\n"));
    await use.stack.write("diff.txt", "");
    await use.stack.write("preview.json", "");
    const [, shown] = (await comment()).split("\n~~~~\n");
    expect(shown?.trim().split("\n").slice(2)).to.deep.equal([say("original message: Error: No."), say("1 warning")]);
  });

  it("Preview workflow: the next run updates its comment instead of posting another", async () => {
    for (const file of ["plain.txt", "diff.txt"]) await use.stack.write(file, "Previewing update (dev):\n");
    // As after a command that could not log in.
    await use.stack.write("preview.json", "");
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

  it("Preview workflow: limits the comment of a long preview to 65,536 characters", async () => {
    const { stack } = use;
    const warning = (number: number) => ({ severity: "warning", message: `warning: ${number} ${"x".repeat(200)}` });
    const diagnostics = Array.from({ length: 500 }, (_, number) => warning(number));
    await stack.write("preview.json", JSON.stringify({ diagnostics }));
    const lines = ` +  ${"x".repeat(90)}\n`.repeat(1000);
    await stack.write("plain.txt", `Previewing update (dev):\n${lines}\nResources:\n    + 1000 to create\n`);
    await stack.write("diff.txt", "x".repeat(100_000));
    const posted = await comment();
    expect(posted).to.have.length.within(60_000, 65_536);
    expect(posted.match(/^- ```` warning: \d+ x{200} ````$/gm)).to.have.length.above(50);
    expect(posted).to.include("+ 1000 to create");
  });
});
