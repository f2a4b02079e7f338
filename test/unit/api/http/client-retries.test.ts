/** Requests that are sent again: which, how often, and after which wait. */

import { expect } from "chai";
import type { ApiRequest } from "../../../../provider/api/http/transport.js";
import {
  createRequest,
  createTestClient,
  mockApi,
  passTime,
  readOutcome,
  type Step,
  updateRequest,
  useFastTime,
  useNock,
} from "./client-fixture.js";

const client = () => createTestClient({ maxRetries: 2 });

const done = { message: "step 200" };

describe("Retries", () => {
  useNock();
  useFastTime();

  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const certificate = Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" });

  const table: readonly [what: string, request: ApiRequest, steps: readonly Step[], taken: number, outcome: unknown][] =
    [
      ["a PATCH after 503, until there is a response", updateRequest, [503, 502, 200], 3, done],
      ["a PATCH after 522, which a content delivery network returns", updateRequest, [522, 200], 2, done],
      ["a POST not after 522: it may have created", createRequest, [522, 200], 1, [522, "unknown"]],
      ["a PATCH as often as maxRetries says", updateRequest, [500, 504, 503, 200], 3, [503, "unknown"]],
      ["a PATCH that can have had an outcome before the last attempt", updateRequest, [503, 422], 2, [422, "unknown"]],
      ["a PATCH not after a refused certificate", updateRequest, [certificate, 200], 1, ["certificate", "no effect"]],
      ["a POST not after 503: it may have created", createRequest, [503, 200], 1, [503, "unknown"]],
      ["a POST after 409, 423 and 425 with a Retry-After", createRequest, [423, 425, 200], 3, done],
      ["a DELETE after 409 with a Retry-After", { ...updateRequest, method: "DELETE" }, [409, 200], 2, done],
      [
        "a POST that stays busy as often as maxRetries says",
        createRequest,
        [409, 409, 409, 200],
        3,
        [409, "no effect"],
      ],
      ["a POST after a connection never made", createRequest, [refused, 200], 2, done],
    ];
  for (const [what, request, steps, taken, expected] of table) {
    it(`Retries: the client sends ${what}`, async () => {
      const called = mockApi(request, steps);
      expect(await passTime(readOutcome(client().send(request)))).to.deep.equal(expected);
      expect(called.taken()).to.equal(taken);
    });
  }

  it("Retries: the client waits longer after each attempt, and as long as Retry-After says if that is longer", async () => {
    for (const [steps, headers, least] of [
      [[503, 503], {}, 375 + 750],
      [[503, 503], { "retry-after": "0" }, 375 + 750],
      [[503, 503], { "retry-after": new Date(0).toUTCString() }, 375 + 750],
      [[503], { "retry-after": "2" }, 2000],
    ] as const) {
      mockApi(updateRequest, steps, headers);
      mockApi(updateRequest, [200]);
      const started = Date.now();
      await passTime(client().send(updateRequest));
      expect(Date.now() - started).to.be.at.least(least);
    }
  });
});
