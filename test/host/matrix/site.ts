/** An API behind TLS, reached directly or through a proxy. The other end can change between requests. */

import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createProxy, type IncomingMessage } from "node:http";
import { createServer as createApi } from "node:https";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import type { Place } from "./fault.js";
import { noProxy } from "./places.js";

/**
 * Self-signed certificates for 127.0.0.1 and api.test, and one for elsewhere.test. All but one are trusted. OpenSSL 3.4
 * or later makes them, with -not_before 20000101000000Z and -not_after 21000101000000Z: `openssl req -x509 -newkey ec
 * -pkeyopt ec_paramgen_curve:P-256 -noenc -subj /CN=<name> -addext subjectAltName=<hosts>`.
 */
const folder = join(__dirname, "certificates");
const certificates = {
  right: "right.pem",
  expired: "expired.pem",
  "of another host": "elsewhere.pem",
  "of an unknown authority": "unknown.pem",
} as const;

export interface Site {
  /** Serves the other end of each connection, or of each tunnel through the proxy. */
  serve: (socket: Duplex) => unknown;
  /** Whether the API closes the connection instead of responding. */
  breaksOff: boolean;
  tunnels: IncomingMessage[];
  received: IncomingMessage[];
  api(certificate: keyof typeof certificates): Site["serve"];
  /** Stops listening, and holds the port, so nobody else can listen there. */
  leave(): Promise<void>;
}

/**
 * Opens an API behind TLS.
 *
 * @param proxyUrl the proxy's URL without its address, for the environment; undefined for none
 */
export async function openSite(proxyUrl?: `http://${string}`): Promise<Place<Site>> {
  const changes = new EventEmitter();
  const open = new Set<Socket>();
  const keepers: Server[] = [];
  let attempts = 0;
  let createdCount = 0;

  function api(certificate: keyof typeof certificates): Site["serve"] {
    const pem = readFileSync(join(folder, certificates[certificate]));
    const server = createApi({ key: pem, cert: pem }, (request, response) => {
      site.received.push(request);
      if (site.breaksOff) request.socket.destroy();
      // The next request opens a new connection, for the `serve` of that moment.
      response.shouldKeepAlive = false;
      createdCount += request.method === "POST" ? 1 : 0;
      const id = request.method === "POST" ? `kept.${createdCount}` : request.url?.split("/").at(-1);
      request.resume().on("end", () => response.end(JSON.stringify({ data: { id } })));
    });
    return (socket) => server.emit("connection", socket);
  }
  async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  }
  async function leave(): Promise<void> {
    if (!server.listening) return;
    const { port } = server.address() as AddressInfo;
    await close();
    // A connection from the port holds it.
    const keeper = createServer().listen(0, "127.0.0.1");
    await once(keeper, "listening");
    keepers.push(keeper);
    const { port: keptPort } = keeper.address() as AddressInfo;
    const holder = connect({ port: keptPort, host: "127.0.0.1", localPort: port, localAddress: "127.0.0.1" });
    await once(holder, "connect");
    open.add(holder);
  }
  async function closeAll(): Promise<void> {
    if (server.listening) await close();
    for (const socket of open) socket.destroy();
    for (const keeper of keepers) keeper.close();
  }
  const serve = api("right");
  const site: Site = { serve, breaksOff: false, tunnels: [], received: [], api, leave };

  function arrive(socket: Duplex): void {
    attempts += 1;
    changes.emit("attempt");
    site.serve(socket);
  }
  function tunnel(request: IncomingMessage, socket: Duplex): void {
    site.tunnels.push(request);
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    arrive(socket);
  }

  const server = proxyUrl === undefined ? createServer(arrive) : createProxy().on("connect", tunnel);
  server.on("connection", (socket: Socket) => {
    open.add(socket.on("error", () => {}).on("close", () => open.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const withoutProxy = { HTTPS_PROXY: noProxy, NO_PROXY: "elsewhere.test,127.0.0.1" };

  return {
    url: proxyUrl === undefined ? `https://${address}/some/prefix/` : "https://api.test/some/prefix/",
    env: {
      NODE_EXTRA_CA_CERTS: join(folder, "trusted.pem"),
      ...(proxyUrl === undefined ? withoutProxy : { HTTPS_PROXY: proxyUrl + address }),
    },
    controls: site,
    async reset() {
      site.serve = serve;
      site.breaksOff = false;
      site.tunnels = [];
      site.received = [];
      attempts = 0;
    },
    countRequests: () => site.received.length,
    hasHappened: () => site.received.length > 0,
    async waitForAttempts(count, signal) {
      while (attempts < count) await once(changes, "attempt", { signal });
    },
    close: closeAll,
  };
}
