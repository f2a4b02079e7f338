import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/cache";
import { normalise, startFaultySandbox } from "../faults";
import { addApplications } from "./account";
import { describeEngine, shareStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

const secretCommand = "npm run build -- --key marked-7f3a";

/** `end` is put at the end of texts, and changes them; `size` is a key of the configuration. */
const program = (end: string, size: string) => `
const text = (key) => config.requireSecret(key).apply((value) => value + "${end}");
const buildCommand = text("buildCommand");
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", buildCommand });
const staging = new Environment("staging", { applicationId: "app-1", name: text("environment"), branch: "develop",
  buildCommand }, { dependsOn: web });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: config.requireSecret("${size}"),
  triggers: [config.requireSecret("trigger")] }, { dependsOn: staging });
exports.uri = cache.connectionUri;
`;
const refused = `
new Environment("refused", { applicationId: "app-2", name: "refused", branch: "main",
  buildCommand: config.requireSecret("buildCommand") }, { dependsOn: cache });
`;

/** The API refuses it with a message that quotes it, and another secret of the configuration. */
const quoted = {
  kind: "answer",
  status: 422,
  body: {
    message: `${secretCommand} is bad`,
    errors: { build_command: [`"${secretCommand}" is bad`], name: ['"marked-9c1e" is in progress.'] },
  },
  takesEffect: false,
} as const;

describeEngine("a secret", () => {
  const use = shareStack(async () => {
    const api = await startFaultySandbox();
    await addApplications(api, 1);
    return api;
  });
  let changed: string;
  let said: string;
  /** All that the terminal showed. */
  const shown: string[] = [];

  before(async () => {
    const { stack, api } = use;
    const texts = { environment: "marked-9c1e", trigger: "marked-55d0", buildCommand: secretCommand };
    const secrets = { ...texts, size: "1gb", nextSize: "2.5gb", "apphosting:token": api.token };
    await stack.configure({ "apphosting:baseUrl": api.url }, secrets);
    stack.environment.APPHOSTING_BASE_URL = "http://127.0.0.1:1";
    stack.environment.APPHOSTING_TOKEN = "marked-wrong";
    await stack.program(program("", "size"));
    shown.push(await stack.preview(), await stack.up());

    await stack.program(program("-next", "nextSize") + refused);
    changed = await stack.preview();
    const trim = (value: unknown) => String(value).replace("-- ", "").trim();
    const always = { times: Number.POSITIVE_INFINITY, match: { path: /applications$|app-1|cache-1/ } };
    api.fault(normalise({ build_command: trim, name: (name) => `${name} `, size: "250mb" }), always);
    api.fault(quoted, { match: { path: /app-2/ } });
    const { code, text } = await stack.run("up", "--yes", "--skip-preview", "--suppress-progress");
    expect(code).not.to.equal(0);
    said = text;
    shown.push(changed, said);
  });

  it("argument is shown as [secret] in previews", () => expectGolden("secrets/change", changed));

  it(
    "that the API quotes or answers trimmed is not shown: the package replaces a build command, the engine other secret " +
      "configuration",
    () => expectGolden("secrets/said", diagnostics(said)),
  );

  it("is in the open nowhere, in no form: terminal, state, backups, history; nor is a token of the configuration, nor a cache's password", async () => {
    for (const text of [...shown, await use.stack.backend()]) {
      for (const secret of ["marked-", use.api.token, cachePassword]) expect(text).not.to.include(secret);
    }
  });
});
