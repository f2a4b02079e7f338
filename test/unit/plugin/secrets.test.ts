/** The plugin as the engine calls it, where the inputs of a call have secrets: what it prints then. */

import { expect } from "chai";
import nock from "nock";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { unknownInput } from "../../../provider/host/state/comparison.js";
import { addStackSettings } from "../../../provider/plugin/provider-settings.js";
import { provider, Struct } from "../../../provider/plugin/sdk.js";
import { listSecrets, unwrapSecrets, wrapSecret } from "../../../provider/plugin/secrets.js";
import { createPluginService } from "../../../provider/plugin/service.js";
import { apiHost, useNock } from "../api/http/client-fixture.js";
import { application, cache } from "../resources.js";

const urn = "urn:pulumi:dev::shop::apphosting:index:Cache::sessions";
const sessions = { cacheId: "cache-1", name: "sessions", size: "1gb" };

/** Calls a method of the plugin as gRPC does, with the plugin's log. */
async function callPlugin<Response>(method: string, request: unknown) {
  const lines: string[] = [];
  const service = createPluginService((_, line) => lines.push(line));
  const call = (name: string, message: unknown) =>
    new Promise<Response>((resolve, reject) => {
      const handle = service[name] as unknown as (call: { request: unknown }, done: Callback<Response>) => void;
      handle({ request: message }, (error, response) => (error ? reject(error) : resolve(response)));
    });
  const settings = Struct.fromJavaScript({ token: "token", baseUrl: apiHost });
  await call("configure", new provider.ConfigureRequest().setArgs(settings));
  const outcome = await call(method, request).catch((error: { details: string }) => error);
  return { outcome, lines };
}
type Callback<Response> = (error: Error | null, response: Response) => void;

function createRequest(triggers: JsonObject[]) {
  const inputs = Struct.fromJavaScript({ ...sessions, name: wrapSecret("sessions"), triggers });
  return new provider.CreateRequest().setUrn(urn).setProperties(inputs);
}

describe("Plugin with secret triggers", () => {
  useNock();

  const table = {
    "of 40,000 characters": [wrapSecret("§".repeat(40_000))],
    "of which there are 6,000": Array.from({ length: 6000 }, (_, index) => wrapSecret(`§-${index}`)),
  };
  for (const [what, triggers] of Object.entries(table)) {
    it(`Plugin with secret triggers ${what}: keeps what a request made, and warns`, async () => {
      nock(apiHost)
        .patch("/caches/cache-1")
        .reply(200, { data: { id: "cache-1", attributes: { size: "250mb", status: "creating" } } });
      const { outcome, lines } = await callPlugin<InstanceType<typeof provider.CreateResponse>>(
        "create",
        createRequest(triggers),
      );
      const created = outcome as InstanceType<typeof provider.CreateResponse>;
      expect(created.getId()).to.equal("cache-1");
      expect(unwrapSecrets(created.getProperties()?.toJavaScript() as JsonObject)).to.include({ status: "creating" });
      expect(lines.join()).to.include('size: the program sets "1gb", the API returned "250mb"').and.not.include("§");
    });

    it(`Plugin with secret triggers ${what}: shows the API's refusal`, async () => {
      nock(apiHost)
        .patch("/caches/cache-1")
        .reply(422, { message: "No 1 sessions.", errors: { name: ["taken"] } });
      const { outcome } = await callPlugin("create", createRequest(triggers));
      expect((outcome as { details: string }).details).to.equal(
        "update cache failed with status 422: No 1 [name].\n  name: taken",
      );
    });
  }
});

it("Plugin provider: marks as secrets the token and all that it takes from the stack's configuration", () => {
  const explicit = "urn:pulumi:dev::shop::pulumi:providers:apphosting::press";
  const ofStack = { token: "stack-token", baseUrl: apiHost, maxRetries: "2", other: "x" };
  const add = (settings: JsonObject) =>
    addStackSettings(explicit, settings, { PULUMI_CONFIG: JSON.stringify(ofStack) });
  expect(add({ token: "t", maxRetries: "3" })).to.deep.equal({
    token: wrapSecret("t"),
    baseUrl: wrapSecret(apiHost),
    maxRetries: "3",
  });
  expect(add({ tokenVariable: "PRESS_TOKEN" }))
    .to.include({ tokenVariable: "PRESS_TOKEN" })
    .and.not.have.any.keys("token", "other");
  expect(add({ token: unknownInput })).to.include({ token: unknownInput });
  expect(add({ token: wrapSecret("t") })).to.deep.include({ token: wrapSecret("t") });
});

it("Plugin: redacts every text and number inside a secret argument from the API's messages, but those of arguments that are never sent", () => {
  const nested = [{ at: wrapSecret([7, true, { deep: "x" }]) }];
  const inputs = { name: wrapSecret("shop"), size: "1gb", nested, triggers: nested };
  expect(listSecrets(cache.definition, inputs)).to.deep.equal([
    { label: "name", text: "shop" },
    { label: "nested", text: "7" },
    { label: "nested", text: "x" },
  ]);
  // The path of a read has it.
  const ids = listSecrets(application.definition, { existingId: wrapSecret("app-1") });
  expect(ids).to.deep.equal([{ label: "existingId", text: "app-1" }]);
});
