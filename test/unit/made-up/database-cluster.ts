/** The rows of CONTRIBUTING.md, "Add a resource", which no API has. */

import { Region } from "../../../provider/rows/enums.js";
import { integer, object, oneOf, text } from "../../../provider/rows/schema.js";
import { defineTable, existingId, optional, output, required, toMany } from "../../../provider/rows/table.js";

export const databaseCluster = defineTable({
  className: "DatabaseCluster",
  noun: "database cluster",
  exportName: "databaseCluster",
  apiType: "databaseClusters",
  path: "/database-clusters",
  create: "POST",
  idArgument: "existingId",
  uniqueBy: ["name"],
  rows: {
    name: required(text({ min: 3, max: 40 }), "updates if enabled", { sent: "name", shown: "name" }),
    nodes: optional(integer({ min: 1, max: 9 }), "updates if enabled", { sent: "nodes", shown: "nodes" }),
    region: optional(oneOf<Region>("Region", Region), "replaces", { sent: "region", shown: "region" }),
    existingId,
    status: output(text()),
    login: output(object({ username: text(), password: text() }, ["password"]), { secret: true }),
    backupIds: toMany("backups"),
  },
});
