/** Requests that are sent again: which, how often, and after which wait. */

import { expect } from "chai";
import type { ApiRequest } from "../../provider/api/http.js";
import {
  api,
  clientWith,
  create,
  outcome,
  passing,
  type Step,
  update,
  useFastTime,
  useNock,
} from "./client-fixture.js";

const client = () => clientWith({ maxRetries: 2 });

const done = { message: "step 200" };

describe("A request that fails", () => {
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
});
