/** What follows from the operations and the rows of a definition, and from the settings. */

import { expect } from "chai";
import { configureDefinition, defineResource } from "../../../provider/definitions/definition.js";
import { definitions } from "../../../provider/definitions/index.js";
import { existingId, optional, output, required } from "../../../provider/definitions/row.js";
import { defaultFieldNames, type OperationWord, operationWords } from "../../../provider/definitions/settings.js";
import { id, list, text } from "../../../provider/definitions/value-type.js";

const rows = {
  teamId: required(id("Pass team.id")),
  name: required(text()),
  evictionPolicy: optional(text(), { undocumentedName: "evictionPolicy" }),
  region: optional(text()),
  type: optional(text(), { replaces: true }),
  triggers: optional(list, { sent: false }),
  existingId,
  status: output(text()),
};
const source = { type: "clusters", create: "POST /teams/{teamId}/clusters", rows };
const settings = { operations: [], fieldNames: defaultFieldNames };

it("Definition: its names follow from the class, and are those of every state", () => {
  expect(defineResource("WebsocketCluster", source).names).to.deep.equal({
    class: "WebsocketCluster",
    code: "websocketCluster",
    words: "websocket cluster",
    token: "pulumi-nodejs:dynamic/apphosting:WebsocketCluster",
  });
});

it("Definition: operations and rows tell whether an argument is in the path or in the body, and is updated", () => {
  const updated = defineResource("Cluster", { ...source, update: "PATCH /{region}/clusters/{id}" });
  const facts = configureDefinition(updated, settings).arguments.map(
    ({ name, isInPath, isInBody, canBeUpdated, fieldName }) => {
      const places = [...(isInPath ? ["path"] : []), ...(isInBody ? [fieldName] : [])];
      return `${name}: ${places.join(" ")}, ${canBeUpdated ? "updated" : "replaces"}`;
    },
  );
  expect(facts).to.deep.equal([
    "teamId: path, replaces",
    "name: name, updated",
    "evictionPolicy: eviction_policy, updated",
    "region: path region, replaces",
    "type: type, replaces",
    "triggers: , updated",
    "existingId: , replaces",
  ]);
});

it("Definition: a PATCH adopts by the last id of its path, a POST by existingId, and without either it is refused", () => {
  expect(defineResource("Cluster", source).idArgument).to.deep.equal({ name: "existingId", adoptedBy: "id" });
  const adopting = { ...source, create: "PATCH /teams/{teamId}/clusters/{name}" };
  expect(defineResource("Cluster", adopting).idArgument).to.deep.equal({ name: "name", adoptedBy: "PATCH" });
  const { existingId: _, ...others } = rows;
  expect(() => defineResource("Cluster", { ...source, rows: others })).to.throw("Cluster has no argument for the id");
});

it("Definition: a malformed operation is refused", () => {
  for (const create of ["PUT /clusters", "POST clusters", "POST /{na-me}", "POST /a b", "POST /{a"]) {
    expect(() => defineResource("Cluster", { ...source, create }), create).to.throw("is no operation such as");
  }
});

for (const definition of definitions) {
  const { names, type } = definition;

  it(`Definition of ${names.class}: operations that the user names go to /${type}/{id}, and include is in the query of the read alone`, () => {
    const configure = (operations: readonly OperationWord[], include: readonly string[] = []) => {
      const configured = configureDefinition(definition, { ...settings, operations, include });
      const { create, update, ...others } = configured.operations;
      expect(create).to.equal(definition.create);
      const written = Object.entries({ update, ...others }).flatMap(([word, operation]) =>
        operation === undefined || operation.isDocumented ? [] : [`${word}: ${operation.method} ${operation.path}`],
      );
      return written;
    };
    expect(configure([])).to.deep.equal([]);
    const isDeleted = names.class === "Environment";
    expect(configure(operationWords, ["branch", "domains"])).to.deep.equal([
      ...(names.class === "Cache" ? [] : [`update: PATCH /${type}/{id}`]),
      `read: GET /${type}/{id}?include=branch,domains`,
      ...(isDeleted ? [`delete: DELETE /${type}/{id}`] : []),
    ]);
    expect(configure(["read"])).to.deep.equal([`read: GET /${type}/{id}`]);
  });
}
