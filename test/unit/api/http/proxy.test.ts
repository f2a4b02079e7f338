import dns from "node:dns";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createRawServer, isIP, type Server, Socket } from "node:net";
import { mock } from "node:test";
import { expect } from "chai";
import { catchApiError, createRequest, createTestClient, findTimeouts, updateRequest } from "./client-fixture.js";

const variables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"];

describe("Proxy", () => {
  const saved = { ...process.env };
  let servers: Server[] = [];
  beforeEach(() => {
    for (const name of variables) delete process.env[name];
    // No name resolves: a request that bypasses the proxy fails at once.
    const unknownName = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    type Found = (error: Error | null, ip?: string, family?: number) => void;
    mock.method(dns, "lookup", (name: string, ...rest: Found[]) =>
      isIP(name) ? rest.at(-1)?.(null, name, 4) : rest.at(-1)?.(unknownName),
    );
  });
  afterEach(async () => {
    mock.restoreAll();
    process.env = { ...saved };
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
    servers = [];
  });

  async function listen(server: Server): Promise<string> {
    servers.push(server.listen(0, "127.0.0.1"));
    await once(server, "listening");
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Opens a proxy that answers each CONNECT with a status, and records the logins and targets. */
  async function openProxy(...statuses: number[]) {
    const logins: (string | undefined)[] = [];
    const targets: (string | undefined)[] = [];
    const server = createServer().on("connect", ({ url, headers }, socket: Socket) => {
      targets.push(url);
      const { "proxy-authorization": header } = headers;
      logins.push(header && Buffer.from(header.replace("Basic ", ""), "base64").toString("utf8"));
      socket.end(`HTTP/1.1 ${statuses.length > 1 ? statuses.shift() : statuses[0]} No\r\n\r\n`);
    });
    return { address: await listen(server), logins, targets };
  }

  async function send(baseUrl = "https://api.corp.example", request = updateRequest, maxRetries = 2) {
    const { failure, outcome } = await catchApiError(createTestClient({ baseUrl, maxRetries }).send(request));
    expect(outcome).to.equal("no effect");
    return failure;
  }

  for (const [encoded, login] of [
    ["user:p%40ss%2Fw%3Ard", "user:p@ss/w:rd"],
    ["CORP%5Cuser:p%5E%7C", "CORP\\user:p^|"],
    ["us%C3%A9r:", "usér:"],
    [":token", ":token"],
  ] as const) {
    it(`Proxy login: the client sends ${encoded} decoded and omits it from the failure`, async () => {
      const { address, logins, targets } = await openProxy(407);
      process.env.HTTPS_PROXY = `http://${encoded}@${address}`;
      expect(await send()).to.deep.equal({ kind: "proxy", proxy: address, detail: "answered 407", isTemporary: false });
      expect([logins, targets]).to.deep.equal([[login], ["api.corp.example:443"]]);
    });
  }

  for (const [name, status] of [
    ["https_proxy", 300],
    ["HTTPS_PROXY", 403],
    ["all_proxy", 404],
    ["ALL_PROXY", 407],
  ] as const) {
    it(`Proxy: the client uses ${name} and reports the proxy's status ${status}`, async () => {
      const { address, logins } = await openProxy(status);
      process.env[name] = `http://${address}`;
      const failure = { kind: "proxy", proxy: address, detail: `answered ${status}`, isTemporary: false };
      expect(await send()).to.deep.equal(failure);
      expect(logins).to.deep.equal([undefined]);
    });
  }

  for (const [what, serve, detail] of [
    ["closes", (socket: Socket) => socket.end(), "closed the connection"],
    ["closes after the request", (socket: Socket) => socket.once("data", () => socket.end()), "closed the connection"],
    ["resets", (socket: Socket) => socket.once("data", () => socket.resetAndDestroy()), "closed the connection"],
    ["doesn't speak HTTP", (socket: Socket) => socket.end("SSH-2.0-OpenSSH\r\n\r\n"), "doesn't speak HTTP"],
  ] as const) {
    it(`Proxy connection that ${what}: the client doesn't retry and names the proxy`, async () => {
      let connections = 0;
      const address = await listen(
        createRawServer((socket) => {
          connections += 1;
          serve(socket.on("error", () => {}).resume());
        }),
      );
      process.env.HTTPS_PROXY = `http://${address}`;
      expect(await send()).to.deep.equal({ kind: "proxy", proxy: address, detail, isTemporary: false });
      expect(connections).to.equal(1);
    });
  }

  it("Proxy: Node tries each of its addresses for 2 s", async () => {
    const { address } = await openProxy(403);
    const connect = mock.method(Socket.prototype, "connect");
    process.env.HTTPS_PROXY = `http://${address}`;
    await send();
    expect(findTimeouts(connect)).to.deep.equal([2000]);
  });

  it("Proxy that can't be reached: the failure names the proxy, not the API", async () => {
    // Nothing listens on port 1, which is reserved.
    for (const [proxy, code] of Object.entries({ "127.0.0.1:1": "ECONNREFUSED", "proxy.corp.example": "ENOTFOUND" })) {
      process.env.HTTPS_PROXY = `http://${proxy}`;
      const detail = `can't be reached (${code})`;
      expect(await send(), proxy).to.deep.equal({ kind: "proxy", proxy, detail, isTemporary: false });
    }
  });

  for (const [value, proxy, detail] of [
    ["socks5://user:secret@127.0.0.1:1080", "127.0.0.1:1080", "its URL must begin with http://"],
    ["https://user:secret@proxy.example", "proxy.example", "its URL must begin with http://"],
    ["user:secret@proxy.example:3128", "proxy.example:3128", "its URL must begin with http://"],
    ["http://user:sec/ret@127.0.0.1:3128", "of HTTPS_PROXY", "can't be read"],
    ["http://user:1/secret@127.0.0.1:3128", "of HTTPS_PROXY", "can't be read"],
    ["http://user:2?secret@127.0.0.1:3128", "of HTTPS_PROXY", "can't be read"],
    ["http://user:100%@127.0.0.1:1", "127.0.0.1:1", "has a login that isn't URL-encoded"],
    ["http://", "of HTTPS_PROXY", "can't be read"],
  ] as const) {
    it(`Proxy ${value}: the failure names the mistake without the login`, async () => {
      process.env.HTTPS_PROXY = value;
      const failure = await send();
      expect(failure).to.include({ kind: "proxy", proxy });
      expect(JSON.stringify(failure))
        .to.include(detail)
        .and.not.match(/secret|sec|ret@/);
    });
  }

  it("Proxy: a request to a host in NO_PROXY bypasses it", async () => {
    const { address, targets } = await openProxy(403);
    process.env.HTTPS_PROXY = `http://${address}`;
    process.env.NO_PROXY = "other.example,.corp.example";
    expect(await send()).to.include({ kind: "connection", detail: "ENOTFOUND", connected: false });
    expect(targets).to.deep.equal([]);
  });

  it("Proxy that answers 200: the client starts TLS with the API through it", async () => {
    const tlsHandshake = 0x16;
    const firstBytes: number[] = [];
    const server = createServer().on("connect", (_, socket: Socket) => {
      socket.once("data", (data) => {
        firstBytes.push(data.readUInt8());
        socket.destroy();
      });
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
    });
    process.env.HTTPS_PROXY = `http://${await listen(server)}`;
    expect((await send(undefined, updateRequest, 0)).kind).to.equal("connection");
    expect(firstBytes).to.deep.equal([tlsHandshake]);
  });

  it("Proxy that answers 429 or 500: the client resends a POST, which never left", async () => {
    mock.method(Math, "random", () => 1);
    const { address, targets } = await openProxy(429, 500);
    process.env.HTTPS_PROXY = `http://${address}`;
    const failure = { kind: "proxy", proxy: address, detail: "answered 500", isTemporary: true };
    expect(await send(undefined, createRequest, 1)).to.deep.equal(failure);
    expect(targets).to.have.length(2);
  });

  it("Proxy that never answers: the request times out without effect", async () => {
    const time = new AbortController();
    mock.method(AbortSignal, "timeout", () => time.signal);
    let proxySocket: Socket | undefined;
    const server = createServer().on("connect", (_, socket: Socket) => {
      proxySocket = socket;
      time.abort();
    });
    const address = await listen(server);
    process.env.HTTPS_PROXY = `http://${address}`;
    const way = `api.corp.example through the proxy ${address}`;
    const failure = await send(undefined, updateRequest, 0);
    expect(failure).to.include({ kind: "timeout", seconds: 60, address: way, connected: false });
    proxySocket?.destroy();
  });
});
