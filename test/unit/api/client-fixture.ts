/** What the tests of the client share: requests, servers on this machine, and a clock as fast as events allow. */

import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import type { AddressInfo, Server, Socket, TcpNetConnectOpts } from "node:net";
import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { type ApiRequest, type Failure, RequestError, type Result } from "../../../provider/api/errors.js";
import type { TransportSettings } from "../../../provider/api/transport.js";

const body = { name: "nn" };
export const updateRequest: ApiRequest = { action: "update cache", method: "PATCH", path: "/caches/cache-1", body };
export const createRequest: ApiRequest = { action: "create application", method: "POST", path: "/applications", body };

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

export async function catchRequestError(promise: Promise<unknown>): Promise<RequestError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof RequestError)) throw new Error("no RequestError was thrown", { cause: error });
  return error;
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

/** Lists how long Node tries each of several addresses, for every connection. */
export function listTimeouts({ mock: { calls } }: { mock: { calls: { arguments: unknown[] }[] } }): unknown[] {
  return calls.map(({ arguments: [first] }) => {
    const [options] = [first].flat() as [TcpNetConnectOpts];
    return options.autoSelectFamilyAttemptTimeout;
  });
}

/** Stops the clock for each test of a suite. Time then passes in `passTime` alone. */
export function useFastTime(): void {
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    mock.method(performance, "now", () => Date.now());
    mock.method(Math, "random", () => 0);
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });
}

/** Lets time pass in small steps, so that what one step sets off can act in the next, until the work has ended. */
export async function passTime<T>(work: Promise<T>): Promise<T> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  work.then(end, end);
  while (!ended) {
    await turn();
    mock.timers.tick(10);
  }
  return work;
}
