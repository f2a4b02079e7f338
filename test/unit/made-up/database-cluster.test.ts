/** The made-up resource of CONTRIBUTING.md, with the host of this process, the real client, and the sandbox. */

import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import { createGetProvider } from "../../../provider/host/reads.js";
import { Account } from "../../../provider/sandbox/account.js";
import { basePath, createSandboxServer } from "../../../provider/sandbox/server.js";
import { readText } from "../docs/files.js";
import { createSession, diffs, takeOffMarks } from "../host-fixture.js";
import { databaseCluster, databaseClusterModel } from "./database-cluster.js";

const token = "sandbox-token";

describe("Added resource", () => {
  const account = new Account([databaseClusterModel]);
  let server: Server;
  before(async () => {
    server = createSandboxServer(account, { token, operations: true });
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  beforeEach(() => account.reset());
  after(() => server.close());

  function startHost(operations = "read,update,delete") {
    const { port } = server.address() as AddressInfo;
    const environment = { APPHOSTING_TOKEN: token, APPHOSTING_BASE_URL: `http://127.0.0.1:${port}${basePath}` };
    const session = createSession(environment);
    session.configure((key) => (key === "apphosting:operations" ? operations : undefined));
    return { ...createDynamicProvider(databaseCluster, session), get: createGetProvider(databaseCluster, session) };
  }

  const listRequests = () =>
    account.requests.map(({ method, path, body }) => [`${method} ${path}`, ...(body === null ? [] : [body])]);

  async function create(inputs: JsonObject) {
    const { id, outs } = await startHost().create(inputs);
    account.requests.length = 0;
    return { id, state: takeOffMarks(outs as JsonObject) as JsonObject };
  }

  const orders = { name: "orders", nodes: 3, region: "eu-west-1" };
  const outputs = {
    status: "creating",
    login: { username: "sandbox", password: "password-of-cluster-1" },
    backupIds: ["backup-of-cluster-1"],
  };

  it("Added resource: CONTRIBUTING.md shows its definition", () => {
    const [, text] = readText("test/unit/made-up/database-cluster.ts").split(/^\/\/ .*\n/m);
    const indented = String(text).replaceAll(/^(?=.)/gm, "   ");
    expect(readText("CONTRIBUTING.md")).to.include(indented);
  });

  it("Added resource: a create sends its arguments and takes outputs from the response", async () => {
    const { id, outs } = await startHost().create(orders);
    expect([id, listRequests()]).to.deep.equal(["cluster-1", [["POST /database-clusters", orders]]]);
    expect(takeOffMarks(outs as JsonObject)).to.deep.include({ ...orders, existingId: null, ...outputs });
  });

  it("Added resource: a changed argument needs one PATCH or, as its row says, a replacement", async () => {
    const { id, state } = await create(orders);
    const host = startHost("");
    const news = { ...orders, nodes: 5 };
    expect((await host.diff(id, state, { ...orders, region: "eu-west-2" })).replaces).to.deep.equal(["region"]);
    expect(await host.diff(id, state, news)).to.deep.equal(diffs.seen);
    const { outs } = await host.update(id, state, news);
    expect(listRequests()).to.deep.equal([["PATCH /database-clusters/cluster-1", { nodes: 5 }]]);
    expect(await host.diff(id, takeOffMarks(outs as JsonObject) as JsonObject, news)).to.deep.equal(diffs.none);
  });

  it("Added resource: refresh and get read drift", async () => {
    const { id, state } = await create(orders);
    const [cluster] = account.list(databaseCluster.apiType);
    Object.assign(cluster?.values ?? {}, { nodes: 9 });
    const { props } = await startHost().read(id, state);
    expect(takeOffMarks(props as JsonObject)).to.deep.include({ ...orders, nodes: 9, ...outputs });
    const got = await startHost().get.read(id, { existingId: id });
    expect(takeOffMarks(got.props as JsonObject)).to.deep.include({ name: "orders", nodes: 9, ...outputs });
  });

  it("Added resource: a delete with the program's consent goes to its path", async () => {
    const { id, state } = await create(orders);
    await startHost().delete(id, { ...state, __deletable: true });
    expect(listRequests()).to.deep.equal([["DELETE /database-clusters/cluster-1"]]);
    expect(account.list(databaseCluster.apiType)).to.deep.equal([]);
  });
});
