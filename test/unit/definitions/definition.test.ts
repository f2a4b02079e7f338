import { expect } from "chai";
import { defineResource, resolveDefinition } from "../../../provider/definitions/definition.js";
import { defaultFieldNames } from "../../../provider/definitions/field-names.js";
import { type OperationName, operationNames } from "../../../provider/definitions/operation.js";
import { existingId, optional, output, required } from "../../../provider/definitions/row.js";
import { boolean, id, list, text } from "../../../provider/definitions/value-type.js";
import { resources } from "../documented-resources.js";

const rows = {
  teamId: required(id("Pass team.id")),
  name: required(text()),
  evictionPolicy: optional(text(), { undocumentedName: "evictionPolicy" }),
  region: optional(text()),
  type: optional(text(), { onChange: "replace" }),
  triggers: optional(list, { onChange: "reload" }),
  isPrivate: optional(boolean),
  existingId,
  status: output(text()),
};
const source = {
  apiType: "databaseClusters",
  path: "/clusters",
  deletion: { never: "" },
  create: "POST /teams/{teamId}/clusters",
  rows,
};
const settings = { operations: [], fieldNames: defaultFieldNames };

it("Definition: derives its export name, label and type token from the class name", () => {
  expect(defineResource("WebsocketCluster", source).names).to.deep.equal({
    class: "WebsocketCluster",
    exportName: "websocketCluster",
    label: "websocket cluster",
    token: "pulumi-nodejs:dynamic/apphosting:WebsocketCluster",
  });
});

it("Definition: derives each argument's place and change effect from operations and rows", () => {
  const updated = defineResource("Cluster", { ...source, update: "PATCH /{region}/clusters/{id}" });
  const facts = resolveDefinition(updated, settings).arguments.map(
    ({ name, isInPath, isInBody, changeEffect, fieldName }) => {
      const places = [...(isInPath ? ["path"] : []), ...(isInBody ? [fieldName] : [])];
      return `${name}: ${places.join(" ")}, ${changeEffect}`;
    },
  );
  expect(facts).to.deep.equal([
    "teamId: path, replace",
    "name: name, update",
    "evictionPolicy: eviction_policy, update",
    "region: path region, replace",
    "type: type, replace",
    "triggers: , reload",
    "isPrivate: is_private, update",
    "existingId: , replace",
  ]);
});

it("Definition: a PATCH adopts by the last id in its path, and a POST needs existingId", () => {
  expect(defineResource("Cluster", source).idArgument).to.equal("existingId");
  const adopting = { ...source, create: "PATCH /teams/{teamId}/clusters/{name}" };
  expect(defineResource("Cluster", adopting).idArgument).to.equal("name");
  const { existingId: _, ...others } = rows;
  expect(() => defineResource("Cluster", { ...source, rows: others })).to.throw(
    "Cluster has no existingId: add that row",
  );
});

it("Definition: rejects a malformed operation", () => {
  for (const create of ["PUT /clusters", "POST clusters", "POST /{na-me}", "POST /a b", "POST /{a"]) {
    expect(() => defineResource("Cluster", { ...source, create }), create).to.throw("is no operation such as");
  }
});

for (const { definition, documented } of resources) {
  const { names, path } = definition;

  it(`Definition of ${names.class}: adds enabled operations at ${path}/{id}, with include only in reads`, () => {
    const configure = (operations: readonly OperationName[], include: readonly string[] = []) => {
      const configured = resolveDefinition(definition, { ...settings, operations, include });
      const { create, update, ...others } = configured.operations;
      expect(create).to.equal(definition.create);
      const written = Object.entries({ update, ...others }).flatMap(([word, operation]) =>
        operation === undefined || operation.isDocumented ? [] : [`${word}: ${operation.method} ${operation.path}`],
      );
      return written;
    };
    expect(configure([])).to.deep.equal([]);
    expect(configure(operationNames, ["branch", "domains"])).to.deep.equal([
      ...(documented.update ? [] : [`update: PATCH ${path}/{id}`]),
      `read: GET ${path}/{id}?include=branch,domains`,
      ...(documented.isDeletable ? [`delete: DELETE ${path}/{id}`] : []),
    ]);
    expect(configure(["read"])).to.deep.equal([`read: GET ${path}/{id}`]);
  });
}
