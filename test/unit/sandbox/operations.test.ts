import { expect } from "chai";
import type { SandboxState } from "../../../provider/sandbox/index.js";
import { useSandbox } from "./client.js";

describe("Sandbox: documented operations", () => {
  const { call, createApplication, createEnvironment, updateCache, find } = useSandbox();

  it("Sandbox: creates an application with its repository and a default environment", async () => {
    const { status, headers, body } = await createApplication({ build_command: "npm run build" });
    expect([status, headers.get("content-type")]).to.deep.equal([200, "application/json"]);
    expect(body.data).to.deep.equal(find("applications", "app-1"));
    const { attributes, relationships } = body.data;
    expect(attributes.repository).to.deep.equal({ full_name: "acme/shop", default_branch: "main" });
    const { id } = relationships.repository.data;
    expect(body.included).to.deep.equal([{ id, type: "repositories", attributes: { name: "shop" } }]);
    expect(relationships.defaultEnvironment.data).to.deep.equal({ type: "environments", id: "env-1" });
    expect(find("environments", "env-1")?.attributes).to.include({ name: "main", build_command: "npm run build" });
  });

  it("Sandbox: creates an application from only the required fields and ignores unknown ones", async () => {
    const { status, body } = await createApplication({ repository: undefined, colour: "red" });
    expect([status, body.data.attributes.region, body.included]).to.deep.equal([200, "us-east-1", []]);
    expect([body.data.attributes.repository, body.data.relationships.repository.data]).to.deep.equal([null, null]);
    expect(body.data.attributes).to.not.have.property("colour");
  });

  it("Sandbox: links a new environment to its application and rejects a name taken there", async () => {
    await createApplication();
    await createApplication();
    const { status, body } = await createEnvironment();
    expect([status, body.data.relationships.application.data.id]).to.deep.equal([200, "app-1"]);
    const { environments, deployments } = find("applications", "app-1")?.relationships ?? {};
    expect(environments?.data).to.deep.equal(["env-1", "env-3"].map((id) => ({ type: "environments", id })));
    expect(deployments?.data).to.have.length(2);
    const taken = { message: "One field is not valid.", errors: { name: ["name is taken."] } };
    expect((await createEnvironment()).body).to.deep.equal(taken);
    expect((await createEnvironment({}, "app-2")).status).to.equal(200);
  });

  it("Sandbox: creates no environment of an application that doesn't exist", async () => {
    const { status, body } = await createEnvironment({}, "app-9");
    expect([status, body]).to.deep.equal([404, { message: "There is no application app-9." }]);
  });

  it("Sandbox: PATCH of a cache changes only the fields sent and includes its environments", async () => {
    const before = find("caches", "cache-1")?.attributes;
    const { status, body } = await updateCache({ name: "other", size: "1gb" });
    expect([status, body.data.attributes]).to.deep.equal([200, { ...before, name: "other", size: "1gb" }]);
    expect(find("caches", "cache-1")).to.deep.equal(body.data);
    expect(body.included).to.have.lengthOf(1);
    expect(body.included[0]).to.deep.include({ ...find("environments", "env-0") });
    expect((await updateCache({}, "cache-2")).body.included).to.deep.equal([]);
  });

  for (const [id, size, status] of [
    ["cache-1", undefined, 422],
    ["cache-2", "1gb", 422],
    ["cache-3", undefined, 422],
    ["cache-2", undefined, 200],
    ["cache-1", "valkey-flex-1gb", 200],
  ] as const) {
    it(`Sandbox: an eviction policy for ${id} with the size ${size} is answered ${status}`, async () => {
      const before = find("caches", id);
      const response = await updateCache({ eviction_policy: "noeviction", size }, id);
      expect(response.status).to.equal(status);
      if (status === 200) expect(response.body.data.attributes).to.include({ eviction_policy: "noeviction" });
      else expect([response.body.errors, find("caches", id)]).to.deep.equal([onlyValkey, before]);
    });
  }
  const onlyValkey = { eviction_policy: ["eviction_policy is available only for a Valkey cache."] };

  for (const [type, status] of [
    ["application/x-www-form-urlencoded", 415],
    ["application/jsonp", 415],
    ["", 415],
    ["Application/JSON; charset=utf-8", 200],
  ] as const) {
    it(`Sandbox: a body of the type "${type}" is answered ${status}`, async () => {
      const response = await call("PATCH", "/caches/cache-1", { name: "other" }, undefined, type);
      expect(response.status).to.equal(status);
      expect(find("caches", "cache-1")?.attributes.name).to.equal(status === 200 ? "other" : "sessions");
    });
  }

  for (const [what, status, method, path, body, token] of [
    ["a request without a token", 403, "POST", "/applications", {}, ""],
    ["a wrong token on an unknown path", 403, "GET", "/nothing", undefined, "sandbox-tokenx"],
    ["a path without an operation", 404, "POST", "/organizations"],
    ["a path outside the base path", 404, "POST", "/../applications"],
    ["a malformed escape in an id", 404, "PATCH", "/caches/%zz", { name: "sessions" }],
    ["an undocumented method on a documented path", 405, "DELETE", "/applications"],
    ["a body that isn't JSON", 422, "POST", "/applications", "{name:"],
    ["a JSON body that isn't an object", 422, "POST", "/applications", ["name"]],
    ["GET of an application without --operations", 404, "GET", "/applications/app-1"],
    ["PATCH of an environment without --operations", 404, "PATCH", "/environments/env-0", { name: "next" }],
    ["DELETE of an environment without --operations", 404, "DELETE", "/environments/env-0"],
    ["GET of a cache without --operations", 405, "GET", "/caches/cache-1"],
  ] as const) {
    it(`Sandbox: rejects ${what} with ${status}`, async () => {
      const response = await call(method, path, body, token);
      expect([response.status, Object.keys(response.body)[0]]).to.deep.equal([status, "message"]);
    });
  }
});

