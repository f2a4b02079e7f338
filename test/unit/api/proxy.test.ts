import { createServer } from "node:http";
import { createServer as createRawServer, type Socket } from "node:net";
import { mock } from "node:test";
import { expect } from "chai";
import { createTransport } from "../../../provider/api/transport.js";
import { catchFailure, failLookups, transportSettings, updateRequest, useServers } from "./client-fixture.js";

const variables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"];
const settings = { ...transportSettings, baseUrl: "https://api.corp.example" };
const checkProxy = "Check HTTPS_PROXY or ALL_PROXY (http://user:password@host:port, URL-encoded) and NO_PROXY.";

describe("Proxy", () => {
  const { listen } = useServers();
  const saved = { ...process.env };
  beforeEach(() => {
    for (const name of variables) delete process.env[name];
    // No name resolves: a request that bypasses the proxy fails at once.
    failLookups("ENOTFOUND");
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
    process.env = { ...saved };
  });

  const send = (request = updateRequest) => catchFailure(createTransport(settings)(request, false));

  /** Opens a proxy that answers each CONNECT with a status, and records the logins and targets. */
  async function openProxy(status: number) {
    const logins: (string | undefined)[] = [];
    const targets: (string | undefined)[] = [];
    const server = createServer().on("connect", ({ url, headers }, socket: Socket) => {
      targets.push(url);
      const { "proxy-authorization": header } = headers;
      logins.push(header && Buffer.from(header.replace("Basic ", ""), "base64").toString("utf8"));
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    });
    return { address: await listen(server), logins, targets };
  }

  for (const [encoded, login] of [
    ["user:p%40ss%2Fw%3Ard", "user:p@ss/w:rd"],
    [":token", ":token"],
  ] as const) {
    it(`Proxy login ${encoded}: is sent decoded, and isn't in the failure`, async () => {
      const { address, logins, targets } = await openProxy(407);
      process.env.HTTPS_PROXY = `http://${encoded}@${address}`;
      expect((await send()).happened).to.equal(`was not sent: the proxy ${address} answered 407`);
      expect([logins, targets]).to.deep.equal([[login], ["api.corp.example:443"]]);
    });
  }

  for (const [name, status, isTransient] of [
    ["https_proxy", 403, false],
    ["ALL_PROXY", 429, true],
    ["HTTPS_PROXY", 500, true],
  ] as const) {
    it(`Proxy of ${name} that answers ${status}: the failure is ${isTransient ? "" : "not "}transient`, async () => {
      const { address, logins } = await openProxy(status);
      process.env[name] = `http://${address}`;
      const happened = `was not sent: the proxy ${address} answered ${status}`;
      expect(await send()).to.deep.equal({ happened, outcome: "no effect", nextStep: checkProxy, isTransient });
      expect(logins).to.deep.equal([undefined]);
    });
  }

  const closed = "closed the connection";
  for (const [what, detail, isTransient, serve] of [
    ["closes the connection", closed, true, (socket: Socket) => socket.end()],
    ["resets it", closed, true, (socket: Socket) => socket.once("data", () => socket.resetAndDestroy())],
    ["doesn't speak HTTP", "doesn't speak HTTP", false, (socket: Socket) => socket.end("SSH-2.0-OpenSSH\r\n\r\n")],
  ] as const) {
    it(`Proxy that ${what}: nothing was sent, and a retry ${isTransient ? "may" : "can't"} help`, async () => {
      const address = await listen(createRawServer((socket) => serve(socket.on("error", () => {}).resume())));
      process.env.HTTPS_PROXY = `http://${address}`;
      const happened = `was not sent: the proxy ${address} ${detail}`;
      expect(await send()).to.deep.include({ happened, outcome: "no effect", isTransient });
    });
  }

  it("Proxy that can't be reached: nothing was sent, and a retry may help", async () => {
    process.env.HTTPS_PROXY = "http://proxy.corp.example";
    const happened = "was not sent: the proxy proxy.corp.example can't be reached (ENOTFOUND)";
    expect(await send()).to.deep.include({ happened, outcome: "no effect", isTransient: true });
  });

  for (const value of [
    "socks5://user:secret@127.0.0.1:1080",
    "https://user:secret@proxy.example",
    "proxy.example:3128",
    "http://",
    "http://user:sec/ret@127.0.0.1:3128",
    "http://user:2?secret@127.0.0.1:3128",
    "http://user:100%@127.0.0.1:1",
  ]) {
    it(`Proxy ${value}: the failure has no part of it, and says what its URL must be`, async () => {
      process.env.HTTPS_PROXY = value;
      const mustBe = "its URL must begin with http://, and its login must be URL-encoded";
      const happened = `was not sent: the proxy in the environment can't be used: ${mustBe}`;
      expect(await send()).to.deep.equal({ happened, outcome: "no effect", nextStep: checkProxy, isTransient: false });
    });
  }

  it("Proxy: a request to a host in NO_PROXY bypasses it", async () => {
    const { address, targets } = await openProxy(403);
    process.env.HTTPS_PROXY = `http://${address}`;
    process.env.NO_PROXY = "other.example,.corp.example";
    expect((await send()).happened).to.equal("was not sent: no connection to api.corp.example (ENOTFOUND)");
    expect(targets).to.deep.equal([]);
  });

  it("Proxy that never answers: nothing was sent within the timeout", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const address = await listen(createServer().on("connect", () => mock.timers.tick(7000)));
    process.env.HTTPS_PROXY = `http://${address}`;
    const happened = `was not sent: no connection to api.corp.example through the proxy ${address} within 7 s`;
    expect(await send()).to.deep.include({ happened, outcome: "no effect", isTransient: true });
  });
});
