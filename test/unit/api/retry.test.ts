import { expect } from "chai";
import { computeBackoff, parseRetryAfter } from "../../../provider/api/retry.js";

it("Back-off: doubles from half a second to 8 s, minus up to a quarter", () => {
  const longest = [500, 1000, 2000, 4000, 8000, 8000, 8000];
  const compute = (random: number) => longest.map((_, attempt) => computeBackoff(attempt, () => random));
  expect(compute(0)).to.deep.equal(longest);
  expect(compute(1)).to.deep.equal(longest.map((wait) => wait * 0.75));
});

const now = Date.parse("2026-03-09T12:00:00Z");
for (const [meaning, milliseconds, headers] of [
  ["seconds", 0, ["0"]],
  ["seconds, rounded up", 3_600_000, ["3600", "3599.97"]],
  ["a date in GMT or UTC", 5000, ["Mon, 09 Mar 2026 12:00:05 GMT", "Monday, 09-Mar-26 12:00:05 UTC"]],
  ["a date in the past", 0, ["Mon, 09 Mar 2026 11:00:00 GMT"]],
  ["an absurd time, such as a Unix time, so back-off", 0, [String(now / 1000), "9".repeat(400), "Infinity"]],
  ["missing or unreadable, so back-off", 0, ["", "-5", "soon", "5 seconds", "1, soon", "1, "]],
  ["a date that isn't in GMT, so back-off", 0, ["Mon, 09 Mar 2026 12:00:05 +0200", "Mon, 99 Foo 2026 GMT"]],
] as const) {
  it(`Retry-After ${JSON.stringify(headers).slice(0, 50)}: ${meaning}`, () => {
    const parsed = headers.map((header) => [header, parseRetryAfter(header, now)]);
    expect(parsed).to.deep.equal(headers.map((header) => [header, milliseconds]));
  });
}