describe("Sandbox: undocumented operations", () => {
  const { call, createApplication, createEnvironment, find } = useSandbox({ operations: true });
  const listLinked = (type: keyof SandboxState, id: string, relationship: string) =>
    [find(type, id)?.relationships[relationship]?.data ?? []].flat().map((reference) => reference.id);

  beforeEach(async () => {
    await createApplication();
    await createEnvironment();
  });

  for (const path of ["/applications/app-1", "/caches/cache-1"]) {
    it(`Sandbox: rejects DELETE ${path} with 405`, async () => {
      expect((await call("DELETE", path)).status).to.equal(405);
    });
  }

  for (const [path, type, id, included] of [
    ["/applications/app-1", "applications", "app-1", 1],
    ["/environments/env-2?include=branch", "environments", "env-2", 0],
    ["/caches/cache-1", "caches", "cache-1", 1],
  ] as const) {
    it(`Sandbox: GET ${path} returns the resource`, async () => {
      const { status, body } = await call("GET", path);
      expect([status, body.data]).to.deep.equal([200, find(type, id)]);
      expect(body.included).to.have.lengthOf(included);
    });
  }

  it("Sandbox: PATCH of an application changes only the fields sent and keeps the slug", async () => {
    const before = find("applications", "app-1");
    const fields = { name: "Other", repository: "acme/web", build_command: null };
    const { status, body } = await call("PATCH", "/applications/app-1", fields);
    expect([status, body.data]).to.deep.equal([200, find("applications", "app-1")]);
    const repository = { full_name: "acme/web", default_branch: "main" };
    expect(body.data.attributes).to.deep.equal({ ...before?.attributes, name: "Other", repository });
    const [id] = listLinked("applications", "app-1", "repository");
    expect(body.included).to.deep.equal([{ id, type: "repositories", attributes: { name: "web" } }]);
  });

  it("Sandbox: PATCH of an environment changes only the fields sent, and not to a taken name", async () => {
    const before = find("environments", "env-2");
    const fields = { name: "staging", branch: "other", build_command: "make" };
    expect((await call("PATCH", "/environments/env-2", fields)).status).to.equal(200);
    const branch = { data: { type: "branches", id: "branch-of-other" } };
    const attributes = { ...before?.attributes, build_command: "make" };
    const relationships = { ...before?.relationships, branch };
    expect(find("environments", "env-2")).to.deep.equal({ ...before, attributes, relationships });
    expect((await call("PATCH", "/environments/env-2", { name: "main" })).status).to.equal(422);
  });

  it("Sandbox: DELETE of an environment removes it with its links, and its id isn't reused", async () => {
    const { status, body } = await call("DELETE", "/environments/env-2");
    expect([status, body]).to.deep.equal([204, undefined]);
    const again = await call("GET", "/environments/env-2");
    expect([again.status, again.body]).to.deep.equal([404, { message: "There is no environment env-2." }]);
    expect(listLinked("applications", "app-1", "environments")).to.deep.equal(["env-1"]);
    expect(listLinked("applications", "app-1", "deployments")).to.deep.equal(["deployment-of-env-1"]);
    expect((await createEnvironment()).body.data.id).to.equal("env-3");
  });
});
