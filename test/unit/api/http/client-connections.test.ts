import dns from "node:dns";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import {
  type AddressInfo,
  getDefaultAutoSelectFamilyAttemptTimeout,
  Socket,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from "node:net";
import { mock } from "node:test";
import { expect } from "chai";
import type { ApiRequest } from "../../../../provider/api/http/transport.js";
import type { Method } from "../../../../provider/definitions/operation.js";
import { catchApiError, createRequest, createTestClient, findTimeouts, updateRequest } from "./client-fixture.js";

function client(port: number, timeoutSeconds = 60, maxRetries = 0) {
  return createTestClient({ baseUrl: `http://127.0.0.1:${port}`, timeoutSeconds, maxRetries });
}

describe("Connections", () => {
  let servers: Server[] = [];

  async function listen(listener: RequestListener): Promise<number> {
    const server = createServer(listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
    return (server.address() as AddressInfo).port;
  }

  afterEach(() => {
    mock.restoreAll();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    servers = [];
  });

  /** What a server does to a connection; `endTime` times the attempt out. */
  type Fault = (request: IncomingMessage, response: ServerResponse, endTime: () => void) => void;
  const stalled = { kind: "timeout", seconds: 7, connected: true };
  const faults: readonly [what: string, fault: Fault, failure: object][] = [
    ["breaks", ({ socket }) => socket.destroy(), { kind: "connection" }],
    [
      "breaks during the response",
      ({ socket }, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write('{"data": {"id": "1"}', () => setTimeout(() => socket.end(), 20));
      },
      { kind: "connection", detail: "broken off", status: 200 },
    ],
    ["stalls", (_, __, endTime) => endTime(), stalled],
    [
      "stalls during the response",
      (_, response, endTime) => response.writeHead(200).write("{", () => setTimeout(endTime, 100)),
      { ...stalled, status: 200 },
    ],
    [
      "sends an endless response",
      (_, response) => {
        const more = (ended?: Error | null) => ended || response.write(Buffer.alloc(1024 * 1024, " "), more);
        more();
      },
      { kind: "unreadable", detail: "more than 16 MB" },
    ],
    [
      "sends two Content-Length headers",
      ({ socket }) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"),
      { kind: "unreadable", detail: "invalid HTTP" },
    ],
    [
      "sends a space in a header name",
      ({ socket }) => socket.end("HTTP/1.1 200 OK\r\nContent Length: 2\r\n\r\n{}"),
      { kind: "unreadable", detail: "invalid HTTP" },
    ],
    [
      "sends invalid gzip data",
      (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip"),
      { kind: "unreadable", detail: "data that can't be unpacked" },
    ],
  ];
  for (const request of [updateRequest, createRequest]) {
    it(`${request.method} without a connection: has no effect`, async () => {
      // Nothing listens on this port, which is reserved.
      const port = 1;
      const unknownName = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
      mock.method(dns, "lookup", (_: string, __: object, found: (error: Error) => void) => found(unknownName));
      for (const [name, detail] of Object.entries({ "127.0.0.1": "ECONNREFUSED", "nowhere.example": "ENOTFOUND" })) {
        const address = `${name}:${port}`;
        const error = await catchApiError(createTestClient({ baseUrl: `http://${address}` }).send(request));
        expect(error.failure).to.include({ kind: "connection", detail, address, connected: false });
        expect(error.outcome).to.equal("no effect");
      }
    });

    for (const [what, fault, expected] of faults) {
      it(`${request.method} on a connection that ${what}: has an unknown outcome`, async () => {
        const over = new AbortController();
        const timeout = mock.method(AbortSignal, "timeout", () => over.signal);
        const port = await listen((sent, response) => fault(sent, response, () => over.abort()));
        const { failure, outcome } = await catchApiError(client(port, 7).send(request));
        const address = `127.0.0.1:${port}`;
        expect({ address, ...failure, outcome }).to.include({ address, ...expected, outcome: "unknown" });
        expect(timeout.mock.calls.map(({ arguments: [milliseconds] }) => milliseconds)).to.deep.equal([7000]);
      });
    }
  }

  for (const [timeoutSeconds, ofNode, expected] of [
    [60, 250, 2000],
    [60, 5000, 5000],
    [3, 250, 1500],
  ] as const) {
    it(`Connections: Node tries each address for ${expected} ms (default ${ofNode} ms, timeout ${timeoutSeconds} s)`, async () => {
      const port = await listen((request, response) => request.resume().once("end", () => response.end("{}")));
      const standard = getDefaultAutoSelectFamilyAttemptTimeout();
      setDefaultAutoSelectFamilyAttemptTimeout(ofNode);
      try {
        const connect = mock.method(Socket.prototype, "connect");
        for (const request of [updateRequest, createRequest]) await client(port, timeoutSeconds).send(request);
        expect(findTimeouts(connect)).to.deep.equal([expected, expected]);
      } finally {
        setDefaultAutoSelectFamilyAttemptTimeout(standard);
      }
    });
  }

  it("Connections: each POST and DELETE opens a new connection, and PATCHes share one", async () => {
    const sockets: Record<string, Set<Socket>> = { PATCH: new Set(), POST: new Set(), DELETE: new Set() };
    const port = await listen((request, response) => {
      sockets[request.method as Method]?.add(request.socket);
      request.resume().once("end", () => response.end("{}"));
    });
    const shared = client(port);
    const deleteRequest: ApiRequest = { ...updateRequest, method: "DELETE" };
    const requests = [updateRequest, createRequest, deleteRequest];
    for (const request of [...requests, ...requests]) await shared.send(request);
    const counts = Object.entries(sockets).map(([method, { size }]) => [method, size]);
    expect(Object.fromEntries(counts)).to.deep.equal({ PATCH: 1, POST: 2, DELETE: 2 });
  });

  async function listenOnce() {
    const sockets = new Set<Socket>();
    const port = await listen((request, response) => {
      if (sockets.has(request.socket)) request.socket.destroy();
      sockets.add(request.socket);
      request.resume().once("end", () => response.end("{}"));
    });
    return { port, sockets };
  }

  it("Connections: a PATCH has an unknown outcome if its reused connection breaks", async () => {
    const { port, sockets } = await listenOnce();
    const shared = client(port);
    await shared.send(updateRequest);
    expect((await catchApiError(shared.send(updateRequest))).outcome).to.equal("unknown");
    expect(sockets.size).to.equal(1);
  });

  it("Connections: a resent PATCH opens a new connection, because idle ones may have closed", async () => {
    const { port, sockets } = await listenOnce();
    const shared = client(port, 60, 1);
    await Promise.all([shared.send(updateRequest), shared.send(updateRequest)]);
    expect((await shared.send(updateRequest)).body).to.deep.equal({});
    expect(sockets.size).to.equal(3);
  });

  it("Proxy: a request to 127.0.0.1 bypasses HTTP_PROXY, which would see the token", async () => {
    const proxy = await listen((_, response) => response.end('{"from": "proxy"}'));
    const port = await listen((_, response) => response.end('{"from": "api"}'));
    const saved = { ...process.env };
    process.env.HTTP_PROXY = process.env.http_proxy = `http://127.0.0.1:${proxy}`;
    try {
      for (const scheme of ["http", "HTTP"]) {
        const direct = createTestClient({ baseUrl: `${scheme}://127.0.0.1:${port}` });
        expect((await direct.send(updateRequest)).body).to.deep.equal({ from: "api" });
      }
    } finally {
      process.env = saved;
    }
  });
});
