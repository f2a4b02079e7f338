/** Requests through a proxy, on real sockets. The certificates of the API and of a proxy are tested on the host. */

import dns from "node:dns";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createRawServer, isIP, type Server, Socket } from "node:net";
import { mock } from "node:test";
import { expect } from "chai";
import {
  catchApiError,
  createRequest,
  createTestClient,
  findAddressTimeouts,
  updateRequest,
} from "./client-fixture.js";

/** The first byte of a TLS connection. */
const tlsHandshake = 0x16;

describe("Proxy", () => {
  const saved = { ...process.env };
  let servers: Server[] = [];
  beforeEach(() => {
    for (const name of ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"])
      delete process.env[name];
    // No name has an address: a request that goes past the proxy fails at once.
    const unknownName = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    mock.method(
      dns,
      "lookup",
      (name: string, ...rest: ((error: Error | null, ip?: string, family?: number) => void)[]) =>
        isIP(name) ? rest.at(-1)?.(null, name, 4) : rest.at(-1)?.(unknownName),
    );
  });
  afterEach(async () => {
    mock.restoreAll();
    process.env = { ...saved };
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
    servers = [];
  });

  /** Listens on a free port. Resolves to the address. */
  async function listen(server: Server): Promise<string> {
    servers.push(server.listen(0, "127.0.0.1"));
    await once(server, "listening");
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Opens a proxy that answers each CONNECT with a status, and records the logins and the targets. */
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

  /** Opens a server that serves the first bytes of each connection in its own way. */
  async function openRawServer(serve: (socket: Socket) => unknown) {
    const connections: Socket[] = [];
    const server = createRawServer((socket) => {
      connections.push(socket.on("error", () => {}));
      serve(socket);
    });
    return { address: await listen(server), connections };
  }

  /** Sends a request. Resolves to its failure. */
  async function send(request = updateRequest, maxRetries = 2) {
    const client = createTestClient({ baseUrl: "https://api.corp.example", maxRetries });
    const { failure, outcome } = await catchApiError(client.send(request));
    expect(outcome).to.equal("no effect");
    return failure;
  }

  for (const [encoded, login] of [
    ["user:p%40ss%2Fw%3Ard", "user:p@ss/w:rd"],
    ["CORP%5Cuser:p%5E%7C", "CORP\\user:p^|"],
    ["us%C3%A9r:", "usér:"],
  ] as const) {
    it(`Proxy login ${encoded}: sent decoded, and in no failure`, async () => {
      const { address, logins, targets } = await openProxy(407);
      process.env.HTTPS_PROXY = `http://${encoded}@${address}`;
      expect(await send()).to.deep.equal({ kind: "proxy", proxy: address, detail: "answered 407" });
      expect([logins, targets]).to.deep.equal([[login], ["api.corp.example:443"]]);
    });
  }

  for (const value of [
    "http://user:100%@127.0.0.1:3128",
    "http://user:sec/ret@127.0.0.1:3128",
    "http://user:1/secret@127.0.0.1:3128",
    "http://user:2?secret@127.0.0.1:3128",
    "user:3#secret@127.0.0.1:3128",
    "CORP\\user:secret@127.0.0.1:3128",
    "socks5://user:secret@127.0.0.1:1080",
    "http://",
  ]) {
    it(`Proxy URL ${value}: the request fails without an attempt, and the failure has no login`, async () => {
      process.env.HTTPS_PROXY = value;
      expect(await send()).to.deep.equal({
        kind: "proxy",
        proxy: "in HTTPS_PROXY or ALL_PROXY",
        detail: "has no http:// or https:// URL, or its login isn't URL-encoded",
      });
    });
  }

  it("Proxy: a request to a host in NO_PROXY goes past it", async () => {
    process.env.HTTPS_PROXY = "http://127.0.0.1:9";
    process.env.NO_PROXY = "other.example, .corp.example";
    expect(await send(updateRequest, 0)).to.include({ detail: "ENOTFOUND", address: "api.corp.example" });
  });

  for (const [what, serve, scheme = "http"] of [
    ["closes in a TLS handshake", (socket: Socket) => socket.once("data", () => socket.end()), "https"],
    ["closes", (socket: Socket) => socket.end()],
    ["closes after the CONNECT", (socket: Socket) => socket.once("data", () => socket.end())],
    ["resets", (socket: Socket) => socket.once("data", () => socket.resetAndDestroy())],
    ["sends bytes of another protocol", (socket: Socket) => socket.end("\x05\xff")],
    ["sends text of another protocol", (socket: Socket) => socket.end("220 mail.example ready\r\n\r\n")],
  ] as const) {
    it(`Proxy that ${what}: the request fails at the first attempt, and names the proxy`, async () => {
      const { address, connections } = await openRawServer((socket) => serve(socket.resume()));
      process.env.HTTPS_PROXY = `${scheme}://${address}`;
      expect(await send()).to.deep.equal({ kind: "proxy", proxy: address, detail: "sent no HTTP response" });
      expect(connections).to.have.length(1);
    });
  }

  it("Proxy with several addresses: Node tries each of them for 2 s", async () => {
    const { address } = await openProxy(403);
    const connect = mock.method(Socket.prototype, "connect");
    process.env.HTTPS_PROXY = `http://${address}`;
    await send();
    expect(findAddressTimeouts(connect)).to.deep.equal([2000]);
  });

  it("Proxy that is not there: the failure names the proxy, not the API", async () => {
    process.env.HTTPS_PROXY = "http://proxy.corp.example:3128";
    const proxy = "proxy.corp.example:3128";
    expect(await send()).to.deep.equal({ kind: "proxy", proxy, detail: "can't be reached (ENOTFOUND)" });
  });

  for (const scheme of ["http", "https"]) {
    it(`Proxy at ${scheme}://: TLS begins ${scheme === "https" ? "before" : "after"} the CONNECT`, async () => {
      const { address, connections } = await openRawServer(() => {});
      process.env.HTTPS_PROXY = `${scheme}://${address}`;
      const failure = send(updateRequest, 0);
      while (connections.length === 0) await new Promise(setImmediate);
      const [socket] = connections as [Socket];
      const [first]: Buffer[] = await once(socket, "data");
      if (scheme === "http") {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        const [second]: Buffer[] = await once(socket, "data");
        expect(first?.toString()).to.match(/^CONNECT api\.corp\.example:443 /);
        expect(second?.readUInt8()).to.equal(tlsHandshake);
      } else expect(first?.readUInt8()).to.equal(tlsHandshake);
      socket.destroy();
      await failure;
    });
  }

  it("Proxy that answers 429 or 500: a POST is sent again, because it has not left", async () => {
    mock.method(Math, "random", () => 0);
    const { address, targets } = await openProxy(429, 500);
    process.env.HTTPS_PROXY = `http://${address}`;
    expect(await send(createRequest, 1)).to.deep.equal({
      kind: "connection",
      address: `api.corp.example through the proxy ${address}`,
      detail: "the proxy answered 500",
      connected: false,
    });
    expect(targets).to.have.length(2);
  });

  it("Proxy that never answers: the request fails when the time of the attempt is over", async () => {
    const time = new AbortController();
    mock.method(AbortSignal, "timeout", () => time.signal);
    const { address, connections } = await openRawServer((socket) => socket.once("data", () => time.abort()));
    process.env.HTTPS_PROXY = `http://${address}`;
    expect(await send(createRequest, 0)).to.deep.equal({
      kind: "timeout",
      seconds: 60,
      address: `api.corp.example through the proxy ${address}`,
      connected: false,
      status: undefined,
    });
    for (const socket of connections) socket.destroy();
  });
});
