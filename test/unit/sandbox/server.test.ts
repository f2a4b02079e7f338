import { expect } from "chai";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../provider/sandbox/index.js";
import { createClient, useSandbox } from "./client.js";

describe("Sandbox server", () => {
  const { sandbox, call, createApplication, updateCache } = useSandbox();

  it("Sandbox: records each request with its token masked", async () => {
    await updateCache();
    await call("POST", "/applications?x=1", "{");
    const [first, second, ...more] = sandbox().requests();
    expect(more).to.deep.equal([]);
    const body = { name: "sessions" };
    expect(first).to.deep.include({ method: "PATCH", path: "/caches/cache-1", body, status: 200 });
    expect(first?.headers.authorization).to.equal("Bearer ***");
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
    expect((await admin("reset")).status).to.equal(404);
  });

  it("Sandbox: listens only on 127.0.0.1", async () => {
    // Another loopback address; on a system without it, nothing responds at all.
    const url = sandbox().url.replace("127.0.0.1", "127.0.0.2");
    const response = fetch(url, { signal: AbortSignal.timeout(1000) });
    expect(await response.catch((error: unknown) => error)).to.be.an("error");
  });
});

describe("Sandbox options", () => {
  let sandbox: Sandbox;
  const client = createClient(() => sandbox);
  const start = async (options: SandboxOptions) => {
    sandbox = await startSandbox(options);
  };
  afterEach(() => sandbox.close());

  it("Sandbox: the option caches sets the ids of its caches, also after a reset", async () => {
    await start({ caches: ["a/b", "cache-2"] });
    for (const _ of ["fresh", "reset"]) {
      const shown = sandbox.state().caches.map(({ id, attributes: { name, size } }) => [id, name, size]);
      expect(shown).to.deep.equal([
        ["a/b", "cache", "250mb"],
        ["cache-2", "pages", "valkey-pro.1gb"],
      ]);
      const { status, body } = await client.updateCache({ size: "1gb" }, "a%2Fb");
      expect([status, body.included[0].id]).to.deep.equal([200, "env-0"]);
      expect((await client.updateCache({}, "cache-1")).status).to.equal(404);
      sandbox.reset();
    }
  });

  it("Sandbox: latencyMs delays a request's response but not its effect", async () => {
    await start({ latencyMs: 1e8 });
    const response = client.createApplication().catch(() => "never");
    while (sandbox.state().applications.length === 0) await new Promise(setImmediate);
    await sandbox.close();
    expect(await response).to.equal("never");
  });
});
