import { expect } from "chai";
import { parseResponse } from "../../../provider/api/response.js";
import { type Sandbox, type SandboxOptions, type SandboxState, startSandbox } from "../../../provider/sandbox/index.js";
import { buildBody, buildResponse, listResponseValues } from "../../documented/facts.js";
import { resources } from "../documented-resources.js";

/** Starts a sandbox for each test of the suite around the call. */
function useSandbox(options: SandboxOptions = {}) {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox(options);
  });
  afterEach(() => sandbox.close());

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: each test looks at other parts of the JSON
    const parsed: any = text === "" ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: parsed };
  }
  // Given fields go over the valid ones, and undefined takes one out.
  const application = { name: "Shop", repository: "acme/shop", source_control_provider_type: "hostA" };
  const environment = { branch: "next", name: "staging" };
  return {
    sandbox: () => sandbox,
    find: (type: keyof SandboxState, id: string) => sandbox.state()[type].find((resource) => resource.id === id),
    call,
    createApplication: (fields: object = {}) => call("POST", "/applications", { ...application, ...fields }),
    createEnvironment: (fields: object = {}, id = "app-1") =>
      call("POST", `/applications/${id}/environments`, { ...environment, ...fields }),
    updateCache: (fields: object = {}, id = "cache-1") =>
      call("PATCH", `/caches/${id}`, { name: "sessions", ...fields }),
  };
}

describe("Sandbox: facts of test/documented", () => {
  const { sandbox, call, createApplication } = useSandbox();
  beforeEach(() => createApplication());

  for (const { documented: facts, table } of resources) {
    const { action, method, path } = facts.create;
    const send = (body: object) => call(method, path.replaceAll("%2F", "-"), body);
    const required = buildBody(facts, ({ required, valid }) => (required ? valid : undefined));
    const nulls = buildBody(facts, ({ nullable }) => (nullable === undefined ? null : undefined));
    const wrong = buildBody(facts, ({ invalid }) => Object.values(invalid)[0]?.[0] ?? null);

    for (const [what, body, refused] of [
      ["without fields: refuses each that is required", {}, required],
      ["with a null for each field: refuses those that document none", { ...required, ...nulls }, nulls],
      ["with a wrong value of each field: refuses each", wrong, wrong],
    ] as const) {
      it(`Sandbox: ${action} ${what}, and changes nothing`, async () => {
        const before = sandbox().state();
        const response = await send(body);
        expect([response.status, Object.keys(response.body.errors)]).to.deep.equal([422, Object.keys(refused)]);
        expect(sandbox().state()).to.deep.equal(before);
      });
    }

    it(`Sandbox: the response to ${action} has the values of the request, and each documented field`, async () => {
      const { body } = await send(buildBody(facts, ({ valid }) => valid));
      const { values, mismatches } = parseResponse(table, body);
      const { outputs } = buildResponse(listResponseValues(facts));
      expect(values).to.have.all.keys(Object.keys(outputs));
      expect(values).to.deep.include(buildResponse(listResponseValues({ ...facts, responseValues: [] })).outputs);
      expect(mismatches).to.deep.equal([]);
    });
  }
});

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
    expect((await createEnvironment()).body.errors).to.deep.equal({ name: ["name is taken."] });
    expect((await createEnvironment({}, "app-2")).status).to.equal(200);
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

  it("Sandbox: each refused field has its rule in words", async () => {
    const { body } = await updateCache({ name: "", is_public: "no" });
    const name = ["name must have 2 to 40 characters; it has 0."];
    const errors = { name, is_public: ["is_public must be true or false."] };
    expect(body).to.deep.equal({ message: "The request is not valid.", errors });
  });

  for (const [id, size, isValkey] of [
    ["cache-1", undefined, false],
    ["cache-2", "1gb", false],
    ["cache-1", "valkey-flex-1gb", true],
  ] as const) {
    it(`Sandbox: ${isValkey ? "takes" : "refuses"} an eviction policy for ${id} with the size ${size}`, async () => {
      const before = find("caches", id)?.attributes;
      const { body } = await updateCache({ eviction_policy: "noeviction", size }, id);
      const errors = { eviction_policy: ["eviction_policy is available only for a Valkey cache."] };
      expect(body.errors).to.deep.equal(isValkey ? undefined : errors);
      const changes = isValkey ? { eviction_policy: "noeviction", size } : {};
      expect(find("caches", id)?.attributes).to.deep.equal({ ...before, ...changes });
    });
  }

  for (const [what, status, method, path, body, token = "sandbox-token"] of [
    ["a request without a token", 403, "POST", "/applications", {}, ""],
    ["a wrong token on an unknown path", 403, "GET", "/nothing", undefined, "sandbox-tokenx"],
    ["a path outside the base path", 404, "POST", "/../applications"],
    ["an environment of an unknown application", 404, "POST", "/applications/app-9/environments", {}],
    ["an undocumented method on a documented path", 405, "DELETE", "/applications"],
    ["a body that isn't JSON", 422, "POST", "/applications", "{name:"],
    ["PATCH of an environment without --operations", 404, "PATCH", "/environments/env-0", { name: "next" }],
    ["GET of a cache without --operations", 405, "GET", "/caches/cache-1"],
  ] as const) {
    it(`Sandbox: rejects ${what} with ${status}`, async () => {
      const response = await call(method, path, body, { authorization: `Bearer ${token}` });
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
    it(`Sandbox: rejects DELETE ${path}`, async () => expect((await call("DELETE", path)).status).to.equal(405));
  }

  it("Sandbox: GET responds with the resource and what it includes", async () => {
    const environment = await call("GET", "/environments/env-2?include=branch");
    expect(environment.body).to.deep.equal({ data: find("environments", "env-2"), included: [] });
    const { status, body } = await call("GET", "/caches/cache-1");
    expect([status, body.data, body.included.length]).to.deep.equal([200, find("caches", "cache-1"), 1]);
  });

  it("Sandbox: PATCH changes only the fields sent that can be updated, and not to a taken name", async () => {
    const { body } = await call("PATCH", "/applications/app-1", { region: "us-east-2" });
    expect(body.data.attributes.region).to.equal("us-east-1");
    const before = find("environments", "env-2");
    const fixed = { id: "x", cluster_id: "c-1", application_id: "a-1" };
    const fields = { ...fixed, branch: "other", build_command: "make" };
    expect((await call("PATCH", "/environments/env-2", fields)).status).to.equal(200);
    const branch = { data: { type: "branches", id: "branch-of-other" } };
    const attributes = { ...before?.attributes, build_command: "make" };
    const relationships = { ...before?.relationships, branch };
    expect(find("environments", "env-2")).to.deep.equal({ ...before, attributes, relationships });
    expect((await call("PATCH", "/environments/env-2", { name: "staging" })).status).to.equal(200);
    expect((await call("PATCH", "/environments/env-2", { name: "main" })).status).to.equal(422);
  });

  it("Sandbox: DELETE of an environment removes it with its links, and its id isn't reused", async () => {
    const { status, body } = await call("DELETE", "/environments/env-2");
    expect([status, body]).to.deep.equal([204, undefined]);
    const again = await call("GET", "/environments/env-2");
    expect([again.status, again.body]).to.deep.equal([404, { message: "There is no env-2." }]);
    expect(listLinked("applications", "app-1", "environments")).to.deep.equal(["env-1"]);
    expect(listLinked("applications", "app-1", "deployments")).to.deep.equal(["deployment-of-env-1"]);
    expect((await createEnvironment()).body.data.id).to.equal("env-3");
  });
});

