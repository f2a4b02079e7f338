/** Requests that are sent again: which, how often, and after which wait. */

import { expect } from "chai";
import type { ClientSettings } from "../../provider/api/client.js";
import type { ApiRequest } from "../../provider/api/http.js";
import { api, clientWith, create, host, outcome, type Step, update } from "./client-fixture.js";
import { useNock } from "./nock.js";
import { passing, useFastTime } from "./time.js";

function client(settings: Partial<ClientSettings> = {}) {
  return clientWith({ baseUrl: host, maxRetries: 2, ...settings });
}

function systemError(code: string, syscall: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

describe("A request that fails", () => {
  useNock();
  useFastTime();

  const reset = systemError("ECONNRESET", "read");
  const refused = systemError("ECONNREFUSED", "connect");
  const noName = systemError("ENOTFOUND", "getaddrinfo");
  const everyAddress = Object.assign(new AggregateError([refused, refused]), { code: "ECONNREFUSED" });
  const certificate = Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" });
  const done = { message: "step 200" };

  const table: readonly [what: string, request: ApiRequest, steps: readonly Step[], taken: number, outcome: unknown][] =
    [
      ["a PATCH after 503, until it is answered", update, [503, 502, 200], 3, done],
      ["a PATCH as often as maxRetries says", update, [500, 504, 503, 200], 3, [503, "unknown"]],
      ["a PATCH not after a status that does not pass", update, [422, 200], 1, [422, "none"]],
      ["a PATCH not after 501", update, [501, 200], 1, [501, "unknown"]],
      ["a PATCH not after a refused certificate", update, [certificate, 200], 1, ["certificate", "none"]],
      ["a POST not after 500: it may have created", create, [500, 200], 1, [500, "unknown"]],
      ["a POST not after 503", create, [503, 200], 1, [503, "unknown"]],
      ["a POST not after 422", create, [422, 200], 1, [422, "none"]],
    ];
  for (const [what, request, steps, taken, expected] of table) {
    it(`sends ${what}`, async () => {
      const called = api(request, steps);
      expect(await passing(outcome(client().send(request)))).to.deep.equal(expected);
      expect(called.taken()).to.equal(taken);
    });
  }

  const broken: readonly [what: string, request: ApiRequest, step: Step, outcome: unknown][] = [
    ["a PATCH after a connection that broke off", update, reset, done],
    ["a PATCH after a connection never made", update, refused, done],
    ["a POST after a connection never made", create, refused, done],
    ["a POST after a name that was not found", create, noName, done],
    ["a POST after no address could be reached", create, everyAddress, done],
  ];
  for (const [what, request, failure, expected] of broken) {
    it(`sends, after half a second, ${what}`, async () => {
      const called = api(request, [failure, 200]);
      const started = Date.now();
      expect(await passing(outcome(client().send(request)))).to.deep.equal(expected);
      expect(Date.now() - started).to.be.at.least(375);
      expect(called.taken()).to.equal(2);
    });
  }

  it("can have had an effect where an attempt before the last could be processed", async () => {
    api(update, [503, 422]);
    expect(await passing(outcome(client().send(update)))).to.deep.equal([422, "unknown"]);
  });

  it("is not sent again where maxRetries is 0", async () => {
    const called = api(update, [503, 200]);
    expect(await passing(outcome(client({ maxRetries: 0 }).send(update)))).to.deep.equal([503, "unknown"]);
    expect(called.taken()).to.equal(1);
  });

  it("waits as long as Retry-After says, and says so in one line from a second on", async () => {
    const lines: string[] = [];
    api(update, [503], { "retry-after": "2" });
    api(update, [200]);
    const started = Date.now();
    await passing(client({ log: (line) => lines.push(line) }).send(update));
    expect(Date.now() - started).to.be.at.least(2000);
    // On a busy machine the clock of this test may also pass ten seconds until a response is there.
    expect(lines.filter((line) => !line.startsWith("waiting for the response"))).to.deep.equal([
      "waiting 2.0 s: update cache cache-1 failed with status 503; attempt 2 of 3, 60 s at most",
    ]);
  });
});
