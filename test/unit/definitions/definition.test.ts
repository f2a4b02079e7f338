/** What follows from the operations and the rows of a definition. */

import { expect } from "chai";
import { defineResource, withOperations } from "../../../provider/definitions/definition.js";
import { existingId, id, list, optional, output, required, text } from "../../../provider/definitions/field.js";
import { parseOperation } from "../../../provider/definitions/operation.js";

const rows = {
  teamId: required(id("Pass team.id")),
  name: required(text()),
  region: optional(text()),
  type: optional(text(), { replaces: true }),
  triggers: optional(list, { sent: false }),
  existingId,
  status: output(text()),
};

it("Definition: derives from operations and rows whether an argument is sent, updated or replaces", () => {
  const operations = {
    type: "clusters",
    create: "POST /teams/{teamId}/clusters",
    update: "PATCH /{region}/clusters/{id}",
  };
  const cluster = defineResource("WebsocketCluster", { ...operations, rows });
  const facts = cluster.arguments.map(({ name, onChange, isInPath, hasBodyField }) =>
    [name, onChange, isInPath ? "path" : "", hasBodyField ? "body" : ""].filter(Boolean).join(" "),
  );
  expect(facts).to.deep.equal([
    "teamId replace path",
    "name update body",
    "region replace path body",
    "type replace body",
    "triggers update",
    "existingId replace",
  ]);
  expect(cluster.names).to.deep.equal({
    class: "WebsocketCluster",
    code: "websocketCluster",
    words: "websocket cluster",
  });
  expect(cluster.idArgument).to.deep.equal({ name: "existingId", adoptedBy: "id" });
  const adopted = defineResource("Bucket", { type: "buckets", create: "PATCH /teams/{teamId}/buckets/{name}", rows });
  expect(adopted.idArgument).to.deep.equal({ name: "name", adoptedBy: "PATCH" });
  expect(adopted.arguments.every(({ onChange }) => onChange === "replace")).to.equal(true);
});

it("Definition: refuses a malformed operation and a placeholder that is no argument", () => {
  for (const create of [
    "PUT /clusters",
    "POST clusters",
    "POST /{team}/clusters",
    "POST /{id}/clusters",
    "POST /clusters/{status}",
    "POST /{na-me}",
  ])
    expect(() => defineResource("Cluster", { type: "clusters", create, rows }), create).to.throw(
      /is no operation|has a placeholder/,
    );
  const made = { type: "clusters", create: "POST /clusters", rows, fallbackId: "{team}/{name}" };
  expect(() => defineResource("Cluster", made)).to.throw('"{team}/{name}" has a placeholder that is no argument');
});

it("Definition: refuses rows without an argument for the id of a resource that exists already", () => {
  const { existingId: _, ...others } = rows;
  expect(() => defineResource("Cluster", { type: "clusters", create: "POST /clusters", rows: others })).to.throw(
    "Cluster has no argument for the id of a resource that exists already",
  );
});

it("Definition with a named operation: has its changes, and leaves the documented definition as it is", () => {
  const cluster = defineResource("Cluster", { type: "clusters", create: "POST /clusters", rows });
  const updated = withOperations(cluster, { update: parseOperation("PATCH /clusters/{id}", ["id"]) });
  expect(cluster.arguments.find(({ name }) => name === "name")?.onChange).to.equal("replace");
  expect(updated.arguments.find(({ name }) => name === "name")?.onChange).to.equal("update");
});
