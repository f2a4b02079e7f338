/** A resource of another API needs rows alone: the host, the client and the sandbox know no class. */

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { HostProvider } from "../../provider/host/host-provider.js";
import { Region } from "../../provider/rows/enums.js";
import type { JsonObject } from "../../provider/rows/json.js";
import { integer, object, oneOf, text } from "../../provider/rows/schema.js";
import { defineTable, existingId, optional, output, required, toMany } from "../../provider/rows/table.js";
import { Account, type Model } from "../../provider/sandbox/account.js";
import { basePath, createSandboxServer, defaultToken } from "../../provider/sandbox/server.js";
import { createRun, takeOffMarks } from "./host-fixture.js";

/** The rows of CONTRIBUTING.md, "Add a resource", which no API has. */
const databaseCluster = defineTable({
  className: "DatabaseCluster",
  noun: "database cluster",
  exportName: "databaseCluster",
  apiType: "databaseClusters",
  path: "/database-clusters",
  create: "POST",
  idArgument: "existingId",
  ...{ idIfMissing: [], uniqueBy: ["name"], sentAlong: {}, neverDeleted: "" },
  rows: {
    name: required(text({ min: 3, max: 40 }), "updates if enabled", { sent: "name", source: "name" }),
    nodes: optional(integer(1, 9), "updates if enabled", { sent: "nodes", source: "nodes" }),
    region: optional(oneOf<Region>("Region", Region), "replaces", { sent: "region", source: "region" }),
    existingId,
    status: output(text()),
    login: output(object({ username: text(), password: text() }, ["password"]), { secret: true }),
    backupIds: toMany("backups"),
  },
});

const outputs = { status: "creating", login: { username: "u", password: "password-1" }, backupIds: ["backup-1"] };
const model: Model = { table: databaseCluster, idPrefix: "cluster", show: () => ({ values: outputs }) };

it("Added resource: is created, updated, read and deleted by its rows", async () => {
  const account = new Account([model]);
  const server = createSandboxServer(account, { operations: true }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}${basePath}`;
    const environment = { APPHOSTING_TOKEN: defaultToken, APPHOSTING_BASE_URL: address };
    const start = () => {
      const run = createRun(environment);
      run.configure((key) => (key === "apphosting:operations" ? "read,update,delete" : undefined));
      return new HostProvider(databaseCluster, run);
    };
    const provider = start();
    const inputs = { name: "orders", nodes: 3, region: "eu-west-1" };

    const { id, outs } = await provider.create(inputs);
    const created = takeOffMarks(outs) as JsonObject;
    expect(created).to.deep.include({ ...inputs, existingId: null, ...outputs });
    expect(await provider.diff(id, created, { ...inputs, region: "us-east-1" })).to.deep.include({
      replaces: ["region"],
    });
    const updated = takeOffMarks(await provider.update(id, created, { ...inputs, nodes: 5 })).outs as JsonObject;
    const { props } = takeOffMarks(await provider.read(id, updated));
    expect(props).to.deep.include({ ...inputs, nodes: 5, ...outputs });
    // A run deletes nothing that it has created.
    await start().delete(id, updated);

    expect(account.requests.map(({ method, path, body }) => [`${method} ${path}`, body])).to.deep.equal([
      ["POST /database-clusters", inputs],
      ["PATCH /database-clusters/cluster-1", { nodes: 5 }],
      ["GET /database-clusters/cluster-1", null],
      ["DELETE /database-clusters/cluster-1", null],
    ]);
    expect(account.list(databaseCluster.apiType)).to.deep.equal([]);
  } finally {
    server.close();
  }
});
