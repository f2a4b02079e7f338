import { expect } from "chai";
import type { Json } from "../../../../provider/api/http/json.js";
import { parseResponse } from "../../../../provider/api/wire/responses.js";
import { defineResource } from "../../../../provider/definitions/definition.js";
import { existingId, optional, required } from "../../../../provider/definitions/row.js";
import { text } from "../../../../provider/definitions/value-type.js";
import { environment } from "../../documented-resources.js";

it("Relationship to many: one id that is of another class gives no output, and the type is named", () => {
  const data = [
    { id: "1", type: "deployments" },
    { id: "2", type: "caches" },
  ];
  const { values, mismatches } = parseResponse(environment.definition, {
    data: { relationships: { deployments: { data } } },
  });
  const mismatch = { field: "relationships.deployments", expected: 'a list of ids of type "deployments"' };
  expect({ values, mismatches }).to.deep.equal({ values: {}, mismatches: [mismatch] });
});

const site = defineResource("Site", {
  apiType: "sites",
  path: "/sites",
  create: "POST /applications/{applicationId}/sites",
  deletion: { never: "" },
  rows: {
    applicationId: required(text(), { relationship: "application" }),
    ownerId: optional(text(), { relationship: "owner" }),
    existingId,
  },
});
const read = (relationships: Json) => {
  const attributes = { application_id: "of something else", owner_id: "of something else" };
  const { values, mismatches } = parseResponse(site, { data: { id: "1", attributes, relationships } });
  return { values, mismatches };
};

it("Argument with a relationship: is the id that it names, also where the argument stands in the path", () => {
  const owner = { data: { id: 7 } };
  for (const application of [{ data: { type: "applications", id: "app-1" } }, { data: { id: "app-1" } }]) {
    const values = { applicationId: "app-1", ownerId: "7" };
    expect(read({ application, owner })).to.deep.equal({ values, mismatches: [] });
  }
});

it("Argument with a relationship: null, and an absent one, tell nothing", () => {
  for (const relationships of [{}, { application: null, owner: { data: null } }]) {
    expect(read(relationships)).to.deep.equal({ values: {}, mismatches: [] });
  }
});

it("Argument with a relationship: the id of another class, and a list, give no value, and are named", () => {
  const application = { data: { type: "caches", id: "cache-1" } };
  expect(read({ application, owner: { data: [{ id: "7" }] } })).to.deep.equal({
    values: {},
    mismatches: [
      { field: "relationships.application", expected: 'one id of type "applications"' },
      { field: "relationships.owner", expected: "one id" },
    ],
  });
});
