import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { cacheSizes, evictionPolicies, regions, sourceControlProviders } from "../../provider/api/listed.js";
import { type Resource, type Sandbox, startSandbox } from "../../provider/sandbox/index.js";

interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at other parts of the JSON
  body: any;
}

const application = {
  name: "Shop",
  region: "eu-west-1",
  repository: "acme/shop",
  source_control_provider_type: "hostA",
};
const environment = { branch: "next", name: "staging" };

/** Sends requests with valid bodies; given fields go over them, and undefined takes one out. */
function clientOf(sandbox: () => Sandbox) {
  async function call(method: string, path: string, body?: unknown, token?: string): Promise<Answered> {
    const response = await fetch(`${sandbox().url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token ?? sandbox().token}` },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
  return {
    call,
    createApplication: (fields: object = {}) => call("POST", "/applications", { ...application, ...fields }),
    createEnvironment: (fields: object = {}) =>
      call("POST", "/applications/app-1/environments", { ...environment, ...fields }),
    updateCache: (fields: object = {}) => call("PATCH", "/caches/cache-1", { name: "sessions", ...fields }),
  };
}

describe("The sandbox", () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  beforeEach(() => sandbox.reset());
  after(() => sandbox.close());

  const { call, createApplication, createEnvironment, updateCache } = clientOf(() => sandbox);

  describe("creates an application", () => {
    it("and shows what was asked, with its repository in included", async () => {
      const { status, headers, body } = await createApplication({ root_directory: "web" });
      expect(status).to.equal(201);
      expect(headers.get("content-type")).to.equal("application/json");
      expect(body.data).to.include({ id: "app-1", type: "applications" });
      expect(body.data.attributes).to.include({
        name: "Shop",
        slug: "shop",
        region: "eu-west-1",
        root_directory: "web",
      });
      expect(body.data.attributes.repository).to.deep.equal({
        full_name: "acme/shop",
        default_branch: "main",
      });
      expect(body.included).to.deep.equal([
        {
          id: body.data.relationships.repository.data.id,
          type: "repositories",
          attributes: { name: "shop" },
        },
      ]);
    });

    it("with every documented attribute and relationship", async () => {
      const { data } = (await createApplication()).body;
      expect(data.attributes).to.have.all.keys(
        ..."name slug region root_directory chat_channel avatar_url framework language created_at".split(" "),
        ...["repository", "notes"],
      );
      expect(Object.values(data.attributes)).not.to.include(null);
      expect(typesOf(data)).to.deep.equal({
        repository: "repositories",
        organization: "organizations",
        environments: ["environments"],
        deployments: ["deployments"],
        defaultEnvironment: "environments",
      });
    });

    it("with a default environment, which gets the build command", async () => {
      const { data } = (await createApplication({ build_command: "npm run build" })).body;
      expect(data.relationships.defaultEnvironment.data).to.deep.equal({ type: "environments", id: "env-1" });
      expect(data.relationships.environments.data).to.deep.equal([{ type: "environments", id: "env-1" }]);
      expect(stored("environments", "env-1").attributes.build_command).to.equal("npm run build");
    });

    it("without a region or a repository, for neither is documented as required", async () => {
      const { name, source_control_provider_type } = application;
      const { status, body } = await call("POST", "/applications", { name, source_control_provider_type });
      expect(status).to.equal(201);
      expect(body.data.attributes.region).to.be.oneOf([...regions]);
      expect(body.data.relationships.repository.data).to.equal(null);
      expect(body.included).to.deep.equal([]);
    });

    it("twice when it is asked twice", async () => {
      await createApplication();
      await createApplication();
      expect(sandbox.state().applications.map(({ id }) => id)).to.deep.equal(["app-1", "app-2"]);
    });
  });

  describe("creates an environment", () => {
    beforeEach(() => createApplication());

    it("within its application, with what was asked", async () => {
      const { status, body } = await createEnvironment({ build_command: "make" });
      expect(status).to.equal(200);
      expect(body.data).to.include({ id: "env-2", type: "environments" });
      expect(body.data.attributes).to.include({
        name: "staging",
        build_command: "make",
        status: "deploying",
      });
      expect(body.data.relationships.application.data).to.deep.equal({ type: "applications", id: "app-1" });
      expect(body.data.relationships.branch.data).to.deep.equal({ type: "branches", id: "branch-next" });
      expect(stored("applications", "app-1").relationships.environments?.data).to.deep.equal([
        { type: "environments", id: "env-1" },
        { type: "environments", id: "env-2" },
      ]);
    });

    it("with every documented attribute and relationship", async () => {
      const { data } = (await createEnvironment({ build_command: "make" })).body;
      const { runtime, ...attributes } = data.attributes;
      expect(runtime.environment_variables[0]).to.have.all.keys("key", "value");
      expect(attributes).to.have.all.keys(
        ..."name slug status color created_from_automation vanity_domain framework language".split(" "),
        ..."php_major_version build_command node_version deploy_command start_command".split(" "),
        ..."uses_server_accelerator uses_hibernation hibernation_wake_up_interval timeout".split(" "),
        ..."shutdown_timeout uses_push_to_deploy uses_deploy_hook mailer network_settings".split(" "),
        ...["created_at", "serving"],
      );
      expect(Object.values(attributes)).not.to.include(null);
      expect(attributes.mailer).to.have.all.keys("from_address", "from_name", "key_name");
      const { cache, response_headers, firewall, content_converter } = attributes.network_settings;
      expect(cache.strategy).to.be.a("string");
      expect(response_headers).to.have.all.keys("frame", "content_type", "hsts");
      expect(response_headers.hsts).to.have.all.keys("max_age", "include_subdomains", "preload");
      expect(firewall.bot_categories).to.deep.equal(["academic_research"]);
      expect(firewall.rate_limit).to.have.all.keys("429", "level", "per_minute", "4xx");
      expect(firewall).to.include.keys("under_attack_mode_started_at", "block_path");
      expect(content_converter).to.be.a("boolean");
      expect(typesOf(data)).to.deep.equal({
        application: "applications",
        branch: "branches",
        deployments: ["deployments"],
        currentDeployment: "deployments",
        domains: ["domains"],
        primaryDomain: "domains",
        instances: ["instances"],
        database: null,
        cache: null,
        buckets: [],
        websocketApplication: null,
        secrets: [],
      });
    });

    it("unless its name is taken within the application", async () => {
      await createEnvironment();
      const { status, body } = await createEnvironment();
      expect(status).to.equal(422);
      expect(body.errors).to.have.all.keys("name");
      await createApplication();
      expect((await call("POST", "/applications/app-2/environments", environment)).status).to.equal(200);
    });

    it("unless the application is unknown", async () => {
      const { status, body } = await call("POST", "/applications/app-9/environments", environment);
      expect(status).to.equal(404);
      expect(body).to.have.all.keys("message");
    });
  });

  describe("updates a cache", () => {
    it("in the stated fields and no other", async () => {
      const before = stored("caches", "cache-1").attributes;
      const { status, body } = await updateCache({ is_public: true, size: "1gb" });
      expect(status).to.equal(200);
      expect(body.data.attributes).to.deep.equal({ ...before, is_public: true, size: "1gb" });
      expect(stored("caches", "cache-1")).to.deep.equal(body.data);
    });

    it("in every field that is documented", async () => {
      const fields = {
        name: "other",
        auto_upgrade_enabled: false,
        is_public: true,
        uses_hibernation: true,
        hibernation_timeout: 60,
        size: "valkey-pro.25gb",
        eviction_policy: "noeviction",
      };
      expect((await updateCache(fields)).body.data.attributes).to.include(fields);
    });

    it("with every documented attribute and relationship", async () => {
      const { data } = (await updateCache()).body;
      expect(data.attributes).to.have.all.keys(
        ..."name type status region size auto_upgrade_enabled is_public eviction_policy".split(" "),
        ..."uses_hibernation hibernation_timeout created_at connection".split(" "),
      );
      const { hostname, port, protocol, ...nested } = data.attributes.connection;
      expect({ hostname, port, protocol }).to.deep.equal({
        hostname: "cache-1.sandbox.test",
        port: 6379,
        protocol: "redis",
      });
      expect(Object.values(nested)).to.deep.equal([{ username: "sandbox", password: "sandbox-password" }]);
      expect(typesOf(data)).to.deep.equal({ environments: ["environments"] });
    });

    it("and includes the environments that use it, with their links", async () => {
      const { included } = (await updateCache()).body;
      expect(included).to.have.length(1);
      expect(included[0]).to.include({ id: "env-0", type: "environments" });
      expect(included[0].attributes).to.include.keys("name", "network_settings");
      expect(included[0].links.self).to.have.all.keys(
        ..."href rel describedby title type hreflang meta".split(" "),
      );
      expect((await call("PATCH", "/caches/cache-2", { name: "pages" })).body.included).to.deep.equal([]);
    });

    it("unless the cache is unknown", async () => {
      const { status, body } = await call("PATCH", "/caches/cache-9", { name: "sessions" });
      expect(status).to.equal(404);
      expect(body).to.have.all.keys("message");
    });
  });

  describe("refuses", () => {
    const long = (length: number) => "a".repeat(length);
    type Send = (fields: object) => Promise<Answered>;
    type Case = [fields: Record<string, unknown>, failing: string[]];
    const tables: [operation: string, send: Send, cases: Case[]][] = [
      [
        "create application",
        createApplication,
        [
          [{ name: undefined }, ["name"]],
          [{ name: null }, ["name"]],
          [{ name: 7 }, ["name"]],
          [{ name: "a" }, ["name"]],
          [{ name: long(41) }, ["name"]],
          [{ name: "shop*" }, ["name"]],
          [{ region: "us-west-1" }, ["region"]],
          [{ region: null }, ["region"]],
          [{ repository: "/acme" }, ["repository"]],
          [{ repository: `acme/${long(251)}` }, ["repository"]],
          [{ build_command: long(2001) }, ["build_command"]],
          [{ root_directory: true }, ["root_directory"]],
          [{ cluster_id: null }, ["cluster_id"]],
          [{ source_control_provider_type: undefined }, ["source_control_provider_type"]],
          [{ source_control_provider_type: "hostD" }, ["source_control_provider_type"]],
          [
            { name: "*", region: "", repository: "", source_control_provider_type: null },
            ["name", "region", "repository", "source_control_provider_type"],
          ],
        ],
      ],
      [
        "create environment",
        createEnvironment,
        [
          [{ branch: undefined }, ["branch"]],
          [{ branch: 1 }, ["branch"]],
          [{ name: undefined }, ["name"]],
          [{ name: "" }, ["name"]],
          [{ name: long(41) }, ["name"]],
          [{ name: "a.b" }, ["name"]],
          [{ build_command: long(2001) }, ["build_command"]],
          [{ cluster_id: 1 }, ["cluster_id"]],
          [{ edge_network_id: {} }, ["edge_network_id"]],
          [{ branch: null, name: null }, ["branch", "name"]],
        ],
      ],
      [
        "update cache",
        updateCache,
        [
          [{ name: undefined }, ["name"]],
          [{ name: "a" }, ["name"]],
          [{ name: long(41) }, ["name"]],
          [{ name: "Sessions" }, ["name"]],
          [{ auto_upgrade_enabled: 1 }, ["auto_upgrade_enabled"]],
          [{ is_public: "true" }, ["is_public"]],
          [{ uses_hibernation: null }, ["uses_hibernation"]],
          [{ hibernation_timeout: 0 }, ["hibernation_timeout"]],
          [{ hibernation_timeout: 61 }, ["hibernation_timeout"]],
          [{ hibernation_timeout: 1.5 }, ["hibernation_timeout"]],
          [{ hibernation_timeout: "5" }, ["hibernation_timeout"]],
          [{ size: "2gb" }, ["size"]],
          [{ eviction_policy: "lru" }, ["eviction_policy"]],
          [{ name: "A", size: "", is_public: "" }, ["name", "size", "is_public"]],
        ],
      ],
    ];
    for (const [operation, send, cases] of tables) {
      for (const [fields, failing] of cases) {
        it(`to ${operation} with ${shown(fields)}, and changes nothing`, async () => {
          await createApplication();
          const before = sandbox.state();
          const { status, body } = await send(fields);
          expect(status).to.equal(422);
          expect(body).to.have.all.keys("message", "errors");
          expect(body.errors).to.have.all.keys(...failing);
          for (const messages of Object.values(body.errors)) {
            expect(messages).to.be.an("array").that.is.not.empty;
            for (const message of messages as unknown[]) expect(message).to.be.a("string");
          }
          expect(sandbox.state()).to.deep.equal(before);
        });
      }
    }

    it("a field with each of its messages", async () => {
      const { errors } = (await createApplication({ name: "*" })).body;
      expect(errors.name).to.have.length(2);
    });

    it("a missing or wrong token, whatever the path", async () => {
      for (const token of ["", "wrong", `${sandbox.token}x`]) {
        for (const path of ["/applications", "/caches/cache-1", "/nothing"]) {
          const { status, body } = await call("POST", path, application, token);
          expect(status, `${token} ${path}`).to.equal(403);
          expect(body).to.have.all.keys("message");
        }
      }
      const response = await fetch(`${sandbox.url}/applications`, { method: "POST" });
      expect(response.status).to.equal(403);
    });

    it("an undocumented path", async () => {
      for (const path of [
        "/",
        "/organizations",
        "/applications/app-1",
        "/caches",
        "/applications/a/b/environments",
      ]) {
        const { status, body } = await call("POST", path, {});
        expect(status, path).to.equal(404);
        expect(body).to.have.all.keys("message");
      }
      expect((await fetch(new URL("/elsewhere", sandbox.url))).status).to.equal(404);
    });

    it("another method on a documented path, and names the one that it takes", async () => {
      const cases = [
        ["GET", "/applications", "POST"],
        ["DELETE", "/applications/app-1/environments", "POST"],
        ["GET", "/caches/cache-1", "PATCH"],
      ] as const;
      for (const [method, path, allowed] of cases) {
        const { status, headers, body } = await call(method, path);
        expect(status, path).to.equal(405);
        expect(headers.get("allow")).to.equal(allowed);
        expect(body).to.have.all.keys("message");
      }
    });

    it("a body that is not JSON", async () => {
      const { status, body } = await call("POST", "/applications", "{name:");
      expect(status).to.equal(400);
      expect(body).to.have.all.keys("message");
    });

    it("a body of more than a megabyte", async () => {
      expect((await call("POST", "/applications", " ".repeat(1024 * 1024 + 1))).status).to.equal(413);
    });
  });

  describe("accepts", () => {
    const cases: [what: string, send: () => Promise<Answered>][] = [
      ["an application's name at its shortest", () => createApplication({ name: "ab" })],
      ["an application's name at its longest", () => createApplication({ name: "é".repeat(40) })],
      ["every documented character in it", () => createApplication({ name: "Añ 9_.,'-&()!#+:@" })],
      ["a repository of 255 characters", () => createApplication({ repository: `acme/${"a".repeat(250)}` })],
      ["null for no build command", () => createApplication({ build_command: null })],
      ["fields that it does not know", () => createApplication({ colour: "red" })],
      [
        "null for what an environment may leave out",
        async () => {
          await createApplication();
          return createEnvironment({ build_command: null, cluster_id: null, edge_network_id: null });
        },
      ],
      ["a body with another content type", () => updateCache()],
    ];
    for (const [what, send] of cases) {
      it(what, async () => expect((await send()).status).to.be.oneOf([200, 201]));
    }

    it("every listed value", async () => {
      for (const region of regions) expect((await createApplication({ region })).status).to.equal(201);
      for (const provider of sourceControlProviders) {
        expect((await createApplication({ source_control_provider_type: provider })).status).to.equal(201);
      }
      for (const size of cacheSizes) expect((await updateCache({ size })).status).to.equal(200);
      for (const eviction_policy of evictionPolicies) {
        expect((await updateCache({ eviction_policy })).status).to.equal(200);
      }
    });

    it("an id that is percent-encoded", async () => {
      expect((await call("PATCH", "/caches/%63ache-1", { name: "sessions" })).status).to.equal(200);
      expect((await call("PATCH", "/caches/%zz", { name: "sessions" })).status).to.equal(404);
    });
  });

  describe("keeps", () => {
    it("each request, with its token masked", async () => {
      await updateCache();
      await call("POST", "/applications?x=1", "{");
      const [first, second, ...more] = sandbox.requests();
      expect(more).to.deep.equal([]);
      expect(first).to.deep.include({
        method: "PATCH",
        path: "/caches/cache-1",
        body: { name: "sessions" },
        status: 200,
      });
      expect(first?.headers.authorization).to.equal("Bearer ***");
      expect(second).to.deep.include({ method: "POST", path: "/applications?x=1", body: "{", status: 400 });
    });

    it("nothing after a reset", async () => {
      const fresh = sandbox.state();
      await createApplication();
      await updateCache({ name: "other" });
      sandbox.reset();
      expect(sandbox.state()).to.deep.equal(fresh);
      expect(sandbox.requests()).to.deep.equal([]);
      expect(fresh.caches.map(({ id }) => id)).to.deep.equal(["cache-1", "cache-2", "cache-3"]);
    });

    it("its state from those who look at it", () => {
      sandbox.state().caches.pop();
      expect(sandbox.state().caches).to.have.length(3);
    });

    it("its answers the same from run to run", async () => {
      const run = async (where: Sandbox) => {
        const client = clientOf(() => where);
        const answers = [await client.createApplication(), await client.createEnvironment()];
        return [...answers, await client.updateCache()].map(({ body }) => body);
      };
      const other = await startSandbox();
      try {
        expect(await run(other)).to.deep.equal(await run(sandbox));
      } finally {
        await other.close();
      }
    });
  });

  describe("has a side door without a token", () => {
    const door = (path: string, method = "GET") =>
      fetch(new URL(`/_sandbox/${path}`, sandbox.url), { method });

    it("to its state", async () => {
      await createApplication();
      expect(await (await door("state")).json()).to.deep.equal(sandbox.state());
    });

    it("to the requests, which holds no token and does not list itself", async () => {
      await createApplication();
      const text = await (await door("requests")).text();
      expect(JSON.parse(text)).to.deep.equal(sandbox.requests());
      expect(text).not.to.contain(sandbox.token);
      expect(sandbox.requests()).to.have.length(1);
    });

    it("to a fresh start", async () => {
      await createApplication();
      expect((await door("reset", "POST")).status).to.equal(200);
      expect(sandbox.state().applications).to.deep.equal([]);
    });

    it("to nothing else", async () => {
      expect((await door("reset")).status).to.equal(404);
      expect((await door("fault", "POST")).status).to.equal(404);
    });
  });

  describe("takes options:", () => {
    let other: Sandbox;
    const client = clientOf(() => other);
    afterEach(() => other.close());

    it("a token of one's own", async () => {
      other = await startSandbox({ token: "mine" });
      expect(other.token).to.equal("mine");
      expect((await client.createApplication()).status).to.equal(201);
    });

    it("other names for the three fields that are not documented", async () => {
      other = await startSandbox({ fieldNames: { sourceControlProvider: "scm", size: "plan" } });
      expect(Object.keys((await client.createApplication()).body.errors)).to.deep.equal(["scm"]);
      expect((await client.createApplication({ scm: "hostA" })).status).to.equal(201);
      const { body } = await client.updateCache({ plan: "5gb", size: "1gb", eviction_policy: "noeviction" });
      expect(body.data.attributes).to.include({ size: "5gb", eviction_policy: "noeviction" });
    });

    it("latency, which delays the answer and not its effect", async () => {
      other = await startSandbox({ latencyMs: 1e8 });
      const answer = client.createApplication().catch(() => "never");
      while (other.state().applications.length === 0) await new Promise(setImmediate);
      await other.close();
      expect(await answer).to.equal("never");
    });

    it("a port, and says when it is taken", async () => {
      other = await startSandbox();
      let failure: unknown;
      await startSandbox({ port: other.port }).catch((error: unknown) => {
        failure = error;
      });
      expect(failure).to.include({ code: "EADDRINUSE" });
    });
  });

  it("listens on the loopback address alone", async function () {
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4");
    if (outside === undefined) return this.skip();
    const outgoing = request({ host: outside.address, port: sandbox.port });
    const [error] = await once(outgoing.end(), "error");
    expect(error).to.include({ code: "ECONNREFUSED" });
  });

  it("ends open connections when it closes", async () => {
    const other = await startSandbox();
    const outgoing = request(`${other.url}/applications`, {
      method: "POST",
      headers: { "content-length": 9 },
    });
    outgoing.write("{");
    await once(outgoing, "socket").then(([socket]) => socket.connecting && once(socket, "connect"));
    const [[error]] = await Promise.all([once(outgoing, "error"), other.close()]);
    expect(error).to.be.an("error");
  });

  function stored(kind: "applications" | "environments" | "caches", id: string): Resource {
    const found = sandbox.state()[kind].find((resource) => resource.id === id);
    if (found === undefined) throw new Error(`no ${id} in the sandbox`);
    return found;
  }
});

