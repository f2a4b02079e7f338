/** Requests that are sent again: which, how often, and after which wait. */

import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import nock from "nock";
import type { ApiRequest, ClientSettings } from "../../provider/api/http.js";
import {
  api,
  atOnce,
  clientWith,
  create,
  host,
  outcome,
  passing,
  type Step,
  update,
  useFastTime,
  useNock,
} from "./client-fixture.js";

function client(settings: Partial<ClientSettings> = {}) {
  return clientWith({ maxRetries: 2, ...settings });
}

const done = { message: "step 200" };

describe("A request that fails, or is limited,", () => {
  useNock();
  useFastTime();

  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const certificate = Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" });

  const table: readonly [what: string, request: ApiRequest, steps: readonly Step[], taken: number, outcome: unknown][] =
    [
      ["a PATCH after 503, until there is a response", update, [503, 502, 200], 3, done],
      ["a PATCH as often as maxRetries says", update, [500, 504, 503, 200], 3, [503, "unknown"]],
      ["a PATCH that can have had an effect before the last attempt", update, [503, 422], 2, [422, "unknown"]],
      ["a PATCH not after a refused certificate", update, [certificate, 200], 1, ["certificate", "none"]],
      ["a POST not after 503: it may have created", create, [503, 200], 1, [503, "unknown"]],
      ["a POST after a connection never made", create, [refused, 200], 2, done],
    ];
  for (const [what, request, steps, taken, expected] of table) {
    it(`sends ${what}`, async () => {
      const called = api(request, steps);
      expect(await passing(outcome(client().send(request)))).to.deep.equal(expected);
      expect(called.taken()).to.equal(taken);
    });
  }

  it("waits longer after each attempt, and as long as Retry-After says", async () => {
    for (const [steps, headers, least] of [
      [[503, 503], {}, 375 + 750],
      [[503], { "retry-after": "2" }, 2000],
    ] as const) {
      api(update, steps, headers);
      api(update, [200]);
      const started = Date.now();
      await passing(client().send(update));
      expect(Date.now() - started).to.be.at.least(least);
    }
  });

  for (const request of [update, create]) {
    it(`is sent again after 429, which counts as no ${request.method} that failed`, async () => {
      const called = api(request, [429, 200]);
      expect(await passing(outcome(client({ maxRetries: 0 }).send(request)))).to.deep.equal(done);
      expect(called.taken()).to.equal(2);
    });
  }

  it("fails after 10 minutes of limits", async () => {
    for (const onTheWay of [0, 610_000]) {
      nock(host)
        .patch("/v1/caches/cache-1")
        .reply(() => {
          mock.timers.tick(onTheWay);
          return [429, {}, atOnce];
        });
    }
    expect(await passing(outcome(client().send(update)))).to.deep.equal(["rate limit", "none"]);
  });

  it("keeps its place before later ones when it is sent again behind a limit, and a line says so", async () => {
    const lines: string[] = [];
    const order: string[] = [];
    const shared = client({ log: (line) => lines.push(line) });
    const at = (id: string): ApiRequest => ({ ...update, path: `/${id}` });
    const [first, second, third] = [at("a"), at("b"), at("c")];
    api(first, [503], { "retry-after": "2" });
    api(second, [429], { "retry-after": "3" });
    for (const request of [first, second, third]) api(request, [200]);
    const send = (request: ApiRequest) => shared.send(request).then(() => order.push(request.path));
    const sent = [send(first), send(second)];
    while (lines.length < 2) await turn();
    await passing(Promise.all([...sent, send(third)]));
    expect(order).to.deep.equal(["/a", "/b", "/c"]);
    expect(lines).to.include("waiting 3.0 s: the API limits requests (429); 1 request waits, for 10 minutes at most");
  });
});
