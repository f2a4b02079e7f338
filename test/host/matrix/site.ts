/** An API behind TLS, reached straight or through a proxy. What is at the other end can change between requests. */

import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createProxy, type IncomingMessage } from "node:http";
import { createServer as createApi, createServer as createSecureProxy } from "node:https";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import type { Place } from "./fault.js";
import { noProxy } from "./places.js";

/**
 * The folder of the certificates. Each is signed by its own key, and all but one are trusted. That of another host is for
 * elsewhere.test, the others are for 127.0.0.1 and api.test. OpenSSL 3.4 or later makes them, with -not_before 20000101000000Z and -not_after 21000101000000Z:
 * `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -subj /CN=<name> -addext subjectAltName=<hosts>`.
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
  /** The status that the proxy returns; 200 opens the tunnel, and 0 closes the connection. */
  proxyStatus: number;
  /** What the proxy sends instead of HTTP, before it closes the connection. */
  greeting?: string | undefined;
  /** Whether the API closes the connection where its response should come. */
  breaksOff: boolean;
  /** The requests that the proxy got. */
  tunnels: IncomingMessage[];
  /** The requests that the API got. */
  received: IncomingMessage[];
  /** Makes the API serve, with this certificate. */
  api(certificate: keyof typeof certificates): Site["serve"];
  /** Closes the site: from now on nothing listens. */
  close(): Promise<void>;
}

/**
 * Opens an API behind TLS.
 *
 * @param proxyUrl how the environment names the proxy before it, but for its address; undefined for none
 */
export async function openSite(proxyUrl?: `${"http" | "https"}://${string}`): Promise<Place<Site>> {
  const changes = new EventEmitter();
  const open = new Set<Socket>();
  let attempts = 0;
  let createdCount = 0;

  function api(certificate: keyof typeof certificates): Site["serve"] {
    const pem = readFileSync(join(folder, certificates[certificate]));
    const server = createApi({ key: pem, cert: pem }, (request, response) => {
      site.received.push(request);
      if (site.breaksOff) request.socket.destroy();
      // The next request makes a new connection, which meets what serves then.
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
  const serve = api("right");
  const site: Site = { serve, proxyStatus: 200, breaksOff: false, tunnels: [], received: [], api, close };

  function arrive(socket: Duplex): void {
    attempts += 1;
    changes.emit("attempt");
    site.serve(socket);
  }
  function tunnel(request: IncomingMessage, socket: Duplex): void {
    site.tunnels.push(request);
    if (site.proxyStatus === 200) {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      arrive(socket);
    } else if (site.proxyStatus === 0) {
      socket.destroy();
    } else {
      socket.end(`HTTP/1.1 ${site.proxyStatus} No\r\ncontent-length: 2\r\n\r\nNo`);
    }
  }

  function createFront() {
    if (proxyUrl === undefined) return createServer(arrive);
    const pem = readFileSync(join(folder, certificates.right));
    const proxy = proxyUrl.startsWith("https:") ? createSecureProxy({ key: pem, cert: pem }) : createProxy();
    return proxy.on("connect", tunnel);
  }
  const server = createFront();
  server.on("connection", (socket: Socket) => {
    open.add(socket.on("error", () => {}).on("close", () => open.delete(socket)));
    if (site.greeting !== undefined) socket.end(site.greeting);
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
      site.proxyStatus = 200;
      site.greeting = undefined;
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
    close,
  };
}
