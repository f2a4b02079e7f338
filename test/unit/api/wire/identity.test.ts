import { expect } from "chai";
import { findApiType, isOfType } from "../../../../provider/api/wire/identity.js";
import { definitions } from "../../../../provider/definitions/index.js";

it("Type of a class: counts as documented, without its last s, and in any case", () => {
  for (const type of ["environments", "environment", "Environments", "ENVIRONMENT"]) {
    expect([type, isOfType(type, "environments"), isOfType(type, "applications")]).to.deep.equal([type, true, false]);
  }
  expect(isOfType("DatabaseSchema", "databaseSchemas")).to.equal(true);
  for (const type of ["environmentss", "environ", "environments ", "site", "", undefined, null, 7, ["environments"]]) {
    expect(isOfType(type as string, "environments"), String(type)).to.equal(false);
  }
});

it("Type of a class by its name in code: as documented, and empty where there is no such class", () => {
  for (const { names, apiType } of definitions) expect(findApiType(names.code)).to.equal(apiType);
  expect(findApiType("branch")).to.equal("");
});