describe("Sandbox: the option answers", () => {
  const { createApplication, createEnvironment, updateCache } = useSandbox({ answers: "sparse" });

  it("Sandbox with sparse responses: omits relationships and most attributes, but no errors", async () => {
    const responses = [await createApplication(), await createEnvironment(), await updateCache()];
    expect(responses.map(({ body }) => body.data)).to.deep.equal([
      { id: "app-1", type: "applications", attributes: { name: "Shop" } },
      { id: "env-2", type: "environments", attributes: { name: "staging", status: "deploying" } },
      { id: "cache-1", type: "caches", attributes: { name: "sessions", status: "creating" } },
    ]);
    expect(responses.map(({ body }) => Object.keys(body))).to.deep.equal([["data"], ["data"], ["data"]]);
    expect((await updateCache({ name: "S" })).body.errors).to.have.all.keys("name");
  });
});

describe("Sandbox: the option caches", () => {
  const { sandbox, updateCache } = useSandbox({ caches: ["a/b", "cache-2"] });

  it("Sandbox: the option caches sets the ids of its caches, also after a reset", async () => {
    const fresh = sandbox().state().caches;
    expect(fresh.map(({ id, attributes: { name, size } }) => [id, name, size])).to.deep.equal([
      ["a/b", "sessions", "250mb"],
      ["cache-2", "sessions", "valkey-pro.1gb"],
    ]);
    const { status, body } = await updateCache({ size: "1gb" }, "a%2Fb");
    expect([status, body.included[0].id]).to.deep.equal([200, "env-0"]);
    expect((await updateCache({}, "cache-1")).status).to.equal(404);
    sandbox().reset();
    expect(sandbox().state().caches).to.deep.equal(fresh);
  });
});

describe("Sandbox: server", () => {
  const { sandbox, call, createApplication, updateCache } = useSandbox();

  it("Sandbox: records each request without its token", async () => {
    await updateCache();
    await call("POST", "/applications?x=1", "{");
    const [first, second, ...more] = sandbox().requests();
    expect(more).to.deep.equal([]);
    const body = { name: "sessions" };
    expect(first).to.deep.include({ method: "PATCH", path: "/caches/cache-1", body, status: 200 });
    expect(first?.headers).to.include.keys("content-type").and.to.not.have.property("authorization");
    expect(second).to.deep.include({ method: "POST", path: "/applications?x=1", body: "{", status: 422 });
  });

  it("Sandbox: admin endpoints need no token and don't record their own requests", async () => {
    const admin = async (path: string, method = "GET") => {
      const response = await fetch(new URL(`/_sandbox/${path}`, sandbox().url), { method });
      return { status: response.status, body: await response.json() };
    };
    const fresh = sandbox().state();
    await createApplication();
    expect(sandbox().state()).to.not.deep.equal(fresh);
    expect((await admin("state")).body).to.deep.equal(sandbox().state());
    expect((await admin("requests")).body).to.deep.equal(sandbox().requests());
    expect(sandbox().requests()).to.have.lengthOf(1);
    expect((await admin("reset", "POST")).status).to.equal(200);
    expect([sandbox().state(), sandbox().requests()]).to.deep.equal([fresh, []]);
    expect((await createApplication()).body.data.id).to.equal("app-1");
    expect((await admin("reset")).status).to.equal(403);
  });

  it("Sandbox: listens only on 127.0.0.1", async () => {
    // Another loopback address; on a system without it, nothing responds at all.
    const url = sandbox().url.replace("127.0.0.1", "127.0.0.2");
    const response = fetch(url, { signal: AbortSignal.timeout(1000) });
    expect(await response.catch((error: unknown) => error)).to.be.an("error");
  });
});
