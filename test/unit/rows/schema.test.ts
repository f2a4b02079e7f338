import { expect } from "chai";
import {
  integer,
  line,
  oneOf,
  parseInput,
  readValue,
  type Schema,
  suggestName,
  text,
} from "../../../provider/rows/schema.js";

const size = oneOf("Size", { Small: "1gb", Large: "managed.r7g.large" });
const manySizes = oneOf("Size", Object.fromEntries([..."abcdefghijklm"].map((letter) => [letter, letter])));
const listed = 'must be one of "1gb", "managed.r7g.large"';

// The tables' own limits are in test/documented.
for (const [what, schema, value, ...mistakes] of [
  [
    "a text that breaks two rules",
    text({ min: 2, max: 4, pattern: /^a+$/, form: "may only hold a" }),
    "b",
    "must have 2 to 4 characters; it has 1",
    "may only hold a",
  ],
  ["an empty text", text({ min: 1, max: 4, pattern: /^a*$/, form: "x" }), "", "must have 1 to 4 characters; it has 0"],
  ["an invisible character in a line", line(), "a\u200bb"],
  ["a missing integer", integer(1, 9), undefined, "is required (integer from 1 to 9)"],
  ["an unlisted value", size, "colossal", listed],
  ["an unlisted value of many", manySizes, "zzz", `must be one of the 13 values of Size`],
  ["a missing listed value", size, undefined, 'is required (one of "1gb", "managed.r7g.large")'],
] as [string, Schema, unknown, ...string[]][]) {
  it(`Input with ${what}: ${mistakes.join(" ").slice(0, 50) || "is accepted"}`, () => {
    expect(parseInput(schema, value).mistakes).to.deep.equal(mistakes);
  });
}

it("Schema: what a response has needs the type alone, not the limits", () => {
  const strict = text({ min: 3, max: 4, pattern: /^a+$/, form: "x" });
  expect(readValue(strict, "b\ud800", "name")).to.deep.equal({ value: "b\ufffd", mismatches: [] });
  expect(readValue(integer(1, 9), 10, "nodes")).to.deep.equal({ value: 10, mismatches: [] });
});

for (const [name, suggestion] of [
  ["1GB", " Did you mean 1gb?"],
  ["managed.large.r7g", ""],
  // Two changes would turn it into anything.
  ["ab", ""],
  ["", ""],
] as const) {
  it(`suggestName("${name}"): "${suggestion}"`, () => {
    expect(suggestName(name, ["1gb", "managed.r7g.large"])).to.equal(suggestion);
  });
}
