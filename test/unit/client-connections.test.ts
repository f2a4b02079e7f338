/** Connections that are never made, break off or stall, on real sockets: what became of the request. */

import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { mock } from "node:test";
import { expect } from "chai";
import { clientWith, create, failed, update } from "./client-fixture.js";

function client(port: number, timeoutSeconds = 60) {
  return clientWith({ baseUrl: `http://127.0.0.1:${port}`, timeoutSeconds });
}

/** How the request failed, without the port, which differs from run to run. */
async function failureOf(promise: Promise<unknown>): Promise<object> {
  const { failure, effect } = await failed(promise);
  return { ...failure, ...("address" in failure ? { address: failure.address.split(":")[0] } : {}), effect };
}

/** Instead of a clock: the milliseconds that attempts may take, and a word that they are over. */
function timeOfAttempts(): { readonly limits: number[]; isOver(): void } {
  const over = new AbortController();
  const limits: number[] = [];
  mock.method(AbortSignal, "timeout", (milliseconds: number) => {
    limits.push(milliseconds);
    return over.signal;
  });
  return { limits, isOver: () => over.abort() };
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
      expect(await failureOf(client(port).send(request))).to.deep.equal({
        kind: "connection",
        detail: "ECONNREFUSED",
        address: "127.0.0.1",
        effect: "none",
      });
    });

    it(`that breaks off, before or within the response, knows that a ${request.method} can have worked`, async () => {
      const early = await listen(({ socket }) => socket.destroy());
      const late = await listen(({ socket }, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write('{"data": {"id": "1"}', () => socket.destroy());
      });
      for (const { port } of [early, late]) {
        const failure = await failureOf(client(port).send(request));
        expect(failure).to.include({ kind: "connection", effect: "unknown" });
      }
    });

    it(`that stalls gives a ${request.method} up in time, and knows that it can have worked`, async () => {
      const time = timeOfAttempts();
      const { port } = await listen(() => time.isOver());
      expect(await failureOf(client(port, 7).send(request))).to.deep.equal({
        kind: "timeout",
        seconds: 7,
        address: "127.0.0.1",
        connected: true,
        effect: "unknown",
      });
      expect(time.limits).to.deep.equal([7000]);
    });

    it(`that stalls within the response gives a ${request.method} up in time as well`, async () => {
      const time = timeOfAttempts();
      const { port } = await listen((_, response) => {
        response.writeHead(200);
        response.write("{", time.isOver);
      });
      expect(await failureOf(client(port).send(request))).to.include({ kind: "timeout", effect: "unknown" });
    });
  }

  it("is a new one for each POST, the same for each PATCH, and one is open at most for one request at a time", async () => {
    let open = 0;
    let most = 0;
    const sockets = { PATCH: new Set<Socket>(), POST: new Set<Socket>() };
    const { port } = await listen((request, response) => {
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
      request.resume().once("end", () => response.end("{}"));
    });
    const shared = client(port);
    for (const request of [update, update, update, create, create]) await shared.send(request);
    expect([sockets.POST.size, sockets.PATCH.size, most]).to.deep.equal([2, 1, 1]);
  });

  it("that stalls is told of while it does, and the response is kept", async () => {
    mock.timers.enable({ apis: ["setInterval"] });
    try {
      const { port } = await listen((_, response) => {
        mock.timers.tick(10_000);
        response.end('{"kept": true}');
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

  it("does not read a response without end", async () => {
    const { port } = await listen((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024, " ")));
        response.once("drain", more);
      };
      more();
    });
    expect(await failureOf(client(port).send(create))).to.include({ kind: "unreadable", effect: "unknown" });
  });

  it("to this machine does not go through a proxy of the environment, which would see the token", async () => {
    const saved = { ...process.env };
    let proxied = 0;
    const proxy = await listen((_, response) => {
      proxied += 1;
      response.end('{"from": "proxy"}');
    });
    const { port } = await listen((_, response) => response.end('{"from": "api"}'));
    process.env.HTTP_PROXY = process.env.http_proxy = `http://127.0.0.1:${proxy.port}`;
    try {
      expect(await client(port).send(update)).to.deep.equal({ from: "api" });
    } finally {
      process.env = saved;
    }
    expect(proxied).to.equal(0);
  });
});
