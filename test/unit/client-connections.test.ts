/** Connections that are never made, break off or stall, on real sockets: what became of the request. */

import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { mock } from "node:test";
import { expect } from "chai";
import { ApiError } from "../../provider/api/errors.js";
import { clientWith, create, update } from "./client-fixture.js";

function client(port: number, timeoutSeconds = 60) {
  return clientWith({ baseUrl: `http://127.0.0.1:${port}`, timeoutSeconds });
}

/** What was thrown, without the port, which differs from run to run. */
async function failed(promise: Promise<unknown>): Promise<object> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error("no ApiError was thrown");
  const { failure, effect } = error;
  return { ...failure, ...("address" in failure ? { address: failure.address.split(":")[0] } : {}), effect };
}

/** Instead of a clock: the milliseconds that attempts may take, and a word that they are over. */
function timeOfAttempts(): { readonly asked: number[]; isOver(): void } {
  const over = new AbortController();
  const asked: number[] = [];
  mock.method(AbortSignal, "timeout", (milliseconds: number) => {
    asked.push(milliseconds);
    return over.signal;
  });
  return { asked, isOver: () => over.abort() };
}

describe("The client on a connection", () => {
  let servers: Server[] = [];

  async function listen(listener: RequestListener): Promise<{ server: Server; port: number }> {
    const server = createServer(listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
    return { server, port: (server.address() as AddressInfo).port };
  }

  afterEach(async () => {
    mock.restoreAll();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    servers = [];
  });

  for (const request of [update, create]) {
    it(`that is refused knows that a ${request.method} had no effect`, async () => {
      const { server, port } = await listen(() => {});
      server.close();
      await once(server, "close");
      expect(await failed(client(port).send(request))).to.deep.equal({
        kind: "connection",
        detail: "ECONNREFUSED",
        address: "127.0.0.1",
        effect: "none",
      });
    });

    it(`that breaks off before an answer knows that a ${request.method} can have worked`, async () => {
      const { port } = await listen(({ socket }) => socket.destroy());
      expect(await failed(client(port).send(request))).to.include({ kind: "connection", effect: "unknown" });
    });

    it(`that breaks off within the answer knows that a ${request.method} can have worked`, async () => {
      const { port } = await listen(({ socket }, answer) => {
        answer.writeHead(200, { "content-length": "100" });
        answer.write('{"data": {"id": "1"}', () => socket.destroy());
      });
      expect(await failed(client(port).send(request))).to.include({ kind: "connection", effect: "unknown" });
    });

    it(`that stalls gives a ${request.method} up in time, and knows that it can have worked`, async () => {
      const time = timeOfAttempts();
      const { port } = await listen(() => time.isOver());
      expect(await failed(client(port, 7).send(request))).to.deep.equal({
        kind: "timeout",
        seconds: 7,
        address: "127.0.0.1",
        connected: true,
        effect: "unknown",
      });
      expect(time.asked).to.deep.equal([7000]);
    });

    it(`that stalls within the answer gives a ${request.method} up in time as well`, async () => {
      const time = timeOfAttempts();
      const { port } = await listen((_, answer) => {
        answer.writeHead(200);
        answer.write("{", time.isOver);
      });
      expect(await failed(client(port).send(request))).to.include({ kind: "timeout", effect: "unknown" });
    });
  }

  it("is a new one for each POST, the same for each PATCH, and one is open at most for one request at a time", async () => {
    let open = 0;
    let most = 0;
    const sockets = { PATCH: new Set<Socket>(), POST: new Set<Socket>() };
    const { port } = await listen((request, answer) => {
      const { socket } = request;
      const known = sockets[request.method as "PATCH" | "POST"];
      if (!known.has(socket)) {
        open += 1;
        most = Math.max(most, open);
        socket.once("close", () => {
          open -= 1;
        });
      }
      known.add(socket);
      request.resume().once("end", () => answer.end("{}"));
    });
    const shared = client(port);
    for (const request of [update, update, update, create, create]) await shared.send(request);
    expect([sockets.POST.size, sockets.PATCH.size, most]).to.deep.equal([2, 1, 1]);
  });

  it("that stalls is told of while it does, and the answer is kept", async () => {
    mock.timers.enable({ apis: ["setInterval"] });
    try {
      const { port } = await listen((_, answer) => {
        mock.timers.tick(10_000);
        answer.end('{"kept": true}');
        mock.timers.tick(20_000);
      });
      const lines: string[] = [];
      const settings = { baseUrl: `http://127.0.0.1:${port}`, timeoutSeconds: 60, maxRetries: 1 };
      const told = clientWith({ ...settings, log: (line) => lines.push(line) });
      expect(await told.send(update)).to.deep.equal({ kept: true });
      mock.timers.tick(1_000_000);
      expect(lines).to.deep.equal([
        "waiting for the response to update cache cache-1, 10 s so far, 60 s at most; attempt 1 of 2",
      ]);
    } finally {
      mock.timers.reset();
    }
  });

  it("does not read an answer without end", async () => {
    const { port } = await listen((_, answer) => {
      const more = () => {
        while (!answer.destroyed && answer.write(Buffer.alloc(1024 * 1024, " ")));
        answer.once("drain", more);
      };
      more();
    });
    expect(await failed(client(port).send(create))).to.include({ kind: "unreadable", effect: "unknown" });
  });

  describe("with a proxy in the environment", () => {
    const saved = { ...process.env };
    afterEach(() => {
      for (const name of ["HTTP_PROXY", "http_proxy"]) {
        if (saved[name] === undefined) delete process.env[name];
        else process.env[name] = saved[name];
      }
    });

    it("to this machine does not go through the proxy, which would see the token", async () => {
      let proxied = 0;
      const proxy = await listen((_, answer) => {
        proxied += 1;
        answer.end('{"from": "proxy"}');
      });
      const { port } = await listen((_, answer) => answer.end('{"from": "api"}'));
      process.env.HTTP_PROXY = process.env.http_proxy = `http://127.0.0.1:${proxy.port}`;
      expect(await client(port).send(update)).to.deep.equal({ from: "api" });
      expect(proxied).to.equal(0);
    });
  });
});
