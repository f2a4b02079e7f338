import { expect } from "chai";
import { joinTexts } from "../../../../provider/api/http/json.js";

it("Joined texts: trimmed, without empty ones, with a space between them; none without a word", () => {
  expect(joinTexts([" No. ", "", "\n", "It is locked.", 7, null])).to.equal("No. It is locked.");
  for (const values of [[], ["", " "], [7, {}]]) expect(joinTexts(values)).to.equal(undefined);
});
