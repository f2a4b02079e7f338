/** The operations that the API does not document: reads, updates and deletes at a resource's own address. */

import { expect } from "chai";
import { useSandbox } from "./client.js";

const addresses = ["/applications/app-1", "/environments/env-1", "/caches/cache-1"] as const;

describe("Sandbox with operations", () => {
  const { sandbox, call, createApplication, createEnvironment, stored } = useSandbox({ operations: true });
  const linked = (type: "applications" | "environments" | "caches", id: string, relationship: string) =>
    [stored(type, id)?.relationships[relationship]?.data ?? []].flat().map(({ id }) => id);
  const takenName = { message: "One field is not valid.", errors: { name: ["name is taken."] } };

  beforeEach(async () => {
    await createApplication();
    await createEnvironment();
  });

  for (const [path, id, included] of [
    ["/applications/app-1", "app-1", 1],
    ["/environments/env-1?include=branch", "env-1", 0],
    ["/caches/cache-1", "cache-1", 1],
  ] as const) {
    it(`Sandbox: GET ${path} has the resource`, async () => {
      const { status, body } = await call("GET", path);
      expect([status, body.data.id, body.included.length]).to.deep.equal([200, id, included]);
    });
  }

  it("Sandbox: 404 for what is not there, and 405 for another method, with a message", async () => {
    for (const [method, path, message] of [
      ["GET", "/applications/app-9", "There is no application app-9."],
      ["PATCH", "/environments/env-9", "There is no environment env-9."],
      ["DELETE", "/environments/env-9", "There is no environment env-9."],
      ["GET", "/caches/cache-9", "There is no cache cache-9."],
    ] as const) {
      const { status, body } = await call(method, path);
      expect([status, body]).to.deep.equal([404, { message }]);
    }
    const { status, headers } = await call("DELETE", "/caches/cache-1");
    expect([status, headers.get("allow")]).to.deep.equal([405, "PATCH, GET"]);
  });

  it("Sandbox: PATCH of an application changes what the body sets; buildCommand goes to the default environment", async () => {
    const before = stored("applications", "app-1");
    const fields = { repository: "acme/web", root_directory: "/web", build_command: null };
    const { status, body } = await call("PATCH", "/applications/app-1", fields);
    expect([status, body.data]).to.deep.equal([200, stored("applications", "app-1")]);
    expect(body.data.attributes).to.deep.equal({
      ...before?.attributes,
      root_directory: "/web",
      repository: { full_name: "acme/web", default_branch: "main" },
    });
    const [repository] = linked("applications", "app-1", "repository");
    expect(body.included).to.deep.equal([{ id: repository, type: "repositories", attributes: { name: "web" } }]);
    await call("PATCH", "/applications/app-1", { name: "Other", build_command: "make" });
    expect(stored("applications", "app-1")?.attributes).to.include({ name: "Other", slug: "shop" });
    expect(stored("environments", "env-1")?.attributes.build_command).to.equal("make");
    expect(stored("environments", "env-2")?.attributes.build_command).to.equal(null);
  });

  it("Sandbox: PATCH of an environment changes what the body sets", async () => {
    const before = stored("environments", "env-2");
    const set = await call("PATCH", "/environments/env-2", { build_command: "make" });
    expect([set.status, set.body.data]).to.deep.equal([
      200,
      { ...before, attributes: { ...before?.attributes, build_command: "make" } },
    ]);
    await call("PATCH", "/environments/env-2", { name: "staging", branch: "other", build_command: null });
    expect(stored("environments", "env-2")).to.deep.equal({
      ...before,
      relationships: { ...before?.relationships, branch: { data: { type: "branches", id: "branch-other" } } },
    });
  });

  it("Sandbox: PATCH ignores fields that cannot be updated, and unknown ones", async () => {
    const before = sandbox().state();
    const fields = {
      region: "eu-west-1",
      cluster_id: "c-1",
      edge_network_id: "e-1",
      application_id: "a-1",
      id: "x",
      y: 1,
    };
    for (const address of ["/applications/app-1", "/environments/env-2"]) {
      expect((await call("PATCH", address, fields)).status).to.equal(200);
    }
    expect(sandbox().state()).to.deep.equal(before);
  });

  it("Sandbox: PATCH refuses the values that a create refuses, and requires no field", async () => {
    const before = sandbox().state();
    for (const [address, fields] of [
      [
        "/applications/app-1",
        ["name", "repository", "source_control_provider_type", "build_command", "root_directory"],
      ],
      ["/environments/env-2", ["name", "branch", "build_command"]],
    ] as const) {
      expect((await call("PATCH", address, {})).status).to.equal(200);
      const { status, body } = await call("PATCH", address, Object.fromEntries(fields.map((field) => [field, 1])));
      expect([status, Object.keys(body.errors)]).to.have.deep.members([422, fields]);
      expect((await call("PATCH", address, { name: null })).body.errors).to.have.all.keys("name");
    }
    expect(sandbox().state()).to.deep.equal(before);
  });

  it("Sandbox: names of an application's environments are unique, also in a PATCH and after a DELETE", async () => {
    const { status, body } = await call("PATCH", "/environments/env-2", { name: "main" });
    expect([status, body]).to.deep.equal([422, takenName]);
    expect((await call("PATCH", "/environments/env-2", { name: "staging" })).status).to.equal(200);
    await createApplication();
    expect((await createEnvironment({}, "app-2")).status).to.equal(200);
    await call("DELETE", "/environments/env-2");
    expect((await createEnvironment()).status).to.equal(200);
  });

  it("Sandbox: DELETE of an environment removes all links to it, and its id is not used again", async () => {
    const deleted = await call("DELETE", "/environments/env-2");
    expect([deleted.status, deleted.body]).to.deep.equal([204, undefined]);
    for (const method of ["GET", "DELETE"]) expect((await call(method, "/environments/env-2")).status).to.equal(404);
    expect(linked("applications", "app-1", "environments")).to.deep.equal(["env-1"]);
    expect(linked("applications", "app-1", "deployments")).to.deep.equal(["deployment-1"]);
    expect((await createEnvironment()).body.data.id).to.equal("env-3");
    await call("DELETE", "/environments/env-0");
    expect(linked("caches", "cache-1", "environments")).to.deep.equal([]);
    expect((await call("GET", "/caches/cache-1")).body.included).to.deep.equal([]);
  });

  it("Sandbox: DELETE of an application is not taken, and that of a default environment is refused", async () => {
    const before = sandbox().state();
    expect((await call("DELETE", "/applications/app-1")).status).to.equal(405);
    const { status, body } = await call("DELETE", "/environments/env-1");
    const message = "The environment env-1 is the default one of its application.";
    expect([status, body]).to.deep.equal([409, { message }]);
    expect(sandbox().state()).to.deep.equal(before);
  });
});

describe("Sandbox without operations", () => {
  const { call, createApplication } = useSandbox();

  it("Sandbox without operations: a resource's own address takes the documented method alone", async () => {
    await createApplication();
    for (const address of addresses) {
      const [get, patch, remove] = await Promise.all(["GET", "PATCH", "DELETE"].map((method) => call(method, address)));
      const statuses = [get?.status, patch?.status, remove?.status];
      expect(statuses).to.deep.equal(address.startsWith("/caches") ? [405, 422, 405] : [404, 404, 404]);
    }
  });
});
