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
  { name: "connection never accepted (full backlog)", unprocessed: true, late: true, listen: fullBacklog },
  {
    name: "TLS handshake never answered",
    unprocessed: true,
    late: true,
    listen: () => listening("https", () => createServer()),
  },
  {
    name: "plain HTTP where TLS is expected",
    unprocessed: true,
    listen: () => listening("https", () => createHttpServer()),
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
    name: "reset as the request arrives",
    listen: () => breaking((socket) => socket.resetAndDestroy()),
  },
  {
    name: "closed as the request arrives",
    listen: () => breaking((socket) => socket.end()),
  },
];

async function refused(): Promise<Place> {
  const place = await listening("http", () => createServer());
  await place.close();
  return place;
}

/** Ends each connection once the first bytes have come: what is reset earlier may not have been connected at all. */
function breaking(end: (socket: Socket) => void): Promise<Place> {
  return listening("http", (arrived) =>
    createServer((socket) => {
      socket.once("data", () => {
        arrived();
        end(socket);
      });
    }),
  );
}

async function tls({ trusted, ...certificate }: { host: string; validUntil: Date; trusted: boolean }): Promise<Place> {
  const { key, cert } = selfSigned(certificate);
  const place = await listening("https", (arrived) =>
    createHttpsServer({ key, cert }, (request, response) => {
      arrived();
      request.resume().on("end", () => response.end('{"data":{"id":"kept"}}'));
    }),
  );
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

async function listening(protocol: "http" | "https", serve: (arrived: () => void) => Server): Promise<Place> {
  let count = 0;
  const server = serve(() => {
    count += 1;
  });
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket.on("error", () => {}).on("close", () => open.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    arrived: () => count,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