describe("apphosting-sandbox", () => {
  const cli = join(__dirname, "../../provider/sandbox/cli.ts");
  let running: ChildProcessWithoutNullStreams | undefined;
  afterEach(() => running?.kill("SIGKILL"));

  function start(...args: string[]) {
    const child = spawn(process.execPath, ["--import", "tsx", cli, ...args]);
    running = child;
    const printed = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].setEncoding("utf8").on("data", (text) => {
        printed[stream] += text;
      });
    }
    const greeted = async () => {
      while (!printed.stdout.includes("/reset\n")) await once(child.stdout, "data");
    };
    return { child, printed, greeted, ended: once(child, "close") };
  }

  it("says where it is, how to point a stack at it, and how to look inside", async () => {
    const { printed, greeted } = start("--token", "mine");
    await greeted();
    const [, url] = /base URL +(\S+)/.exec(printed.stdout) ?? [];
    expect(printed.stdout).to.contain(`pulumi config set apphosting:baseUrl ${url}\n`);
    expect(printed.stdout).to.contain("pulumi config set --secret apphosting:token mine\n");
    const [, door = ""] = /curl (\S+\/_sandbox\/state)/.exec(printed.stdout) ?? [];
    expect((await fetch(door)).status).to.equal(200);
    const answer = await fetch(`${url}/caches/cache-1`, {
      method: "PATCH",
      headers: { authorization: "Bearer mine" },
      body: '{"name":"sessions"}',
    });
    expect(answer.status).to.equal(200);
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`ends at ${signal}`, async () => {
      const { child, greeted, ended } = start();
      await greeted();
      child.kill(signal);
      expect(await ended).to.deep.equal([0, null]);
    });
  }

  const bad: [args: string[], message: string][] = [
    [["--port", "http"], "--port takes a whole number"],
    [["--port", "65536"], "--port takes a whole number"],
    [["--latency", "1.5"], "--latency takes a whole number"],
    [["--token", "a b"], "--token takes"],
    [["--token="], "--token takes"],
    [["--fault"], "--fault"],
    [["8080"], "8080"],
  ];
  for (const [args, message] of bad) {
    it(`refuses ${args.join(" ")} with exit code 2`, async () => {
      const { printed, ended } = start(...args);
      expect(await ended).to.deep.equal([2, null]);
      expect(printed.stderr).to.contain(message).and.to.contain("Usage:");
      expect(printed.stdout).to.equal("");
    });
  }

  it("says that a port is taken with exit code 1", async () => {
    const { port, close } = await startSandbox();
    try {
      const { printed, ended } = start("--port", String(port));
      expect(await ended).to.deep.equal([1, null]);
      expect(printed.stderr).to.contain("EADDRINUSE").and.to.contain(String(port));
    } finally {
      await close();
    }
  });

  it("explains itself with --help", async () => {
    const { printed, ended } = start("--help");
    expect(await ended).to.deep.equal([0, null]);
    for (const option of ["--port", "--token", "--latency"]) expect(printed.stdout).to.contain(option);
  });
});

/** A relationship's type by its name; null where it relates to nothing. */
function typesOf({ relationships }: Resource): Record<string, unknown> {
  const entries = Object.entries(relationships).map(([name, { data }]) => [
    name,
    Array.isArray(data) ? data.map(({ type }) => type) : (data?.type ?? null),
  ]);
  return Object.fromEntries(entries);
}

function shown(fields: Record<string, unknown>): string {
  const entries = Object.entries(fields).map(([name, value]) => {
    const text = value === undefined ? "absent" : JSON.stringify(value);
    return `${name} ${text.length > 40 ? `of ${String(value).length} characters` : text}`;
  });
  return entries.join(", ");
}
