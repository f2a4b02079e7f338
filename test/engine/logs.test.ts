/** Which commands print or write secrets in plain text, as docs/outputs-and-secrets.md lists them. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/models";
import { startFaultySandbox } from "../faults";
import { findNames, readText } from "../unit/docs/files";
import { describeEngine, shareStack } from "./describe";

/** An argument and an output are secrets. Another value of `run` makes each `up` an update. */
const program = `
new Application("web", { name: "Web shop", sourceControlProvider: "hostA", buildCommand: pulumi.secret("marked-7f3a") });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", triggers: [config.get("run") ?? ""] });
exports.uri = cache.connectionUri;
`;
const secrets = ["marked-7f3a", cachePassword];

describeEngine("logs", () => {
  const use = shareStack(startFaultySandbox);
  let runs = 0;
  let decrypted: string;

  before(async () => {
    const { stack } = use;
    // --event-log needs PULUMI_DEBUG_COMMANDS.
    Object.assign(stack.environment, { PULUMI_DEBUG_COMMANDS: "1", PULUMI_DEBUG_GRPC: "grpc.json" });
    await stack.upProgram(program, "--event-log", "events.json", "--tracing", "file:trace.json");
    delete stack.environment.PULUMI_DEBUG_GRPC;
    decrypted = await run("logs decrypt --latest");
  });
  beforeEach(() => use.stack.configure({ run: String(++runs) }));

  /** Runs a command, and returns what it prints. */
  const run = (command: string) => use.stack.succeed(...command.split(" "));
  const up = "up --yes --skip-preview";

  async function collectEvents(): Promise<string> {
    const { folder, environment } = use.stack;
    const path = process.env.PATH;
    process.env.PATH = environment.PATH;
    const pulumiCommand = await PulumiCommand.get();
    process.env.PATH = path;
    const options = { pulumiCommand, envVars: environment as Record<string, string> };
    const stack = await LocalWorkspace.selectStack({ stackName: "dev", workDir: folder }, options);
    const events: unknown[] = [];
    await stack.up({ onEvent: (event) => events.push(event) });
    return JSON.stringify(events);
  }

  /** The commands of the list, the option or variable of the first `up` that wrote a file, and the listener. */
  const listed: Readonly<Record<string, () => Promise<string>>> = {
    "pulumi up --json": () => run(`${up} --json`),
    "--debug": () => run(`${up} --debug`),
    "-v=3": () => run(`${up} -v=3 --logtostderr`),
    "--event-log": () => use.stack.read("events.json"),
    "--tracing": () => use.stack.read("trace.json"),
    "--otel-traces": () => run(`${up} --otel-traces file://${use.stack.folder}/log`).then(() => use.stack.read("log")),
    onEvent: collectEvents,
    PULUMI_DEBUG_GRPC: () => use.stack.read("grpc.json"),
    "pulumi logs decrypt": async () => decrypted,
  };

  it("docs/outputs-and-secrets.md, Logs: lists the commands of these tests", () => {
    const [, section = ""] = /^## Logs\n([\s\S]*?)^## /m.exec(readText("docs/outputs-and-secrets.md")) ?? [];
    // The first sentence of each item.
    const items = findNames(section, /^- ([\s\S]*?)\.\s/gm);
    expect(items.flatMap((item) => findNames(item, /`([^`]+)`/g))).to.have.members(Object.keys(listed));
  });

  for (const [name, write] of Object.entries(listed)) {
    it(`${name}: shows secret arguments and outputs in plain text`, async () => {
      const text = await write();
      for (const secret of secrets) expect(text.includes(secret), secret).to.equal(true);
    });
  }

  const others = [
    "preview --json",
    `${up} --diff`,
    "refresh --yes --skip-preview --diff",
    "refresh --yes --skip-preview --json",
    "stack export",
    "destroy --preview-only --diff",
    "destroy --yes --skip-preview --json",
  ];
  for (const command of others) {
    it(`pulumi ${command}: shows no secret in plain text`, async () => {
      const text = await run(command);
      expect(text).not.to.equal("");
      for (const secret of secrets) expect(text.includes(secret), secret).to.equal(false);
    });
  }

  it("Automatic logs of the CLI: contain no secret in plain text", async () => {
    const folder = join(use.stack.folder, "home/logs");
    const logs = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file))));
    expect(logs).not.to.deep.equal([]);
    // Encrypted, or only compressed if the CLI doesn't know the stack yet.
    const texts = logs.map((log) => (log[0] === 0x1f ? gunzipSync(log) : log).toString("latin1"));
    for (const secret of secrets) expect(texts.join("\n").includes(secret), secret).to.equal(false);
  });
});
