/** Two organizations, and secrets: the plugin itself marks outputs, and leaves secret values out of what the API says. */

import { expect } from "chai";
import { describeEngine, shareStack } from "../engine/describe";
import { diagnostics, expectGolden } from "../engine/golden";
import { type Fault, type FaultySandbox, normalise, startFaultySandbox } from "../faults";
import { answerMarkers, command, finds, marked, name, otherToken, token } from "../soak/markers";

/** Secrets of the program, which the engine hides nowhere by itself, for no configuration has them. */
const program = (url: string, size: string) => `
const press = new Provider("press", { token: ${JSON.stringify(otherToken)}, baseUrl: "${url}" });
const retail = new Provider("retail", { tokenVariable: "RETAIL_TOKEN" });
const buildCommand = pulumi.secret(${JSON.stringify(command)});
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", buildCommand }, { provider: press });
const staging = new Environment("staging", { applicationId: web.id, name: pulumi.secret(${JSON.stringify(name)}),
  branch: "develop", buildCommand }, { provider: press });
const sessions = new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: pulumi.secret("${size}"),
  triggers: [{ of: [pulumi.secret(${JSON.stringify(marked("trigger"))})] }] }, { provider: retail });
exports.slug = staging.slug;
exports.uri = sessions.connectionUri;
`;
/** The API refuses both and quotes what it was asked. */
const refused = `
new Environment("secret", { applicationId: "app-1", name: "secret", branch: "main", buildCommand }, { provider: press });
new Environment("plain", { applicationId: "app-2", name: "plain", branch: "main", buildCommand: "npm run build" },
  { provider: press });
`;
const quoting = (value: string): Fault => ({
  kind: "answer",
  status: 422,
  body: {
    message: `No: ${value}, ${encodeURIComponent(value)}, ${otherToken}.`,
    errors: { build_command: [JSON.stringify(value)] },
  },
  takesEffect: false,
});

async function startApi(ofToken: string): Promise<FaultySandbox> {
  const api = await startFaultySandbox({ sandbox: { token: ofToken } });
  answerMarkers(api);
  return api;
}

describeEngine("two organizations and secrets of the program, with the plugin", () => {
  let press: FaultySandbox;
  const use = shareStack(async () => {
    press = await startApi(otherToken);
    return startApi(token);
  });
  let said: string;
  /** All that the terminal showed. */
  const shown: string[] = [];

  before(async () => {
    const { stack } = use;
    Object.assign(stack.environment, { RETAIL_TOKEN: token, APPHOSTING_TOKEN: marked("stack") });
    press.fault(normalise({ build_command: (value) => ` ${value}` }), { match: { path: /environments$/ } });
    await (await stack.usePlugin()).program(program(press.url, "1gb"));
    shown.push(await stack.preview(), await stack.up(), await stack.preview("--expect-no-changes"));

    await stack.program(program(press.url, "5gb") + refused);
    press.fault(quoting(command), { match: { path: /app-1\/environments$/ } });
    press.fault(quoting("npm run build"), { match: { path: /app-2\/environments$/ } });
    shown.push(await stack.preview());
    ({ text: said } = await stack.run("up", "--yes", "--skip-preview", "--suppress-progress", "--continue-on-error"));
    shown.push(said);
  });
  after(() => press?.close());

  it("have each organization change what is its own", () => {
    const sent = ({ requests }: FaultySandbox) => requests().map(({ method, path }) => `${method} ${path}`);
    const create = (id: string) => `POST /applications/${id}/environments`;
    expect(sent(press)).to.have.members(["POST /applications", ...["app-1", "app-1", "app-2"].map(create)]);
    expect(sent(use.api)).to.deep.equal(["PATCH /caches/cache-1", "PATCH /caches/cache-1"]);
  });

  it("has the API's words without the values that are secrets of the resource, and with all others", () => {
    expectGolden("plugin/secrets-said", diagnostics(said));
  });

  it("are in the open nowhere: terminal, state, backups and history", async () => {
    expect(finds(shown.join("\n"))).to.deep.equal([]);
    expect(finds(await use.stack.backend())).to.deep.equal([]);
  });

  it("are marked in the state, as are all outputs that the API may have made of a secret name; the values are right", async () => {
    const { stack } = use;
    const encrypted = async (resource: string) =>
      Object.entries((await stack.resource(resource)).outputs)
        .filter(([, value]) => typeof value === "object" && value !== null && "ciphertext" in value)
        .map(([output]) => output);
    expect(await encrypted("web")).to.have.members(["buildCommand"]);
    expect(await encrypted("sessions")).to.have.members(["size", "triggers", "credentials", "connectionUri"]);
    expect(await encrypted("staging"))
      .to.include.members(["name", "slug", "vanityDomain", "environmentVariables", "answered"])
      .and.not.include("branch");
    const uri = await stack.succeed("stack", "output", "--show-secrets", "uri");
    expect(decodeURIComponent(uri)).to.include(`:${marked("password")}@cache-1.sandbox.test`);
  });
});
