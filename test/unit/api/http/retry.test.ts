import { expect } from "chai";
import type { Failure, Outcome, StatusFailure } from "../../../../provider/api/http/errors.js";
import { computeBackoff, computeWait, parseRetryAfter, shouldRetry } from "../../../../provider/api/http/retry.js";

const address = "api.example.com";
const network = { kind: "connection", detail: "x", address, connected: false } as const;
const proxy = { kind: "proxy", proxy: "x:1", detail: "x" } as const;
const timeout = { kind: "timeout", seconds: 60, address } as const;
const status = (code: number): StatusFailure => ({ kind: "status", status: code, message: undefined, fields: {} });
const transient = [408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529].map(status);
const lasting = [301, 303, 308, 400, 401, 403, 404, 413, 420, 422, 430, 501, 505, 507, 519, 525].map(status);
const table: readonly [what: string, failures: readonly Failure[], outcome: Outcome, patch: boolean, post: boolean][] =
  [
    ["without a connection", [network, { ...timeout, connected: false }], "no effect", true, true],
    ["after a transient failure", [network, { ...timeout, connected: true }, ...transient], "unknown", true, false],
    ["after a permanent proxy failure", [{ ...proxy, isTemporary: false }], "no effect", false, false],
    ["after a temporary proxy failure", [{ ...proxy, isTemporary: true }], "no effect", true, true],
    ["after a certificate failure", [{ kind: "certificate", detail: "x", address }], "no effect", false, false],
    ["after an unreadable response", [{ kind: "unreadable", status: 200, detail: "x" }], "unknown", false, false],
    ["after any other status", lasting, "no effect", false, false],
  ];
for (const [what, failures, outcome, patch, post] of table) {
  it(`Retry ${what}: ${patch ? "resends" : "doesn't resend"} a PATCH or GET, and ${post ? "resends" : "doesn't resend"} a POST`, () => {
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
  it(`Retry of a busy resource with Retry-After ${retryAfter}: ${isSentAgain ? "resends" : "doesn't resend"} any request`, () => {
    for (const code of [409, 423, 425]) {
      for (const method of ["POST", "PATCH", "GET", "DELETE"] as const) {
        expect(shouldRetry(method, { failure: status(code), outcome: "no effect", retryAfter })).to.equal(isSentAgain);
      }
    }
  });
}

it("Retry after 422 with a Retry-After: doesn't resend the request", () => {
  expect(shouldRetry("PATCH", { failure: status(422), outcome: "no effect", retryAfter: 1000 })).to.equal(false);
});

it("Wait between attempts: is the longer of Retry-After and the back-off", () => {
  const wait = (retryAfter: number | undefined) =>
    computeWait({ failure: status(503), outcome: "unknown", retryAfter }, 1);
  for (const retryAfter of [undefined, 0, 100]) expect(wait(retryAfter)).to.be.within(750, 1000);
  expect(wait(3000)).to.equal(3000);
});

it("Wait between attempts: is a minute at most, even if Retry-After is longer", () => {
  const wait = (retryAfter: number) => computeWait({ failure: status(503), outcome: "unknown", retryAfter }, 0);
  expect([59_000, 60_000, 61_000, 3_600_000].map(wait)).to.deep.equal([59_000, 60_000, 60_000, 60_000]);
});

const now = Date.parse("2026-03-09T12:00:00Z");

it("Retry-After: accepts seconds, a list of seconds, or a date in GMT or UTC", () => {
  const table = {
    "0": 0,
    "1": 1000,
    " 7 ": 7000,
    "3600": 3_600_000,
    "3599.97": 3_600_000,
    "0.2": 1000,
    "1, 1": 1000,
    "1, 30,5": 30_000,
    "Mon, 09 Mar 2026 12:00:05 GMT": 5000,
    "Mon, 09 Mar 2026 12:00:05 UTC": 5000,
    " Mon, 09 Mar 2026 12:00:05 GMT ": 5000,
    "Mon, 09 Mar 2026 11:00:00 GMT": 0,
    "Tue, 10 Mar 2026 12:00:00 GMT": 86_400_000,
    "Monday, 09-Mar-26 12:00:05 GMT": 5000,
  };
  for (const [header, milliseconds] of Object.entries(table)) {
    expect(parseRetryAfter(header, now), header).to.equal(milliseconds);
  }
});

it("Retry-After: ignores an implausible or missing value", () => {
  const unixTime = String(now / 1000);
  for (const header of [undefined, null, unixTime, "9".repeat(400), "Mon, 09 Mar 2028 12:00:05 GMT"]) {
    expect(parseRetryAfter(header, now), String(header)).to.equal(undefined);
  }
});

it("Retry-After: counts an unreadable value as 0, which means back-off", () => {
  const numbers = [
    "",
    "-5",
    "1e3",
    "0x10",
    "Infinity",
    "soon",
    "5 seconds",
    "1, soon",
    "1, ",
    "Thu, 01 Jan 2026 00:00:00 GMT+0200",
  ];
  const dates = ["2026-03-09T12:00:05Z", "Mon, 99 Foo 2026 GMT", "Mon Mar  9 12:00:05 2026"];
  const zones = ["Mon, 09 Mar 2026 12:00:05 +0200", "Mon, 09 Mar 2026 12:00:05 GMT+0200"];
  for (const header of [...numbers, ...dates, ...zones]) {
    expect(parseRetryAfter(header, now), header).to.equal(0);
  }
});

const longest = [500, 1000, 2000, 4000, 8000, 8000, 8000];

it("Back-off: doubles from half a second to 8 s, minus up to a quarter", () => {
  expect(longest.map((_, attempt) => computeBackoff(attempt, () => 0))).to.deep.equal(longest);
  const shortest = longest.map((_, attempt) => computeBackoff(attempt, () => 1));
  expect(shortest).to.deep.equal(longest.map((wait) => wait * 0.75));
});
