/** The pure decisions: which request is sent again, and after which wait. */

import { expect } from "chai";
import type { Failure, Outcome } from "../../../../provider/api/http/errors.js";
import { computeWait, parseRetryAfter, shouldRetry } from "../../../../provider/api/http/retry.js";

const address = "api.example.com";
const network = { kind: "connection", detail: "x", address, connected: false } as const;
const timeout = { kind: "timeout", seconds: 60, address } as const;
const status = (code: number) => ({ kind: "status", status: code, message: undefined, fields: {} }) as const;
const transient = [408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529].map((code) => status(code));
const lasting = [301, 303, 308, 400, 401, 403, 404, 413, 420, 422, 430, 501, 505, 507, 519, 525].map((code) =>
  status(code),
);
const table: readonly [what: string, failures: readonly Failure[], outcome: Outcome, patch: boolean, post: boolean][] =
  [
    ["where it never connected", [network, { ...timeout, connected: false }], "no effect", true, true],
    ["after a transient failure", [network, { ...timeout, connected: true }, ...transient], "unknown", true, false],
    ["where the proxy is wrong", [{ kind: "proxy", proxy: "x:1", detail: "x" }], "no effect", false, false],
    ["where it cannot be trusted", [{ ...network, kind: "certificate" }], "no effect", false, false],
    ["where it cannot be read", [{ kind: "unreadable", status: 200, detail: "x" }], "unknown", false, false],
    ["after another status", lasting, "no effect", false, false],
  ];
for (const [what, failures, outcome, patch, post] of table) {
  it(`Retry ${what}: a PATCH or GET is ${patch ? "" : "not "}sent again, a POST is ${post ? "" : "not "}sent again`, () => {
    for (const failure of failures) {
      const decisions = (["PATCH", "GET", "POST"] as const).map((method) => shouldRetry(method, { failure, outcome }));
      expect(decisions, JSON.stringify(failure)).to.deep.equal([patch, patch, post]);
    }
  });
}

for (const [retryAfter, isSentAgain] of [
  [undefined, false],
  [0, true],
  [2000, true],
] as const) {
  it(`Retry of a busy resource, Retry-After ${retryAfter}: any request is ${isSentAgain ? "" : "not "}sent again, for it had no effect`, () => {
    for (const code of [409, 423, 425]) {
      for (const method of ["POST", "PATCH", "GET", "DELETE"] as const) {
        expect(shouldRetry(method, { failure: status(code), outcome: "no effect", retryAfter })).to.equal(isSentAgain);
      }
    }
  });
}

it("Retry of another refusal with a Retry-After: not sent again", () => {
  expect(shouldRetry("PATCH", { failure: status(422), outcome: "no effect", retryAfter: 1000 })).to.equal(false);
});

const now = Date.parse("2026-03-09T12:00:00Z");

const day = 86_400_000;

for (const [header, wait] of Object.entries({
  "0": 0,
  " 7 ": 7000,
  "3600": 3_600_000,
  "3599.97": 3_600_000,
  "1, 1": 1000,
  "1,30 , 2": 30_000,
  "Mon, 09 Mar 2026 12:00:05 GMT": 5000,
  "Mon, 09 Mar 2026 12:00:05 UTC": 5000,
  "Monday, 09-Mar-26 12:00:05 GMT": 5000,
  "Mon, 09 Mar 2026 11:00:00 GMT": 0,
  "Tue, 09 Mar 2027 12:00:00 GMT": 365 * day,
})) {
  it(`Retry-After ${JSON.stringify(header)}: a wait of ${wait} ms`, () => {
    expect(parseRetryAfter(header, now)).to.equal(wait);
  });
}

for (const header of [undefined, "1773057600", "9".repeat(400), "Wed, 10 Mar 2027 12:00:00 GMT"]) {
  it(`Retry-After ${header?.slice(0, 30)}: counts as none, because nobody waits for more than a year`, () => {
    expect(parseRetryAfter(header, now)).to.equal(undefined);
  });
}

const numbers = ["", "-5", "1.2.3", "1e3", "0x10", "Infinity", "soon", "5 seconds"];
const dates = ["2026-03-09T12:00:05Z", "Mon, 99 Foo 2026 GMT", "Mon Mar  9 12:00:05 2026"];
const nearly = ["Mon, 09 Mar 2026 12:00:05 +0200", "Mon, 09 Mar 2026 12:00:05 GMT+0000", "at Mon, 09 Mar 2026 GMT"];
for (const header of [...numbers, ...dates, ...nearly]) {
  it(`Retry-After ${JSON.stringify(header)}: unreadable, so the request is sent again after the usual wait`, () => {
    expect(parseRetryAfter(header, now)).to.equal(0);
  });
}

it("Wait: Retry-After, or else half a second, doubled with each failed attempt up to 8 s", () => {
  const failed = { failure: status(503), outcome: "unknown" } as const;
  const waits = [0, 1, 2, 3, 4, 5, 20].map((earlierFailures) => computeWait(failed, earlierFailures));
  expect(waits).to.deep.equal([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  for (const [retryAfter, expected] of [
    [undefined, 2000],
    [0, 2000],
    [1000, 1000],
    [90_000, 90_000],
  ]) {
    expect(computeWait({ ...failed, retryAfter }, 2)).to.equal(expected);
  }
});
