import { subscribe, unsubscribe } from "node:diagnostics_channel";
import dns from "node:dns";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Socket, type TcpNetConnectOpts } from "node:net";
import { mock } from "node:test";
import sharedAxios from "axios";
import { expect } from "chai";
import nock from "nock";
import type { ApiRequest, Failure } from "../../../provider/api/errors.js";
import { createTransport, type TransportSettings } from "../../../provider/api/transport.js";
import {
  catchFailure,
  createRequest,
  deleteRequest,
  failLookups,
  transportSettings,
  updateRequest,
  useServers,
} from "./client-fixture.js";

const readRequest: ApiRequest = { action: "read cache", method: "GET", path: "/caches/cache-1?include=a", body: {} };

// Once loaded, nock stands between all tests of the process and the network.
nock.restore();

describe("Transport to an API over HTTPS", () => {
  before(() => nock.activate());
  after(() => nock.restore());
  const send = createTransport(transportSettings);
  const reqheaders = {
    authorization: "Bearer secret-token",
    "content-type": "application/json",
    accept: "application/json",
    "user-agent": "pulumi-apphosting/1.2.3",
  };

  for (const { method, ...request } of [updateRequest, createRequest]) {
    it(`Transport: sends a ${method} with the bearer token, JSON and the User-Agent`, async () => {
      const body = { build_command: null, text: "ü🚀\u2028" };
      nock(transportSettings.baseUrl, { reqheaders }).intercept(request.path, method, body).reply(201, { data: "ü" });
      expect(await send({ ...request, method, body }, false)).to.deep.equal({ body: { data: "ü" } });
    });
  }

  for (const status of [300, 301, 302, 303, 307, 308, 429]) {
    it(`Transport: a ${status} is a failure with its Retry-After, and isn't followed`, async () => {
      const headers = { location: "https://elsewhere.example/x", "retry-after": "7" };
      nock(transportSettings.baseUrl).patch(updateRequest.path).reply(status, "", headers);
      expect(await catchFailure(send(updateRequest, false))).to.include({ status, retryAfter: 7000 });
    });
  }
});

