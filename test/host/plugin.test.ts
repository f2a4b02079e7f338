/** The plugin's process, spoken to over gRPC as the engine does: what programs in other languages send, and our classes do not. */

import { join, resolve } from "node:path";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { expect } from "chai";
import type { JsonObject } from "../../provider/api/http/json.js";
import { unwrapSecrets, wrapSecret } from "../../provider/plugin/secrets.js";
import { requiredInputs } from "./arguments.js";
import { connect, encodeStruct, type Send } from "./connection.js";

const checkout = resolve(__dirname, "../..");
const folder = join(checkout, "pulumi-plugin");
const executable = join(folder, "pulumi-resource-apphosting");
/** As its first line says. Windows does not read that line. */
const runExecutable = process.platform === "win32" ? [process.execPath, executable] : [executable];
/** How Pulumi's language host runs a folder that says `runtime: nodejs`. */
const runner = join(checkout, "node_modules/@pulumi/pulumi/cmd/run-plugin");

/** What the plugin answers, started by this command. */
async function answered<Answer>(command: readonly string[], env: NodeJS.ProcessEnv, send: Send<Answer>) {
  const { call, stop } = await connect([...command, "127.0.0.1:0"], env);
  return call(send).finally(stop);
}

describe("The plugin's folder", () => {
  for (const [way, command] of [
    ["Pulumi's language host", [process.execPath, runner, folder]],
    ["the engine, which takes the executable in it", runExecutable],
  ] as const) {
    it(`Plugin folder: serves the schema when run by ${way}`, async () => {
      const request = new messages.GetSchemaRequest();
      const response = await answered<messages.GetSchemaResponse>(command, {}, (client, done) =>
        client.getSchema(request, done),
      );
      expect(JSON.parse(response.getSchema())).to.include({ name: "apphosting" });
    });
  }
});

describe("An explicit provider of the plugin", () => {
  const ofStack = { token: "stack-token", baseUrl: "https://stack.example.com", maxRetries: "2", tokn: "x" };
  const env = { PULUMI_CONFIG: JSON.stringify(ofStack), APPHOSTING_TOKEN: "token-of-the-shell" };
  const check = async (name: string, settings: JsonObject) => {
    const urn = `urn:pulumi:dev::shop::pulumi:providers:apphosting::${name}`;
    const request = new messages.CheckRequest().setUrn(urn).setNews(encodeStruct(settings));
    const response = await answered<messages.CheckResponse>(runExecutable, env, (client, done) =>
      client.checkConfig(request, done),
    );
    const reasons = response.getFailuresList().map((failure) => failure.getReason());
    return { inputs: response.getInputs()?.toJavaScript(), reasons };
  };

  it("Explicit provider, by the plugin: a setting that is left out or empty comes from the stack's configuration", async () => {
    expect(await check("press", { token: "press-token", baseUrl: "", timeoutSeconds: "5" })).to.deep.equal({
      inputs: {
        ...{ token: wrapSecret("press-token"), timeoutSeconds: "5" },
        ...{ baseUrl: wrapSecret(ofStack.baseUrl), maxRetries: wrapSecret("2") },
      },
      reasons: [],
    });
  });

  it("Explicit provider, by the plugin: its token never comes from the stack's configuration or APPHOSTING_TOKEN; it is refused without", async () => {
    const { inputs, reasons } = await check("press", { token: " " });
    expect(unwrapSecrets(inputs as JsonObject)).to.deep.equal({
      token: " ",
      baseUrl: ofStack.baseUrl,
      maxRetries: "2",
    });
    expect(reasons.join()).to.match(/^set either token, the API token of the organization, or tokenVariable,/);
  });

  for (const name of ["default", "default_0_2_0", "default_1_0_0_alpha_1", "default_0_2_0_https___get_example_com"]) {
    it(`Default provider, by the plugin: its settings are neither checked nor filled in where the engine has named it ${name}`, async () => {
      const settings = { token: "stack-token", baseUrl: "https://stack.example.com", another: "setting" };
      expect(await check(name, settings)).to.deep.equal({ inputs: settings, reasons: [] });
    });
  }
});

describe("A read by the plugin", () => {
  const configured = { APPHOSTING_TOKEN: "token", APPHOSTING_BASE_URL: "https://api.example.com" };
  const read = async (inputs: JsonObject | undefined, state: JsonObject | undefined) => {
    const request = new messages.ReadRequest()
      .setUrn("urn:pulumi:dev::shop::apphosting:index:Cache::sessions")
      .setId("cache-1")
      .setInputs(inputs && encodeStruct(inputs))
      .setProperties(state && encodeStruct(state));
    const response = await answered<messages.ReadResponse>(runExecutable, configured, (client, done) =>
      client.read(request, done),
    );
    return response.getProperties()?.toJavaScript();
  };

  for (const [what, inputs, state] of [
    ["`get`", {}, {}],
    ["`get` with properties", { name: "sessions" }, { name: "sessions" }],
    ["`get` with properties, by an old engine", undefined, { name: "sessions" }],
    ["import", undefined, undefined],
  ] as const) {
    it(`Plugin read: what was never recorded is refused: ${what}`, async () => {
      const error = await read(inputs, state).catch((thrown) => thrown);
      expect(error).to.be.instanceOf(Error);
      expect(error.message).to.equal(
        "Cache cache-1 cannot be imported or read by `get`: no read returns all of its arguments. Set its id as cacheId instead",
      );
    });
  }

  it("Plugin read: a recorded resource is returned with its outputs", async () => {
    const recorded = { ...requiredInputs.cache, status: "available" };
    expect(await read(requiredInputs.cache, recorded)).to.include(recorded);
  });
});
