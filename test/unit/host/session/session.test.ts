/** What the providers of one host process share. */

import { expect } from "chai";
import nock from "nock";
import { version } from "../../../../package.json";
import { createDynamicProvider as resourceHost } from "../../../../provider/host/dynamic-provider.js";
import { Session } from "../../../../provider/host/session/session.js";
import { apiHost, passTime, updateRequest, useFastTime, useNock } from "../../api/http/client-fixture.js";
import { catchError, createSession } from "../../host-fixture.js";
import { application, cache } from "../../resources.js";

type Request = Parameters<NonNullable<ReturnType<typeof resourceHost>["configure"]>>[0];

/** A configure request as the engine's host hands it over. */
function requestWith(values: Readonly<Record<string, string>>): Request {
  return { config: { get: (key: string) => values[key] } } as unknown as Request;
}

const configuration = requestWith({ "apphosting:token": "secret-token", "apphosting:baseUrl": apiHost });

describe("Session", () => {
  useNock();
  useFastTime();

  it("Session: configured before its first await, because the engine uses a provider while configure is pending", async () => {
    const session = createSession({});
    const provider = resourceHost(cache.definition, session);
    const pending = provider.configure?.(configuration);
    expect((await provider.check?.({}, cache.required))?.failures).to.deep.equal([]);
    await pending;
  });

  it("Session: keeps the first configuration of any provider, because its one client is made with it", async () => {
    const session = createSession({});
    await resourceHost(application.definition, session).configure?.(configuration);
    await resourceHost(cache.definition, session).configure?.(requestWith({ "apphosting:token": "other-token" }));
    expect(session.configuration.values).to.include({ token: "secret-token", baseUrl: apiHost });
    expect(session.configuration.problems).to.deep.equal([]);
  });

  it("Session: delete and refresh without a token write their lines, because nothing is sent", async () => {
    const lines: string[] = [];
    const provider = resourceHost(cache.definition, createSession({}, lines));
    await provider.read("cache-1", cache.required);
    await provider.delete("cache-1", {});
    expect(lines).to.have.length(2);
  });

  it("Session: where the secrets of inputs cannot be listed, keeps what a request made, and prints no word of the API", async () => {
    const lines: string[] = [];
    const findSecrets = () => {
      throw new Error("marked");
    };
    const engine = { info: () => {}, warn: (line: string) => lines.push(line), findSecrets };
    const environment = { APPHOSTING_TOKEN: "token", APPHOSTING_BASE_URL: apiHost };
    const session = new Session({ environment, engine });
    const provider = resourceHost(cache.definition, session);
    const inputs = { cacheId: "cache-1", name: "nn" };
    nock(apiHost)
      .patch("/caches/cache-1")
      .reply(200, { data: { attributes: { status: "marked" } } });
    const { id, outs } = await passTime(provider.create(inputs));
    expect({ id, ...outs }).to.include({ id: "cache-1", status: "marked" });
    nock(apiHost)
      .patch("/caches/cache-1")
      .reply(422, { message: "marked", errors: { name: ["marked"] } });
    const refused = provider.create(inputs);
    const { message } = await catchError(passTime(refused));
    expect(message).to.equal("update cache failed with status 422: [not shown]\n  [not shown]: [not shown]");
    expect(lines.join()).to.match(/^Cache \[not shown\]: the API has no .* \(status "\[not shown\]"\)/);
  });

  it("Session: a line about a wait does not show an id that is a secret", async () => {
    const lines: string[] = [];
    const findSecrets = () => [{ label: "cacheId", text: "cache-1" }];
    const engine = { info: (line: string) => lines.push(line), warn: () => {}, findSecrets };
    const session = new Session({ environment: { APPHOSTING_TOKEN: "token", APPHOSTING_BASE_URL: apiHost }, engine });
    nock(apiHost).patch("/caches/cache-1").reply(503, {}, { "retry-after": "2" });
    nock(apiHost).patch("/caches/cache-1").reply(200, {});
    await passTime(resourceHost(cache.definition, session).create({ cacheId: "cache-1", name: "nn" }));
    expect(lines).to.deep.equal([
      "waiting 2.0 s: update cache [cacheId] failed with status 503; attempt 2 of 5, timeout 60 s",
    ]);
  });

  it("Session: has one client, with the release in its User-Agent and lines about waits", async () => {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const session = createSession({ APPHOSTING_TOKEN: "token", APPHOSTING_BASE_URL: apiHost });
    const released = { reqheaders: { "user-agent": `pulumi-apphosting/${version}`, authorization: "Bearer token" } };
    nock(apiHost, released).patch("/caches/cache-1").reply(503, {}, { "retry-after": "2" });
    nock(apiHost, released).patch("/caches/cache-1").reply(200, { kept: true });
    expect(session.client(log)).to.equal(session.client(log));
    expect(await passTime(session.client(log).send(updateRequest))).to.deep.equal({ kept: true });
    expect(lines.join()).to.include("waiting 2.0 s: update cache cache-1 failed with status 503");
  });
});
