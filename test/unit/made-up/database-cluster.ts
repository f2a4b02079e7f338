/** The resource of CONTRIBUTING.md, "Add a resource", which no API has. */

import { defineResource } from "../../../provider/definitions/definition.js";
import { Region } from "../../../provider/definitions/enums.js";
import { existingId, optional, output, required, toMany } from "../../../provider/definitions/row.js";
import { integer, object, oneOf, text } from "../../../provider/definitions/value-type.js";
import { inventId, linkToMany, type Model } from "../../../provider/sandbox/account.js";

// In CONTRIBUTING.md from here on, without the comments of rows.
export const databaseCluster = defineResource("DatabaseCluster", {
  apiType: "databaseClusters",
  path: "/database-clusters",
  create: "POST /database-clusters",
  update: "PATCH /database-clusters/{id}",
  deletion: "with consent",
  rows: {
    name: required(text({ min: 3, max: 40 })),
    nodes: optional(integer({ min: 1, max: 9 })),
    region: optional(oneOf<Region>("Region", Region), { onChange: "replace" }),
    existingId,
    status: output(text()),
    login: output(object({ username: text(), password: text() }, ["password"]), { secret: true }),
    backupIds: toMany("backups"),
  },
});
// As far as here.

export const databaseClusterModel: Model = {
  definition: databaseCluster,
  idPrefix: "cluster",
  show: ({ id, values }) => ({
    attributes: {
      nodes: values.nodes ?? 1,
      region: values.region ?? "us-east-1",
      status: "creating",
      login: { username: "sandbox", password: `password-of-${id}` },
    },
    relationships: { backups: linkToMany("backups", [inventId("backup", id)]) },
  }),
};
