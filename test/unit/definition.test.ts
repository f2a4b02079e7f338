/** What follows from the operations and the rows of a definition. */

import { expect } from "chai";
import { defined, recordable } from "../../provider/definitions/definition.js";
import { id, list, optional, output, required, text } from "../../provider/definitions/field.js";

const rows = {
  organizationId: required(id),
  name: required(text()),
  region: optional(text()),
  type: optional(text(), { replaces: true }),
  triggers: optional(list, { sent: false }),
  ...recordable,
  status: output(text()),
};
const args = ["organizationId", "name", "region", "type", "triggers", "existingId"];

describe("A definition", () => {
  it("says what becomes of each argument of a kind that is created and updated", () => {
    const create = "POST /organizations/{organizationId}/websocket-clusters";
    const update = "PATCH /{region}/websocket-clusters/{id}";
    expect(defined("WebsocketCluster", { create, update, rows })).to.deep.equal({
      kind: { class: "WebsocketCluster", code: "websocketCluster", words: "websocket cluster" },
      create,
      update,
      rows,
      args,
      inPath: ["organizationId", "region", "id"],
      inCreate: ["name", "region", "type"],
      inUpdate: ["name"],
      replacing: ["organizationId", "region", "type", "existingId"],
      adopted: undefined,
      existing: "existingId",
    });
  });

  it("of what cannot be updated has no argument in an update, and all of them replace", () => {
    const { inUpdate, replacing } = defined("Bucket", { create: "POST /buckets", rows });
    expect({ inUpdate, replacing }).to.deep.equal({ inUpdate: [], replacing: args });
  });

  it("of what exists names the argument that is its id, the last in the path that adopts it", () => {
    const create = "PATCH /organizations/{organizationId}/buckets/{name}";
    const { adopted, existing, inCreate } = defined("Bucket", { create, update: create, rows });
    expect({ adopted, existing, inCreate }).to.deep.equal({
      adopted: "name",
      existing: "name",
      inCreate: ["region", "type"],
    });
  });
});
