/** Requests that the API limits (429): they wait in order, and for how long. */

import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import nock from "nock";
import type { ClientSettings } from "../../provider/api/client.js";
import type { ApiRequest } from "../../provider/api/http.js";
import { api, atOnce, clientWith, create, host, outcome, update } from "./client-fixture.js";
import { useNock } from "./nock.js";
import { passing, useFastTime } from "./time.js";

function client(settings: Partial<ClientSettings> = {}) {
  return clientWith({ baseUrl: host, maxRetries: 2, ...settings });
}

const at = (path: string): ApiRequest => ({ ...update, path: [path] });
const done = { message: "step 200" };

describe("A request that is limited", () => {
  useNock();
  useFastTime();

  for (const request of [update, create]) {
    it(`is sent again after 429, which counts as no ${request.method} that failed`, async () => {
      const called = api(request, [429, 200]);
      expect(await passing(outcome(client({ maxRetries: 0 }).send(request)))).to.deep.equal(done);
      expect(called.taken()).to.equal(2);
    });
  }

  it("has 10 minutes for limits, of which slow answers to its attempts before take nothing", async () => {
    const scope = nock(host);
    const slow = () => {
      mock.timers.tick(310_000);
      return [503, {}, atOnce] as const;
    };
    for (const _ of [1, 2]) scope.patch("/caches/cache-1").reply(slow);
    api(update, [429, 200]);
    expect(await passing(outcome(client().send(update)))).to.deep.equal(done);
  });

  it("keeps its place before later ones when it is sent again behind a limit", async () => {
    const lines: string[] = [];
    const shared = client({ log: (line) => lines.push(line) });
    const order: string[] = [];
    const [first, second, third] = [at("a"), at("b"), at("c")];
    api(first, [503], { "retry-after": "2" });
    api(second, [429], { "retry-after": "3" });
    for (const request of [first, second, third]) api(request, [200]);
    const send = (request: ApiRequest) => shared.send(request).then(() => order.push(request.path.join()));
    const sent = [send(first), send(second)];
    // One about each wait.
    while (lines.length < 2) await turn();
    await passing(Promise.all([...sent, send(third)]));
    expect(order).to.deep.equal(["a", "b", "c"]);
  });

  it("behind a limit waits in line with the others, and one line says so for all", async () => {
    const lines: string[] = [];
    const order: string[] = [];
    const shared = client({ log: (line) => lines.push(line) });
    // Twenty that the API took: it is known to take twenty a second.
    api(
      create,
      Array.from({ length: 20 }, () => 200),
    );
    await passing(Promise.all(Array.from({ length: 20 }, () => shared.send(create))));
    const requests = [at("a"), at("b"), at("c")];
    for (const request of requests) api(request, [429], { "retry-after": "2" });
    for (const request of requests) api(request, [200]);
    const send = (request: ApiRequest) => shared.send(request).then(() => order.push(request.path.join()));
    await passing(Promise.all(requests.map(send)));
    expect(order).to.deep.equal(["a", "b", "c"]);
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]).to.match(/^waiting 2\.0 s: the API limits requests \(429\); \d requests? waits?,/);
  });
});
