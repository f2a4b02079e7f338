import { expect } from "chai";
import { type Json, parseJson, parseText } from "../../../provider/rows/json.js";

it("parseText: trims a text, and returns an empty one for another value", () => {
  const values: Json[] = [" It is locked.\n", "", " \n", 7, null, ["No."]];
  expect(values.map(parseText).filter((text) => text !== "")).to.deep.equal(["It is locked."]);
});

it("parseJson: reads JSON after a byte order mark, and nothing else", () => {
  expect(["\ufeff [1] \n", "", "{", "OK"].map(parseJson)).to.deep.equal([[1], undefined, undefined, undefined]);
});
