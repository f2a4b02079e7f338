import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/models";
import { dropFields, normaliseAttributes, respondWith } from "../faults";
import { send, startAccount } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";
import { expectGolden, extractDiagnostics } from "./golden";

const secretCommand = "npm run build -- --key marked-7f3a";

/**
 * `end` changes texts, and `size` is a key of the configuration. The build command is a secret of the program: the engine
 * doesn't know it from the configuration, and so wouldn't hide it.
 */
const program = (end: string, size: string) => `
const text = (key) => config.requireSecret(key).apply((value) => value + "${end}");
const buildCommand = pulumi.secret("${secretCommand}${end}");
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", buildCommand });
const staging = new Environment("staging", { applicationId: "app-1", name: text("environment"), branch: "develop",
  buildCommand }, { dependsOn: web });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: config.requireSecret("${size}"),
  triggers: [config.requireSecret("trigger")] }, { dependsOn: staging });
new Provider("press", { token: "marked-token" });
exports.uri = cache.connectionUri;
`;
const refused = `
const refused = (applicationId, buildCommand) => new Environment(applicationId, { applicationId, name: "next", branch: "main",
  buildCommand }, { dependsOn: cache });
refused("app-2", pulumi.secret("${secretCommand}"));
refused("app-3", "npm run build");
`;

/** The API refuses it with a message that quotes it, the token and another secret of the configuration. */
const quoting = (command: string, token: string) =>
  respondWith(422, {
    message: `${command}, ${encodeURIComponent(command)} or ${token} is bad`,
    errors: { build_command: [`"${command}" is bad`], name: ['"hidden-9c1e" is in progress.'] },
  });

describeEngine("secrets", () => {
  const use = shareStack(() => startAccount(1));
  let changed: string;
  let said: string;
  /** Everything in the terminal. */
  const shown: string[] = [];

  before(async () => {
    const { stack, api } = use;
    const texts = { environment: "hidden-9c1e", trigger: "marked-55d0" };
    const settings = { "apphosting:token": api.token, "apphosting:include": '{"Cache":["marked-relation"]}' };
    const secrets = { ...texts, size: "1gb", nextSize: "2.5gb", ...settings };
    await stack.configure({ "apphosting:baseUrl": api.url }, secrets);
    stack.environment.APPHOSTING_BASE_URL = "http://127.0.0.1:1";
    stack.environment.APPHOSTING_TOKEN = "marked-wrong";
    shown.push(await stack.previewProgram(program("", "size")), await stack.up());
    changed = await stack.previewProgram(program("-next", "nextSize") + refused);
    const trimmed = normaliseAttributes(({ build_command, name }) => ({
      build_command: String(build_command).replace("-- ", "").trim(),
      name: `${name} `,
      size: "250mb",
    }));
    api.addFault(trimmed, { lasts: true, path: /applications$|app-1|cache-1/ });
    api.addFault(quoting(secretCommand, api.token), { path: /app-2/ });
    api.addFault(quoting("npm run build", api.token), { path: /app-3/ });
    said = await stack.failUp("--continue-on-error");
    shown.push(changed, said);
  });

  it("Secret argument: previews show it as [secret]", () => expectGolden("secrets/change", changed));

  it("Secret argument: messages hide it, even if the API quotes or trims it", () =>
    expectGolden("secrets/said", extractDiagnostics(said)));

  it("Secret values: appear neither in the terminal nor in the state, backups or history", async () => {
    for (const text of [...shown, await use.stack.readBackend()]) {
      for (const secret of ["marked-", use.api.token, cachePassword]) expect(text).not.to.include(secret);
    }
    for (const text of shown) expect(text).not.to.include("hidden-9c1e");
  });
});

describeEngine("secret arguments", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  beforeEach(() => use.stack.configure({ "apphosting:operations": "read,update", "apphosting:maxRetries": "0" }));

  it("buildCommand: previews show a plain change, and hide drift and what was a secret before", async () => {
    const { stack, api } = use;
    const program = (commands: Readonly<Record<string, string>>) =>
      Object.entries(commands).map(
        ([name, buildCommand]) =>
          `new Environment("${name}", { applicationId: "app-1", name: "${name}", branch: "main", buildCommand: ${buildCommand} });\n`,
      );
    await stack.upProgram(program({ plain: '"make one"', made: 'pulumi.secret("marked-1")' }).join(""));
    const ids = await stack.readIds();
    const preview = (source: string[]) => stack.previewProgram(source.join(""));
    const mask = (text: string) => text.replaceAll(/env-\d+/g, "env-<number>");
    expectGolden("secrets/commands-changed", mask(await preview(program({ plain: '"make two"', made: '"make all"' }))));
    api.addFault(dropFields("build_command"), { method: "PATCH", path: new RegExp(`${ids.made}$`) });
    await stack.up();
    expect((await stack.findResource("plain")).outputs.buildCommand).to.have.property("ciphertext");
    await send(api, "PATCH", `/environments/${ids.plain}`, { build_command: "marked-drift" });
    await stack.refresh();
    expectGolden("secrets/commands-drifted", mask(await stack.preview()));
    expect(JSON.stringify((await stack.previewSteps()).steps)).not.to.include("marked-");
    expect(await stack.readBackend()).not.to.include("marked-");
  });

  it("Secret arguments of each class: stay encrypted in the state, even after their removal", async () => {
    const { stack } = use;
    const program = (isComplete: boolean) => {
      const command = isComplete ? ', buildCommand: pulumi.secret("marked-command")' : "";
      const triggers = isComplete ? ', triggers: [pulumi.secret("marked-trigger")]' : "";
      return `
new Application("web", { name: pulumi.secret("Marked-name"), sourceControlProvider: "hostA"${command} });
new Environment("staging", { applicationId: "app-1", name: "staging", branch: pulumi.secret("marked-branch")${command} });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: pulumi.secret("2.5gb")${triggers} });\n`;
    };
    for (const isComplete of [true, false]) {
      await stack.upProgram(program(isComplete));
      await stack.refresh();
      const { inputs, outputs } = await stack.findResource("sessions");
      for (const values of [inputs, outputs]) expect(values.size).to.have.property("ciphertext");
      // A value that the API derives, such as a branch's id, isn't a secret.
      expect(await stack.readBackend()).not.to.match(/"(Marked-name|marked-(command|branch|trigger))"/);
    }
  });
});
