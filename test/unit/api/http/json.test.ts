import { expect } from "chai";
import { parseText } from "../../../../provider/api/http/json.js";

it("parseText: trims a text, and returns undefined for a blank one or another value", () => {
  expect(parseText(" It is locked.\n")).to.equal("It is locked.");
  for (const value of ["", " \n", 7, null, ["No."], {}, undefined]) expect(parseText(value)).to.equal(undefined);
});
