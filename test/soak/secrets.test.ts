import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe.js";
import { startFaultySandbox } from "../faults/index.js";
import { answerMarkers, command, finds, marked, name, otherToken, tell, telling, token } from "./markers.js";

/**
 * The engine masks what it knows as secret configuration, which alone keeps a quoted name secret. The command is a
 * secret of the program's own, so that nothing masks it.
 */
const program = `
const command = pulumi.secret(${JSON.stringify(command)});
const web = new Application("web", { name: "Web", sourceControlProvider: "hostA", buildCommand: command });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", branch: "main", buildCommand: command });
const cache = new Cache("sessions", { cacheId: "cache-1", name: config.requireSecret("name"), size: config.get("size"),
  triggers: [command] }, { dependsOn: staging });
new Provider("other", { token: ${JSON.stringify(otherToken)} });
exports.uri = cache.connectionUri;
exports.variables = staging.environmentVariables;
`;

it("Marker search of the secrets tests: finds a marker in plain text, URL-encoded, in JSON, in base64 and in hex", () => {
  const encodings = ["base64", "base64url", "hex"] as const;
  for (const marker of [token, command, name, marked("password")]) {
    const encoded = ["", "a", "ab"].flatMap((before) =>
      encodings.map((encoding) => Buffer.from(before + marker).toString(encoding)),
    );
    const inJson = JSON.stringify(JSON.stringify({ marker }));
    for (const form of [marker, encodeURIComponent(marker), inJson, ...encoded]) {
      expect(finds(`some ${form} text`), form).not.to.deep.equal([]);
    }
  }
});

describeEngine("a secret that the engine handles", () => {
  const use = useStack(() => startFaultySandbox({ token }));
  beforeEach(async () => {
    answerMarkers(use.api);
    use.stack.environment.PULUMI_DEBUG_COMMANDS = "1";
    await use.stack.configure({}, { name });
    await use.stack.writeProgram(program);
  });

  /** What the CLI logs of every command by itself, from 3.249 on: encrypted, but compressed alone before it knows the stack. */
  async function automaticLogs(): Promise<string> {
    const folder = join(use.stack.folder, "home/logs");
    const files = await readdir(folder);
    const logs = await Promise.all(files.map((file) => readFile(join(folder, file))));
    return logs.map((log) => (log[0] === 0x1f ? gunzipSync(log) : log).toString("latin1")).join("\n");
  }
  const up = ["up", "--yes", "--skip-preview"];

  it("Secrets in a successful run: not in plain text in output, automatic logs, state, backups and history", async () => {
    delete use.stack.environment.APPHOSTING_TOKEN;
    await use.stack.configure({}, { "apphosting:token": token });
    const runs = [
      await use.stack.run("preview", "--json"),
      await use.stack.run("preview", "--diff"),
      await use.stack.run(...up),
    ];
    await use.stack.configure({ size: "2.5gb" });
    runs.push(
      await use.stack.run("preview", "--diff"),
      await use.stack.run(...up),
      await use.stack.run("preview", "--diff"),
    );
    for (const command of ["stack", "stack output --json", "stack export", "stack history", "config"]) {
      runs.push(await use.stack.run(...command.split(" ")));
    }
    runs.push(await use.stack.run("refresh", "--yes"), await use.stack.run("destroy", "--yes"));
    expect(runs.map(({ code }) => code)).to.deep.equal(runs.map(() => 0));
    expect(runs.flatMap(({ text }) => finds(text))).to.deep.equal([]);
    expect(finds(await use.stack.readBackend())).to.deep.equal([]);
    expect(finds(await use.stack.read("Pulumi.dev.yaml"))).to.deep.equal([]);
    expect(finds(await automaticLogs())).to.deep.equal([]);
  });

  it("Secrets after an API error that quotes the request, and a lost connection: nowhere in plain text", async () => {
    await use.stack.configure({ "apphosting:maxRetries": "0" });
    const found = { created: finds((await use.stack.run(...up)).text) };
    await use.stack.configure({ size: "2.5gb" });
    await use.stack.writeProgram(`${program}
new Application("second", { name: "Second", sourceControlProvider: "hostA", buildCommand: command });\n`);
    for (const [what, fault] of Object.entries(telling)) {
      tell(use.api, fault, name);
      const { code, text } = await use.stack.run(...up, "--continue-on-error");
      expect(code, what).not.to.equal(0);
      expect(text, what)
        .to.match(/(error:|\*) update cache /)
        .and.to.include("error: create application ");
      Object.assign(found, { [what]: finds(text) });
    }
    Object.assign(found, { backend: finds(await use.stack.readBackend()) });
    expect(Object.entries(found).filter(([, places]) => places.length > 0)).to.deep.equal([]);
  });
});
