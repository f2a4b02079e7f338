import { expect } from "chai";
import { isOfType } from "../../../../provider/api/wire/responses.js";

it("Type of a class: counts as documented, without its last s, and in any case", () => {
  for (const type of ["environments", "environment", "Environments", "ENVIRONMENT"]) {
    expect([type, isOfType(type, "environments"), isOfType(type, "applications")]).to.deep.equal([type, true, false]);
  }
  expect(isOfType("DatabaseSchema", "databaseSchemas")).to.equal(true);
  for (const type of ["environmentss", "environ", "environments ", "site", "", undefined, null, 7, ["environments"]]) {
    expect(isOfType(type as string, "environments"), String(type)).to.equal(false);
  }
});
