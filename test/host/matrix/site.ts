/** An API behind TLS, reached straight or through a proxy. What is at the other end can change between requests. */

import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createProxy, type IncomingMessage } from "node:http";
import { createServer as createApi } from "node:https";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { selfSigned } from "./certificate.js";
import type { Place } from "./fault.js";
import { noProxy } from "./places.js";

const day = 86_400_000;
const hosts = ["127.0.0.1", "api.test"];
const tomorrow = new Date(Date.now() + day);

const certificates = {
  right: selfSigned({ hosts, validUntil: tomorrow }),
  expired: selfSigned({ hosts, validUntil: new Date(Date.now() - day) }),
  "of another host": selfSigned({ hosts: ["elsewhere.test"], validUntil: tomorrow }),
  "of an unknown authority": selfSigned({ hosts, validUntil: tomorrow }),
};
const { "of an unknown authority": _, ...trusted } = certificates;

export interface Site {
  /** What is at the other end of each connection, or of each tunnel through the proxy. */
  serve: (socket: Duplex) => unknown;
  /** What the proxy answers; 200 opens the tunnel. */
  proxyStatus: number;
  /** Where the API sends requests instead of answering them with the id `kept`. */
  redirect: string | undefined;
  /** What was asked of the proxy, and of the API. */
  readonly tunnels: IncomingMessage[];
  readonly received: IncomingMessage[];
  /** The API, with this certificate. */
  api(certificate: keyof typeof certificates): Site["serve"];
  /** From now on nothing listens. */
  close(): Promise<void>;
}

/** @param login of the proxy; without one, there is none */
export async function openSite(login?: string): Promise<Place<Site>> {
  const changes = new EventEmitter();
  const open = new Set<Socket>();
  let attempts = 0;

  const site: Site = {
    serve: () => {},
    proxyStatus: 200,
    redirect: undefined,
    tunnels: [],
    received: [],
    api(certificate) {
      const server = createApi(certificates[certificate], (request, response) => {
        site.received.push(request);
        response.shouldKeepAlive = false;
        if (site.redirect !== undefined) response.writeHead(302, { location: site.redirect });
        request.resume().on("end", () => response.end(site.redirect ?? '{"data":{"id":"kept"}}'));
      });
      return (socket) => server.emit("connection", socket);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };

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
    } else {
      socket.end(`HTTP/1.1 ${site.proxyStatus} No\r\ncontent-length: 2\r\n\r\nNo`);
    }
  }

  const server = login === undefined ? createServer(arrive) : createProxy().on("connect", tunnel);
  server.on("connection", (socket: Socket) => {
    open.add(socket.on("error", () => {}).on("close", () => open.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), "apphosting-certificates-"));
  const file = join(folder, "certificates.pem");
  writeFileSync(
    file,
    Object.values(trusted)
      .map(({ cert }) => cert)
      .join(""),
  );
  const past = { HTTPS_PROXY: noProxy, NO_PROXY: "elsewhere.test,127.0.0.1" };
  const usual = site.api("right");

  return {
    url: login === undefined ? `https://${address}/some/prefix/` : "https://api.test/some/prefix/",
    env: {
      NODE_EXTRA_CA_CERTS: file,
      ...(login === undefined ? past : { HTTPS_PROXY: `http://${login}@${address}` }),
    },
    controls: site,
    async reset() {
      Object.assign(site, { serve: usual, proxyStatus: 200, redirect: undefined, tunnels: [], received: [] });
      attempts = 0;
    },
    requests: () => site.received.length,
    happened: () => site.received.length > 0,
    async waiting(count, signal) {
      while (attempts < count) await once(changes, "attempt", { signal });
    },
    async close() {
      await site.close();
      rmSync(folder, { recursive: true });
    },
  };
}
