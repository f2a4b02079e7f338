/** Which resource a response is about: the type of a class, and the id that `Location` names. */

import { expect } from "chai";
import { findApiType, findLocationId, isOfOtherClass, isOfType } from "../../../../provider/api/wire/identity.js";
import { definitions } from "../../../../provider/definitions/index.js";

const baseUrl = "https://api.example.com/v1";
const paths = ["/applications/a%2Fb/environments", "/environments"] as const;

for (const [location, id] of [
  ["https://api.example.com/v1/applications/a%2Fb/environments/env-5", "env-5"],
  ["https://api.example.com:443/v1/environments/env-5?x=1#y", "env-5"],
  ["//api.example.com/v1/environments/env-5", "env-5"],
  ["/v1/applications/a%2Fb/environments/env-5", "env-5"],
  ["/v1/applications/a%2Fb/environments/env-5/", "env-5"],
  ["environments/env-5", "env-5"],
  ["./environments/a%2Fb%20c", "a/b c"],
  ["/v1/environments/env-5", "env-5"],
  ["/v1/environments/env-5/", "env-5"],
  ["/v1/jobs/../environments/env-5", "env-5"],
  ["/v1/environments/creates", "creates"],
] as const) {
  it(`Location ${location}: names the id ${id}`, () => expect(findLocationId(location, baseUrl, paths)).to.equal(id));
}

for (const [location, reason] of [
  ["https://other.example.com/v1/environments/env-5", "another origin"],
  ["http://api.example.com/v1/applications/a%2Fb/environments/env-5", "another origin"],
  ["https://api.example.com:8443/v1/environments/env-5", "another origin"],
  ["/environments/env-5", "the path of the API is missing"],
  ["/v2/environments/env-5", "another version"],
  ["/v1/jobs/env-5", "a job"],
  ["/v1/jobs/environments/env-5", "a job"],
  ["/v1/environments/jobs/env-5", "a job"],
  ["/v1/environments/..", "no resource"],
  ["/v1/environments/%2e%2e", "no resource"],
  ["/v1/environments/create", "a form"],
  ["/v1/environments/new", "a form"],
  ["/v1/applications/a%2Fb/environments", "no segment for an id"],
  ["/v1/applications/a%2Fb/environments/", "no segment for an id"],
  ["/v1/applications/other/environments/env-5", "another application"],
  ["/v1/applications/a%2Fb", "the application"],
  ["/v1/environments/env-5/deployments/7", "a part of the resource"],
  ["environments/%zz", "not decodable"],
  ["https://", "no address"],
  ["", "empty"],
  [undefined, "no header"],
] as const) {
  it(`Location ${location} (${reason}): names no id`, () =>
    expect(findLocationId(location, baseUrl, paths)).to.equal(undefined));
}

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

it("Type of another class: each that has a definition, and no type beside them", () => {
  for (const { apiType } of definitions) {
    expect(isOfOtherClass(apiType, "caches"), apiType).to.equal(apiType !== "caches");
    expect(isOfOtherClass(apiType, "branches"), apiType).to.equal(true);
  }
  for (const type of ["application", "Application"]) expect(isOfOtherClass(type, "caches"), type).to.equal(true);
  for (const type of ["cache", "Caches", "jobs", "", undefined, null, 7]) {
    expect(isOfOtherClass(type as string, "caches"), String(type)).to.equal(false);
  }
});
