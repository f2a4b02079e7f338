import { expect } from "chai";
import { normalise, startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

const secretCommand = "npm run build -- --key marked-7f3a";

const program = (command = 'config.requireSecret("buildCommand")') => `
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", buildCommand: ${command} });
const staging = new Environment("staging", { applicationId: "app-1", name: config.requireSecret("environment"), branch: "develop",
  buildCommand: ${command} }, { dependsOn: web });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: config.requireSecret("size"),
  triggers: [config.requireSecret("trigger")] }, { dependsOn: staging });
exports.uri = cache.connectionUri;
`;

describeEngine("a secret argument", () => {
  const use = useStack(() => startFaultySandbox());

  beforeEach(async () => {
    const body = JSON.stringify({ name: "Web shop", source_control_provider_type: "hostA" });
    const headers = { authorization: `Bearer ${use.api.token}` };
    await fetch(`${use.api.sandbox.url}/applications`, { method: "POST", headers, body });
    await use.stack.config("buildCommand", secretCommand, "--secret");
    await use.stack.config("environment", "marked-9c1e", "--secret");
    await use.stack.config("size", "1gb", "--secret");
    await use.stack.config("trigger", "marked-55d0", "--secret");
  });

  it("is shown as [secret] in previews and kept as a secret in the state", async () => {
    await use.stack.program(program());
    expectGolden("secrets/first-preview", await use.stack.preview());
    const up = await use.stack.up();
    expect(up).not.to.include("marked-");
    expectGolden("secrets/after-up", await use.stack.preview());
    await use.stack.config("buildCommand", `${secretCommand} --fast`, "--secret");
    await use.stack.config("size", "2.5gb", "--secret");
    expectGolden("secrets/change", await use.stack.preview());
    expect((await use.stack.backend()).match(/.{60}marked-.{60}/s)?.[0] ?? "").to.equal("");
  });

  it("is in the open in no form when the API answers it trimmed", async () => {
    const trimmed = (value: unknown) => String(value).replace("-- ", "").trim();
    use.api.fault(normalise({ build_command: trimmed, name: (name) => `${name} `, size: "250mb" }), {
      times: Number.POSITIVE_INFINITY,
    });
    await use.stack.program(program());
    const up = await use.stack.up();
    expectGolden("secrets/trimmed", diagnostics(up));
    const preview = await use.stack.preview();
    expect(up + preview).not.to.include("marked-");
    expect((await use.stack.backend()).match(/.{60}marked-.{60}/s)?.[0] ?? "").to.equal("");
  });

  it("of secret configuration is shown as [secret] by the engine, where the API quotes it", async () => {
    const body = {
      message: "The name marked-9c1e is taken.",
      errors: { name: ['An operation for "marked-9c1e" is in progress.'] },
    };
    use.api.fault(
      { kind: "answer", status: 422, body, takesEffect: false },
      { match: { method: "POST", path: /\/environments$/ } },
    );
    await use.stack.program(program());
    const { code, text } = await use.stack.run("up", "--yes", "--skip-preview", "--suppress-progress");
    expect(code).not.to.equal(0);
    expect(text).to.include("create environment failed with status 422: The name [secret] is taken.");
    expect(text).to.include('name: An operation for "[secret]" is in progress.');
    expect(text).not.to.include("marked-");
  });

  it("that is a build command is left out of the API's message that quotes it", async () => {
    use.api.fault(
      {
        kind: "answer",
        status: 422,
        body: {
          message: `${secretCommand} is bad`,
          errors: { build_command: [`"${secretCommand}" is bad`] },
        },
        takesEffect: false,
      },
      { times: Number.POSITIVE_INFINITY, match: { method: "POST" } },
    );
    await use.stack.program(program().replace(/const staging[\s\S]*/, ""));
    const { code, text } = await use.stack.run("up", "--yes", "--skip-preview", "--suppress-progress");
    expect(code).not.to.equal(0);
    expectGolden("secrets/refused", diagnostics(text));
    expect(text + (await use.stack.backend())).not.to.include("marked-");
  });
});
