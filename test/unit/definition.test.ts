/** What follows from the operations and the rows of a definition. */

import { expect } from "chai";
import { defined, recordable } from "../../provider/definitions/definition.js";
import { id, list, optional, output, required, text } from "../../provider/definitions/field.js";

const rows = {
  teamId: required(id),
  name: required(text()),
  region: optional(text()),
  type: optional(text(), { replaces: true }),
  triggers: optional(list, { sent: false }),
  ...recordable,
  status: output(text()),
};

it("A definition says what becomes of each argument, by the operations and the rows", () => {
  const operations = { create: "POST /teams/{teamId}/clusters", update: "PATCH /{region}/clusters/{id}" };
  expect(defined("WebsocketCluster", { ...operations, rows })).to.deep.equal({
    ...operations,
    rows,
    kind: { class: "WebsocketCluster", code: "websocketCluster", words: "websocket cluster" },
    args: ["teamId", "name", "region", "type", "triggers", "existingId"],
    inPath: ["teamId", "region", "id"],
    inCreate: ["name", "region", "type"],
    inUpdate: ["name"],
    replacing: ["teamId", "region", "type", "existingId"],
    adopted: undefined,
    existing: "existingId",
  });
  const adopted = defined("Bucket", { create: "PATCH /teams/{teamId}/buckets/{name}", rows });
  expect(adopted).to.include({ adopted: "name", existing: "name" });
  expect([adopted.inUpdate, adopted.replacing]).to.deep.equal([[], adopted.args]);
});