describe("Transport", () => {
  const { serve } = useServers();
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  function connect(host: string, settings: Partial<TransportSettings> = {}) {
    const send = createTransport({ ...transportSettings, baseUrl: `http://${host}`, ...settings });
    return (request: ApiRequest, isRetry = false) => send(request, isRetry);
  }

  interface Received {
    readonly request: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
    readonly socket: Socket;
  }

  /** Starts an API that records requests, and answers each with this text. */
  async function serveAnswer(text = "{}") {
    const received: Received[] = [];
    const host = await serve(async (request, response) => {
      const { method, url, socket } = request;
      const body = Buffer.concat(await request.toArray()).toString("utf8");
      received.push({ request: `${method} ${url}`, headers: request.headers, body, socket });
      response.end(text);
    });
    return { host, received };
  }

  const encodedPath = "/caches/..%2Fa%20b%3Fc%3Dd%23e%252e%252e%C3%BC%3B%40%0A";
  for (const request of [readRequest, { ...deleteRequest, path: encodedPath }]) {
    it(`Transport: sends a ${request.method} without a body, and its path unchanged`, async () => {
      const { host, received } = await serveAnswer();
      await connect(host)(request);
      expect(received[0]).to.include({ request: `${request.method} ${request.path}`, body: "" });
      expect(received[0]?.headers).to.not.have.any.keys("content-type", "transfer-encoding");
    });
  }

  it("Transport: a request to 127.0.0.1 bypasses HTTP_PROXY, which would see the token", async () => {
    const [proxy, api] = [await serveAnswer('{"from": "proxy"}'), await serveAnswer('{"from": "api"}')];
    const saved = { ...process.env };
    process.env.HTTP_PROXY = process.env.http_proxy = `http://${proxy.host}`;
    try {
      expect(await connect(api.host)(updateRequest)).to.deep.equal({ body: { from: "api" } });
    } finally {
      process.env = saved;
    }
  });

  it("Transport: what another package does to the shared axios changes no request, and sees none", async () => {
    const { host, received } = await serveAnswer();
    const { defaults, interceptors } = sharedAxios;
    const saved = { ...defaults, params: undefined, baseURL: undefined, maxRedirects: undefined };
    Object.assign(defaults, {
      timeout: 1,
      params: { api_key: "other" },
      baseURL: "http://127.0.0.1:1",
      maxRedirects: 5,
    });
    const see = mock.fn(<Value>(value: Value) => value);
    interceptors.request.use(see);
    try {
      await connect(host)(createRequest);
    } finally {
      Object.assign(defaults, saved);
      interceptors.request.clear();
    }
    expect(received.map(({ request }) => request)).to.deep.equal(["POST /applications"]);
    expect(see.mock.calls).to.deep.equal([]);
  });

  it("Timeout: an answer that arrived while another resource blocked the process is read", async () => {
    const host = await serve((_, response) => {
      response.end('{"data": 1}');
      // The socket of this process now has the answer, and nothing can read it until the timer is overdue.
      const end = performance.now() + 1100;
      while (performance.now() < end);
    });
    expect(await connect(host, { timeoutSeconds: 1 })(createRequest)).to.deep.equal({ body: { data: 1 } });
  });

  /** What a server does to a connection; `endTime` lets the timeout pass. */
  type Fault = (request: IncomingMessage, response: ServerResponse, endTime: () => void) => void;
  for (const [what, happened, isTransient, fault] of [
    ["breaks", "got no response from <host> (ECONNRESET)", true, ({ socket }) => socket.resetAndDestroy()],
    [
      "breaks during the response",
      "got only part of a response with status 200 from <host> (stream has been aborted)",
      true,
      ({ socket }, response) => {
        response
          .writeHead(200, { "content-length": "100" })
          .write('{"data": 1}', () => setImmediate(() => socket.end()));
      },
    ],
    ["stalls", "got no response from <host> within 7 s", true, (_, __, endTime) => endTime()],
    [
      "stalls during the response",
      "got only part of a response with status 200 from <host> within 7 s",
      true,
      (_, response, endTime) => {
        onResponse(endTime);
        response.writeHead(200).write("{");
      },
    ],
    [
      "sends an endless response",
      "got an unreadable response (maxContentLength size of 16777216 exceeded)",
      false,
      (_, response) => {
        const more = (ended?: Error | null) => ended || response.write(Buffer.alloc(1024 * 1024, " "), more);
        more();
      },
    ],
  ] as [string, string, boolean, Fault][]) {
    it(`Connection that ${what}: a POST has an unknown outcome`, async () => {
      mock.timers.enable({ apis: ["setTimeout"] });
      const host = await serve((sent, response) => fault(sent, response, () => mock.timers.tick(7000)));
      const failure = await catchFailure(connect(host)(createRequest));
      expect(pick(failure)).to.deep.equal([happened.replace("<host>", host), "unknown", isTransient]);
    });
  }

  for (const [host, code] of [
    // Nothing listens on this port, which is reserved.
    ["127.0.0.1:1", "ECONNREFUSED"],
    ["nowhere.example:1", "ENOTFOUND"],
  ] as const) {
    it(`No connection (${code}): a POST has no effect, and can be retried`, async () => {
      failLookups("ENOTFOUND");
      const failure = await catchFailure(connect(host)(createRequest));
      expect(pick(failure)).to.deep.equal([`was not sent: no connection to ${host} (${code})`, "no effect", true]);
      expect(failure.nextStep).to.include("HTTPS_PROXY");
    });
  }

  it("No connection within the timeout: the request wasn't sent", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    mock.method(dns, "lookup", () => mock.timers.tick(7000));
    const failure = await catchFailure(connect("slow.example")(createRequest));
    const happened = "was not sent: no connection to slow.example within 7 s";
    expect(pick(failure)).to.deep.equal([happened, "no effect", true]);
  });

  it("Certificate that is refused: the request wasn't sent, and won't be retried", async () => {
    failLookups("DEPTH_ZERO_SELF_SIGNED_CERT");
    const failure = await catchFailure(connect("", { baseUrl: "https://api.example" })(updateRequest));
    const happened = "was not sent: the certificate of api.example was refused (DEPTH_ZERO_SELF_SIGNED_CERT)";
    expect(pick(failure)).to.deep.equal([happened, "no effect", false]);
    expect(failure.nextStep).to.include("apphosting:baseUrl");
  });

  it("Connections: each POST, DELETE and retry opens a new one, and the others share one", async () => {
    const { host, received } = await serveAnswer();
    const send = connect(host);
    const requests = [readRequest, updateRequest, createRequest, deleteRequest];
    for (const request of [...requests, ...requests]) await send(request);
    await send(updateRequest, true);
    const count = (method: string) =>
      new Set(received.filter(({ request }) => request.startsWith(method)).map(({ socket }) => socket)).size;
    expect([count("POST"), count("DELETE"), count("GET"), count("PATCH")]).to.deep.equal([2, 2, 1, 2]);
    expect(new Set(received.map(({ socket }) => socket))).to.have.property("size", 6);
  });

  it("Connections: a PATCH on a shared one that breaks meanwhile has an unknown outcome", async () => {
    const sockets = new Set<Socket>();
    const host = await serve((request, response) => {
      if (sockets.has(request.socket)) request.socket.destroy();
      sockets.add(request.socket);
      request.resume().once("end", () => response.end("{}"));
    });
    const send = connect(host);
    await send(updateRequest);
    expect(await catchFailure(send(updateRequest))).to.include({ outcome: "unknown" });
    expect(sockets.size).to.equal(1);
  });

  it("Connections: Node tries each address for 2 s, or for half of the timeout", async () => {
    const { host } = await serveAnswer();
    const connected = mock.method(Socket.prototype, "connect");
    for (const timeoutSeconds of [60, 3]) await connect(host, { timeoutSeconds })(updateRequest);
    await connect(host)(createRequest);
    const connects = connected.mock.calls as unknown as { arguments: [[TcpNetConnectOpts]] }[];
    const timeouts = connects.map(({ arguments: [[options]] }) => options.autoSelectFamilyAttemptTimeout);
    expect(timeouts).to.deep.equal([2000, 1500, 2000]);
  });
});

const pick = ({ happened, outcome, isTransient = false }: Failure) => [happened, outcome, isTransient];

/** Acts once a client of this process has the head of a response. */
function onResponse(act: () => void): void {
  const channel = "http.client.response.finish";
  function listener() {
    unsubscribe(channel, listener);
    setImmediate(act);
  }
  subscribe(channel, listener);
}
