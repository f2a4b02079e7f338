/** Requests that are sent again: which, how often, and after which wait. */

import { expect } from "chai";
import type { ClientSettings } from "../../provider/api/client.js";
import type { ApiRequest } from "../../provider/api/request.js";
import { api, clientWith, create, host, outcome, type Step, update } from "./client-fixture.js";
import { useNock } from "./nock.js";

function client(settings: Partial<ClientSettings> = {}) {
  return clientWith({ baseUrl: host, maxRetries: 2, ...settings });
}

function systemError(code: string, syscall: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

describe("A request that fails", () => {
  useNock();

  const reset = systemError("ECONNRESET", "read");
  const refused = systemError("ECONNREFUSED", "connect");
  const noName = systemError("ENOTFOUND", "getaddrinfo");
  const everyAddress = Object.assign(new AggregateError([refused, refused]), { code: "ECONNREFUSED" });
  const certificate = Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" });
  const done = { message: "step 200" };

  const table: readonly [
    what: string,
    request: ApiRequest,
    steps: readonly Step[],
    taken: number,
    outcome: unknown,
  ][] = [
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
      expect(await outcome(client().send(request))).to.deep.equal(expected);
      expect(called.taken()).to.equal(taken);
    });
  }

  // Without a Retry-After, the first wait is half a second: these run beside one another.
  const broken: readonly [what: string, request: ApiRequest, step: Step, outcome: unknown][] = [
    ["a PATCH after a connection that broke off", { ...update, path: ["a"] }, reset, done],
    ["a PATCH after a connection never made", { ...update, path: ["b"] }, refused, done],
    ["a POST after a connection never made", { ...create, path: ["c"] }, refused, done],
    ["a POST after a name that was not found", { ...create, path: ["d"] }, noName, done],
    ["a POST after no address could be reached", { ...create, path: ["e"] }, everyAddress, done],
  ];
  it(`sends, after half a second, ${broken.map(([what]) => what).join(", ")}`, async () => {
    const started = Date.now();
    const results = broken.map(async ([, request, step]) => {
      const called = api(request, [step, 200]);
      return [await outcome(client().send(request)), called.taken()];
    });
    expect(await Promise.all(results)).to.deep.equal(broken.map(([, , , expected]) => [expected, 2]));
    expect(Date.now() - started).to.be.at.least(370);
  });

  it("can have had an effect where an attempt before the last could be processed", async () => {
    api(update, [503, 422]);
    expect(await outcome(client().send(update))).to.deep.equal([422, "unknown"]);
  });

  it("is not sent again where maxRetries is 0", async () => {
    const called = api(update, [503, 200]);
    expect(await outcome(client({ maxRetries: 0 }).send(update))).to.deep.equal([503, "unknown"]);
    expect(called.taken()).to.equal(1);
  });

  it("waits as long as Retry-After says, and says so in one line from a second on", async () => {
    const lines: string[] = [];
    api(update, [503], { "retry-after": "2" });
    api(update, [200]);
    const started = Date.now();
    await client({ log: (line) => lines.push(line) }).send(update);
    expect(Date.now() - started).to.be.at.least(1950);
    expect(lines).to.deep.equal([
      "waiting 2.0 s: update cache cache-1 failed with status 503; attempt 2 of 3, 5 s at most",
    ]);
  });
});
