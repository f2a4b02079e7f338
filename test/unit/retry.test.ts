/** The pure decisions: which request is sent again, and after which wait. */

import { expect } from "chai";
import * as fc from "fast-check";
import { type Effect, type Failure, refused } from "../../provider/api/errors.js";
import type { Method } from "../../provider/api/http.js";
import { backoff, retryAfter, shouldRetry } from "../../provider/api/retry.js";

function refusal(status: number) {
  return refused({ status, text: "", location: undefined, retryAfter: undefined }, "https://api.example.com");
}

describe("shouldRetry", () => {
  const ofStatus = (status: number, patch: boolean): [string, Failure, Effect, boolean, boolean] => {
    const { failure, effect } = refusal(status);
    return [`status ${status}`, failure, effect, patch, false];
  };
  const address = "api.example.com";
  const network = { kind: "connection", detail: "x", address } as const;
  const timeout = { kind: "timeout", seconds: 60, address } as const;
  const table: readonly [what: string, failure: Failure, effect: Effect, patch: boolean, post: boolean][] = [
    ["a connection that was never made", network, "none", true, true],
    ["a connection that broke off", network, "unknown", true, false],
    ["no connection in time", { ...timeout, connected: false }, "none", true, true],
    ["no answer in time", { ...timeout, connected: true }, "unknown", true, false],
    ["a certificate that is refused", { ...network, kind: "certificate" }, "none", false, false],
    ["a response that cannot be unpacked", { kind: "unreadable", status: 200, detail: "x" }, "unknown", false, false],
    ...[500, 502, 503, 504].map((status) => ofStatus(status, true)),
    ...[301, 302, 303, 307, 308, 400, 401, 403, 404, 408, 409, 413, 422, 501, 505, 507].map((status) =>
      ofStatus(status, false),
    ),
  ];
  for (const [what, failure, effect, patch, post] of table) {
    for (const [method, expected] of [
      ["PATCH", patch],
      ["POST", post],
    ] as [Method, boolean][]) {
      it(`${expected ? "sends" : "does not send"} a ${method} again after ${what}`, () => {
        expect(shouldRetry(method, { failure, effect })).to.equal(expected);
      });
    }
  }
});

describe("The effect of a refused request", () => {
  const table: readonly [statuses: readonly number[], effect: string][] = [
    [[301, 307, 308, 400, 401, 403, 404, 409, 422, 429], "none"],
    // "See elsewhere" often stands for something done.
    [[302, 303, 408, 500, 501, 502, 503, 504, 599], "unknown"],
  ];
  for (const [statuses, effect] of table) {
    it(`is ${effect} for ${statuses.join(", ")}`, () => {
      expect(statuses.map((status) => refusal(status).effect)).to.deep.equal(statuses.map(() => effect));
    });
  }
});

describe("retryAfter", () => {
  const now = Date.parse("2026-03-09T12:00:00Z");
  const table: readonly [header: string | undefined, milliseconds: number | undefined][] = [
    ["0", 0],
    ["1", 1000],
    [" 7 ", 7000],
    ["60", 60_000],
    ["61", 60_000],
    ["86400", 60_000],
    ["9".repeat(400), 60_000],
    ["Mon, 09 Mar 2026 12:00:05 GMT", 5000],
    ["Mon, 09 Mar 2026 12:00:00 GMT", 0],
    ["Mon, 09 Mar 2026 11:00:00 GMT", 0],
    ["Tue, 10 Mar 2026 12:00:00 GMT", 60_000],
    ["Monday, 09-Mar-26 12:00:05 GMT", 5000],
    [undefined, undefined],
    ["", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["1e3", undefined],
    ["0x10", undefined],
    ["soon", undefined],
    ["5 seconds", undefined],
    ["2026-03-09T12:00:05Z", undefined],
    ["Mon, 99 Foo 2026 GMT", undefined],
    ["Mon, 09 Mar 2026 12:00:05 +0200", undefined],
    ["Mon Mar  9 12:00:05 2026", undefined],
    ["Infinity", undefined],
  ];
  for (const [header, milliseconds] of table) {
    const shown = header !== undefined && header.length > 40 ? "400 nines" : JSON.stringify(header);
    it(`${milliseconds === undefined ? "refuses" : `waits ${milliseconds} ms by`} ${shown}`, () => {
      expect(retryAfter(header, now)).to.equal(milliseconds);
    });
  }

  it("is never negative, never over a minute, and never throws, whatever the header", () => {
    const header = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(header, fc.nat(), (text, time) => {
        const wait = retryAfter(text, time);
        return wait === undefined || (wait >= 0 && wait <= 60_000);
      }),
      { numRuns: 500 },
    );
  });
});

describe("backoff", () => {
  const longest = [500, 1000, 2000, 4000, 8000, 8000, 8000];

  it("doubles from half a second up to 8 s", () => {
    expect(longest.map((_, attempt) => backoff(attempt, () => 0))).to.deep.equal(longest);
  });

  it("is shorter by up to a quarter, so that waiters do not come back at once", () => {
    const shortest = longest.map((_, attempt) => backoff(attempt, () => 1));
    expect(shortest).to.deep.equal(longest.map((wait) => wait * 0.75));
  });

  it("differs from one waiter to the next", () => {
    expect(new Set(Array.from({ length: 20 }, () => backoff(3))).size).to.be.above(1);
  });
});
