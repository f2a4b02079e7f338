import { expect } from "chai";
import { normalise, startFaultySandbox } from "../faults";
import { addApplications } from "./account";
import { describeEngine, shareStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

const secretCommand = "npm run build -- --key marked-7f3a";

const web = `
const buildCommand = config.requireSecret("buildCommand");
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", buildCommand });
`;
const program = `${web}
const staging = new Environment("staging", { applicationId: "app-1", name: config.requireSecret("environment"), branch: "develop",
  buildCommand }, { dependsOn: web });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: config.requireSecret("size"),
  triggers: [config.requireSecret("trigger")] }, { dependsOn: staging });
exports.uri = cache.connectionUri;
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

describeEngine("a secret argument", () => {
  const use = shareStack(async () => {
    const api = await startFaultySandbox();
    await addApplications(api, 1);
    return api;
  });
  let refused: string;
  let first: string;
  let changed: string;
  let trimmed: string;
  /** All that the terminal showed. */
  const shown: string[] = [];

  before(async () => {
    const { stack, api } = use;
    const secrets = { environment: "marked-9c1e", trigger: "marked-55d0", size: "1gb" };
    await stack.configure({}, { ...secrets, buildCommand: secretCommand });

    api.fault(quoted);
    await stack.program(web);
    const { code, text } = await stack.run("up", "--yes", "--skip-preview", "--suppress-progress");
    expect(code).not.to.equal(0);
    refused = text;

    await stack.program(program);
    first = await stack.preview();
    shown.push(refused, first, await stack.up(), await stack.preview("--expect-no-changes"));

    const others = {
      environment: "marked-9c1e-next",
      buildCommand: `${secretCommand} --fast`,
      size: "2.5gb",
    };
    await stack.configure({}, others);
    changed = await stack.preview();
    const trim = (value: unknown) => String(value).replace("-- ", "").trim();
    api.fault(normalise({ build_command: trim, name: (name) => `${name} `, size: "250mb" }), {
      times: Number.POSITIVE_INFINITY,
    });
    trimmed = await stack.up();
    shown.push(changed, trimmed, await stack.preview());
  });

  it("is shown as [secret] in previews", () => {
    expectGolden("secrets/first-preview", first);
    expectGolden("secrets/change", changed);
  });

  it("stays a secret that the API quotes: the package replaces a build command, the engine other secret configuration", () => {
    expectGolden("secrets/refused", diagnostics(refused));
  });

  it("is told of without its value when the API answers it trimmed", () => {
    expectGolden("secrets/trimmed", diagnostics(trimmed));
  });

  it("is in the open nowhere, in no form: terminal, state, backups, history", async () => {
    expect(shown.join("\n")).not.to.include("marked-");
    expect((await use.stack.backend()).match(/.{60}marked-.{60}/s)?.[0] ?? "").to.equal("");
  });
});
