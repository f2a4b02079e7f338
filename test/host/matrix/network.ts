/** Faults of the network below HTTP: each listens in a place of its own. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfSigned } from "./certificate.js";
import type { MatrixFault, Place } from "./fault.js";
import { fullBacklog } from "./full-backlog.js";

/** Labels of a name have 63 characters at most, so that no resolver has to be asked. */
const noName = `${"x".repeat(64)}.invalid`;

const day = 86_400_000;
const tomorrow = () => new Date(Date.now() + day);

export const networkFaults: readonly MatrixFault[] = [
  { name: "connection refused", unprocessed: true, listen: refused },
  {
    name: "name not found",
    unprocessed: true,
    listen: async () => ({ url: `https://${noName}/api`, arrived: () => 0, close: async () => {} }),
  },
  { name: "connection never accepted (full backlog)", unprocessed: true, listen: fullBacklog },
  {
    name: "TLS handshake never answered",
    unprocessed: true,
    listen: () => listening(createServer(), "https", { count: "none" }),
  },
  {
    name: "plain HTTP where TLS is expected",
    unprocessed: true,
    listen: () => listening(createHttpServer(), "https", { count: "none" }),
  },
  {
    name: "certificate of an unknown authority",
    unprocessed: true,
    listen: () => tls({ host: "127.0.0.1", validUntil: tomorrow(), trusted: false }),
  },
  {
    name: "certificate expired",
    unprocessed: true,
    listen: () => tls({ host: "127.0.0.1", validUntil: new Date(Date.now() - day), trusted: true }),
  },
  {
    name: "certificate of another host",
    unprocessed: true,
    listen: () => tls({ host: "elsewhere.test", validUntil: tomorrow(), trusted: true }),
  },
  {
    name: "none: a certificate that NODE_EXTRA_CA_CERTS trusts, 200 {data: {id}}",
    carriesId: true,
    listen: () => tls({ host: "127.0.0.1", validUntil: tomorrow(), trusted: true }),
  },
  {
    name: "reset before the request was read",
    listen: () => unread((socket) => socket.resetAndDestroy()),
  },
  {
    name: "closed before the request was read",
    listen: () => unread((socket) => socket.end()),
  },
];

async function refused(): Promise<Place> {
  const place = await listening(createServer(), "http", { count: "none" });
  await place.close();
  return place;
}

/** The connection is made, and by the time of its end the request has left the client. */
async function unread(end: (socket: Socket) => void): Promise<Place> {
  const server = createServer({ pauseOnConnect: true }, (socket) => setTimeout(() => end(socket), 50));
  return listening(server, "http", { count: "connections" });
}

async function tls({
  trusted,
  ...certificate
}: {
  host: string;
  validUntil: Date;
  trusted: boolean;
}): Promise<Place> {
  const { key, cert } = selfSigned(certificate);
  const server = createHttpsServer({ key, cert }, (request, response) => {
    request.resume().on("end", () => response.end('{"data":{"id":"kept"}}'));
  });
  const place = await listening(server, "https", { count: "requests" });
  if (!trusted) return place;
  const folder = mkdtempSync(join(tmpdir(), "apphosting-certificate-"));
  const file = join(folder, "certificate.pem");
  writeFileSync(file, cert);
  return {
    ...place,
    env: { NODE_EXTRA_CA_CERTS: file },
    async close() {
      await place.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function listening(
  server: Server,
  protocol: "http" | "https",
  { count }: { count: "requests" | "connections" | "none" },
): Promise<Place> {
  const open = new Set<Socket>();
  let arrived = 0;
  server.on(count === "requests" ? "request" : "connection", () => {
    if (count !== "none") arrived += 1;
  });
  server.on("connection", (socket: Socket) => {
    open.add(socket.on("error", () => {}).on("close", () => open.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    arrived: () => arrived,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
