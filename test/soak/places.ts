/** Places on the network that a request can go to: an API behind TLS, and a proxy on the way. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CertificateOptions, selfSigned } from "../host/matrix/certificate.js";

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface TlsApi {
  readonly port: number;
  /** A file for NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  readonly received: Received[];
  close(): Promise<void>;
}

/** Answers each request with the id `kept`, or sends it elsewhere. */
export async function startTlsApi(options: Partial<CertificateOptions> = {}, elsewhere?: string): Promise<TlsApi> {
  const { key, cert } = selfSigned({ host: "api.test", validUntil: new Date(Date.now() + day), ...options });
  const received: Received[] = [];
  const server = createHttpsServer({ key, cert }, (request, response) => {
    const { method = "", url = "", headers } = request;
    received.push({ method, url, headers });
    request.resume().on("end", () => {
      if (elsewhere !== undefined) response.writeHead(302, { location: elsewhere }).end();
      else response.end('{"data":{"id":"kept"}}');
    });
  });
  const place = await listening(server);
  const folder = mkdtempSync(join(tmpdir(), "apphosting-certificate-"));
  const certificate = join(folder, "certificate.pem");
  writeFileSync(certificate, cert);
  return {
    port: place.port,
    certificate,
    received,
    async close() {
      await place.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export const day = 86_400_000;

export interface Tunnel {
  /** Host and port, as the client asked for them. */
  readonly to: string;
  readonly headers: IncomingHttpHeaders;
}

export interface TunnelProxy {
  readonly port: number;
  readonly tunnels: Tunnel[];
  close(): Promise<void>;
}

/** Knows every name as this machine; `status` other than 200 refuses. */
export async function startProxy(status = 200): Promise<TunnelProxy> {
  const tunnels: Tunnel[] = [];
  const server = createServer();
  server.on("connect", ({ url = "", headers }, client: Socket) => {
    tunnels.push({ to: url, headers });
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 2\r\n\r\nNo`);
      return;
    }
    const behind = connect(Number(url.split(":").at(-1)), "127.0.0.1");
    behind.on("connect", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      behind.pipe(client).pipe(behind);
    });
    behind.on("error", () => client.destroy());
    client.on("error", () => behind.destroy()).on("close", () => behind.destroy());
  });
  return { tunnels, ...(await listening(server)) };
}

/** A server and its end, with whatever connections are open then. */
export async function listening(server: Server): Promise<{ port: number; close(): Promise<void> }> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket.on("error", () => {}).on("close", () => open.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
