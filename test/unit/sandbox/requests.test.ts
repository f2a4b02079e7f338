/** What requests do, and which it refuses; validation.test.ts has the values of each field. */

import { expect } from "chai";
import { useSandbox } from "./client.js";

describe("Requests to the sandbox", () => {
  const { sandbox, call, createApplication, createEnvironment, updateCache, stored } = useSandbox();

  it("Sandbox: a created application has its repository and a default environment with the buildCommand", async () => {
    const { status, headers, body } = await createApplication({ build_command: "npm run build" });
    expect([status, headers.get("content-type")]).to.deep.equal([201, "application/json"]);
    const { attributes, relationships } = body.data;
    expect(attributes.repository).to.deep.equal({ full_name: "acme/shop", default_branch: "main" });
    const { id } = relationships.repository.data;
    expect(body.included).to.deep.equal([{ id, type: "repositories", attributes: { name: "shop" } }]);
    expect(relationships.defaultEnvironment.data).to.deep.equal({ type: "environments", id: "env-1" });
    expect(stored("environments", "env-1")?.attributes.build_command).to.equal("npm run build");
  });

  it("Sandbox: creates an application with the required fields alone, and ignores unknown ones", async () => {
    const { status, body } = await createApplication({ repository: undefined, colour: "red" });
    expect([status, body.data.attributes.region, body.included]).to.deep.equal([201, "us-east-1", []]);
    expect(body.data.relationships.repository.data).to.equal(null);
  });

  it("Sandbox: creates an environment with a deployment of its own, unless its application is unknown or has one of the name", async () => {
    await createApplication();
    const { status, body } = await createEnvironment();
    expect([status, body.data.relationships.application.data.id]).to.deep.equal([200, "app-1"]);
    const linked = (type: "applications" | "environments", id: string) => stored(type, id)?.relationships ?? {};
    const { environments, deployments } = linked("applications", "app-1");
    expect(environments?.data).to.deep.equal(["env-1", "env-2"].map((id) => ({ type: "environments", id })));
    expect(deployments?.data).to.have.length(2);
    expect(linked("environments", "env-1").deployments?.data).to.have.length(1);
    const taken = await createEnvironment();
    expect([taken.status, Object.keys(taken.body.errors)]).to.deep.equal([422, ["name"]]);
    await createApplication();
    const statuses = await Promise.all(["app-2", "app-9"].map((id) => createEnvironment({}, id)));
    expect(statuses.map((response) => response.status)).to.deep.equal([200, 404]);
  });

  it("Sandbox: PATCH of a cache changes the fields of the request alone, and returns the environments that use it", async () => {
    const before = stored("caches", "cache-1")?.attributes;
    const { status, body } = await updateCache({ name: "other", size: "1gb" });
    expect([status, body.data.attributes]).to.deep.equal([200, { ...before, name: "other", size: "1gb" }]);
    expect(stored("caches", "cache-1")).to.deep.equal(body.data);
    expect(body.included).to.have.lengthOf(1);
    expect(body.included[0]).to.include({ id: "env-0", type: "environments" });
    const others = await Promise.all(["cache-2", "%63ache-1", "%zz", "cache-9"].map((id) => updateCache({}, id)));
    expect(others[0]?.body.included).to.deep.equal([]);
    expect(others.map((response) => response.status)).to.deep.equal([200, 200, 404, 404]);
  });

  it("Sandbox: 422 with the messages of each field, and nothing changes", async () => {
    await createApplication();
    const before = sandbox().state();
    for (const [send, second] of [
      [createApplication, "build_command"],
      [createEnvironment, "build_command"],
      [updateCache, "size"],
    ] as const) {
      const { status, body } = await send({ name: "*", build_command: 1, size: "" });
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, ["name", second]]);
      expect(body.message).to.be.a("string");
    }
    expect(sandbox().state()).to.deep.equal(before);
  });

  const tooLong = " ".repeat(1024 * 1024 + 1);
  const elsewhere = ["/../elsewhere", "/", "/organizations", "/caches", "/applications/a/b/environments"];
  for (const [what, status, method, paths, body, token] of [
    ["a missing token", 403, "POST", ["/applications", "/caches/cache-1", "/nothing"], {}, ""],
    ["a wrong token", 403, "POST", ["/applications"], {}, "sandbox-tokenx"],
    ["an undocumented path", 404, "POST", elsewhere],
    ["another method on a documented path", 405, "DELETE", ["/applications", "/caches/cache-1"]],
    ["a body that is not JSON", 400, "POST", ["/applications"], "{name:"],
    ["a body of more than a megabyte", 413, "POST", ["/applications"], tooLong],
  ] as const) {
    it(`Sandbox: refuses ${what}, with a message alone`, async () => {
      for (const path of paths) {
        const response = await call(method, path, body, token);
        expect(response.status, path).to.equal(status);
        expect(response.body).to.have.all.keys("message");
      }
    });
  }
});
