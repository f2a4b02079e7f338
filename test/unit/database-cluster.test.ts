/** A resource of another API needs rows alone: the host and the client know no class. */

import { expect } from "chai";
import { Region } from "../../provider/rows/enums.js";
import { integer, object, oneOf, text } from "../../provider/rows/schema.js";
import { defineTable, existingId, optional, output, required, toMany } from "../../provider/rows/table.js";
import { createHost, createResource, listSent } from "./host-fixture.js";

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
    name: required(text({ min: 3, max: 40 }), "updates if enabled"),
    nodes: optional(integer(1, 9), "updates if enabled"),
    region: optional(oneOf<Region>("Region", Region), "replaces"),
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
  const inputs = { name: "orders", nodes: 3, region: "eu-west-1" };
  const all = { operations: "read,update,delete" };
  const { id, state, host, requests, diff, update } = await createResource(all, { table }, inputs, response);
  expect(state).to.deep.include({ ...inputs, existingId: null, ...attributes, backupIds: ["backup-1"] });
  expect((await diff({ ...inputs, region: "us-east-1" })).replaces).to.deep.equal(["region"]);
  const updated = await update({ ...inputs, nodes: 5 });
  expect((await host.read(id, updated)).props).to.deep.include({ ...state, nodes: 5 });
  // A run deletes nothing that it has used.
  const next = createHost(all, { table });
  await next.host.delete(id, updated);

  const path = "/database-clusters/cluster-1";
  expect(listSent([...requests, ...next.requests])).to.deep.equal([`PATCH ${path}`, `GET ${path}`, `DELETE ${path}`]);
  expect(requests[0]?.body).to.deep.equal({ nodes: 5 });
});
