/** A resource of another API needs rows alone: the host and the client know no class. */

import { expect } from "chai";
import { Region } from "../../provider/rows/enums.js";
import type { JsonObject } from "../../provider/rows/json.js";
import { integer, object, oneOf, text } from "../../provider/rows/schema.js";
import { defineTable, existingId, optional, output, required, toMany } from "../../provider/rows/table.js";
import { createHost, listSent } from "./host-fixture.js";

/** The rows of CONTRIBUTING.md, "Add a resource", which no API has. */
const table = defineTable({
  className: "DatabaseCluster",
  noun: "database cluster",
  exportName: "databaseCluster",
  apiType: "databaseClusters",
  path: "/database-clusters",
  create: "POST",
  idArgument: "existingId",
  ...{ idIfMissing: [], uniqueBy: ["name"], sentAlong: {}, neverDeleted: "" },
  rows: {
    name: required(text({ min: 3, max: 40 }), "updates if enabled", { sent: "name" }),
    nodes: optional(integer(1, 9), "updates if enabled", { sent: "nodes" }),
    region: optional(oneOf<Region>("Region", Region), "replaces", { sent: "region" }),
    existingId,
    status: output(text()),
    login: output(object({ username: text(), password: text() }, ["password"]), { secret: true }),
    backupIds: toMany("backups"),
  },
});

it("Table: derives arguments, outputs, and the type token and loaders that every state has", () => {
  expect(table.arguments.map(({ name }) => name)).to.deep.equal(["name", "nodes", "region", "existingId"]);
  expect(table.outputs.map(({ name }) => name)).to.deep.equal(["status", "login", "backupIds"]);
  expect(table).to.include({
    token: "pulumi-nodejs:dynamic/apphosting:DatabaseCluster",
    loader: 'exports.handler=()=>require("pulumi-apphosting/host").databaseCluster',
    getLoader: 'exports.handler=()=>require("pulumi-apphosting/host").readers.databaseCluster',
  });
});

it("Added resource: is created, updated, read and deleted by its rows", async () => {
  const attributes = { status: "creating", login: { username: "u", password: "password-1" } };
  const relationships = { backups: { data: [{ type: "backups", id: "backup-1" }] } };
  const response = { body: { data: { id: "cluster-1", attributes, relationships } } };
  const open = () => createHost({ operations: "read,update,delete" }, { table }, response);
  const inputs = { name: "orders", nodes: 3, region: "eu-west-1" };

  const [first, second, third] = [open(), open(), open()];
  const { id, outs } = await first.host.create(inputs);
  const created = outs as JsonObject;
  expect(created).to.deep.include({ ...inputs, existingId: null, ...attributes, backupIds: ["backup-1"] });
  const { replaces } = await second.host.diff(id, created, { ...inputs, region: "us-east-1" });
  expect(replaces).to.deep.equal(["region"]);
  const updated = (await second.host.update(id, created, { ...inputs, nodes: 5 })).outs as JsonObject;
  expect((await second.host.read(id, updated)).props).to.deep.include({ ...created, nodes: 5 });
  // A run deletes nothing that it has used.
  await third.host.delete(id, updated);

  const requests = [first, second, third].flatMap((one) => one.requests);
  expect(listSent(requests)).to.deep.equal([
    "POST /database-clusters",
    "PATCH /database-clusters/cluster-1",
    "GET /database-clusters/cluster-1",
    "DELETE /database-clusters/cluster-1",
  ]);
  expect(requests.slice(0, 2).map(({ body }) => body)).to.deep.equal([inputs, { nodes: 5 }]);
});
