/**
 * The API of a benchmark, a process of its own: the sandbox's answers for as many caches as asked for, each used by
 * one environment. `api.ts <caches> <latency in ms>`, started with an IPC channel.
 */

import type { EventEmitter } from "node:events";
import type { AddressInfo } from "node:net";
import { defaultFieldNames } from "../../provider/api/request";
import { newCache } from "../../provider/sandbox/resources";
import { basePath, serve, type World } from "../../provider/sandbox/server";
import { freshState } from "../../provider/sandbox/store";

/** What the process says first. */
export interface Started {
  readonly url: string;
  readonly token: string;
}

/** What it answers to any message: counts since the last one. */
export interface Traffic {
  readonly requests: number;
  readonly mostRequestsAtOnce: number;
  readonly connections: number;
  readonly mostConnectionsAtOnce: number;
}

/** Counts what comes and goes. */
class Counter {
  count = 0;
  mostAtOnce = 0;
  #open = 0;

  enter(one: EventEmitter): void {
    this.count += 1;
    this.#open += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#open);
    one.once("close", () => {
      this.#open -= 1;
    });
  }

  reset(): void {
    this.count = 0;
    this.mostAtOnce = this.#open;
  }
}

const [caches = 0, latencyMs = 0] = process.argv.slice(2).map(Number);

const numbers = Array.from({ length: caches }, (_, index) => index + 1);
const world: World = {
  token: "benchmark-token",
  fieldNames: defaultFieldNames,
  state: {
    ...freshState(),
    caches: numbers.map((number) => newCache(number, `cache-${number}`, "250mb", "env-0")),
  },
  requests: [],
  reset() {},
};

const server = serve(world, latencyMs);
const requests = new Counter();
const connections = new Counter();
server.on("request", (_incoming, answer) => requests.enter(answer));
server.on("connection", (socket) => connections.enter(socket));

function say(message: Started | Traffic): void {
  process.send?.(message);
}

process.on("message", () => {
  say({
    requests: requests.count,
    mostRequestsAtOnce: requests.mostAtOnce,
    connections: connections.count,
    mostConnectionsAtOnce: connections.mostAtOnce,
  });
  requests.reset();
  connections.reset();
});
process.once("disconnect", () => process.exit());

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  say({ url: `http://127.0.0.1:${port}${basePath}`, token: world.token });
});
