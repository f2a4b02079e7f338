import { expect } from "chai";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../provider/sandbox/index.js";
import { createClient, useSandbox } from "./client.js";

describe("Server of the sandbox", () => {
  const { sandbox, call, createApplication, updateCache } = useSandbox();

  it("Sandbox: records each request, with its token masked", async () => {
    await updateCache();
    await call("POST", "/applications?x=1", "{");
    const [first, second, ...more] = sandbox().requests();
    expect(more).to.deep.equal([]);
    const body = { name: "sessions" };
    expect(first).to.deep.include({ method: "PATCH", path: "/caches/cache-1", body, status: 200 });
    expect(first?.headers.authorization).to.equal("Bearer ***");
    expect(second).to.deep.include({ method: "POST", path: "/applications?x=1", body: "{", status: 422 });
  });

  it("Sandbox: admin endpoints need no token, and do not list themselves", async () => {
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

  it("Sandbox: listens on 127.0.0.1 alone", async () => {
    // Of the loopback interface, too; where the system has no such address, nothing responds at all.
    const url = sandbox().url.replace("127.0.0.1", "127.0.0.2");
    const response = fetch(url, { signal: AbortSignal.timeout(1000) });
    expect(await response.catch((error: unknown) => error)).to.be.an("error");
  });
});

describe("Options of the sandbox", () => {
  let sandbox: Sandbox;
  const client = createClient(() => sandbox);
  const start = async (options: SandboxOptions) => {
    sandbox = await startSandbox(options);
  };
  afterEach(() => sandbox.close());

  it("Sandbox: caches gives the ids of its caches, the first one in use, also after a reset", async () => {
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

  it("Sandbox: latencyMs delays the response and not its effect; close ends open connections", async () => {
    await start({ latencyMs: 1e8 });
    const response = client.createApplication().catch(() => "never");
    while (sandbox.state().applications.length === 0) await new Promise(setImmediate);
    await sandbox.close();
    expect(await response).to.equal("never");
  });
});
