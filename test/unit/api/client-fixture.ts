/** What the tests of the client share: requests, settings, and servers on this machine. */

import dns from "node:dns";
import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { type AddressInfo, isIP, type Server, type Socket } from "node:net";
import { mock } from "node:test";
import { expect } from "chai";
import type { ApiRequest, Failure, Result } from "../../../provider/api/errors.js";
import type { TransportSettings } from "../../../provider/api/transport.js";

const body = { name: "nn" };
export const updateRequest: ApiRequest = { action: "update cache", method: "PATCH", path: "/caches/cache-1", body };
export const createRequest: ApiRequest = { action: "create application", method: "POST", path: "/applications", body };
export const deleteRequest: ApiRequest = { action: "delete cache", method: "DELETE", path: "/caches/cache-1" };

export const transportSettings: TransportSettings = {
  token: "secret-token",
  baseUrl: "https://api.example.com/v1",
  timeoutSeconds: 7,
  userAgent: "pulumi-apphosting/1.2.3",
};

export async function catchFailure(promise: Promise<Result>): Promise<Failure> {
  const result = await promise;
  return "failure" in result ? result.failure : expect.fail(`no failure, but ${JSON.stringify(result)}`);
}

/** Servers that close after each test of a suite. */
export function useServers() {
  let open: { server: Server; sockets: Set<Socket> }[] = [];
  afterEach(() => {
    for (const { server, sockets } of open) {
      server.close();
      for (const socket of sockets) socket.destroy();
    }
    open = [];
  });

  /** Starts a server, and returns its host with the port. */
  async function listen(server: Server): Promise<string> {
    const sockets = new Set<Socket>();
    server.on("connection", (socket) => sockets.add(socket)).listen(0, "127.0.0.1");
    open.push({ server, sockets });
    await once(server, "listening");
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  return { listen, serve: (listener: RequestListener) => listen(createHttpServer(listener)) };
}

/** Lets each look-up of a name fail with this code, but not of an IPv4 address. */
export function failLookups(code: string): void {
  type Found = (error: Error | null, ip?: string, family?: number) => void;
  mock.method(dns, "lookup", (name: string, ...rest: Found[]) =>
    isIP(name) ? rest.at(-1)?.(null, name, 4) : rest.at(-1)?.(Object.assign(new Error("look-up"), { code })),
  );
}
