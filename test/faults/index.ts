/** A sandbox that misbehaves on demand: a front that forwards to a real one and does wrong on the way. */

import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../provider/sandbox/index.js";
import { deliver, forwardTo } from "./exchange.js";
import type { Fault, LimitFault } from "./faults.js";
import { FaultQueue, type On } from "./queue.js";

export type { Fault } from "./faults.js";
export * from "./hostile.js";
export * from "./rewrites.js";

export interface FrontRequest {
  readonly method: string;
  /** Below the base path, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request has come; the sandbox has done what it does; the answer has left, or as much of it as leaves. */
export type Stage = "arrived" | "done" | "answered";

export interface FaultySandbox {
  /** The base URL of the front. */
  readonly url: string;
  readonly token: string;
  /** The sandbox behind, to look at, or to talk to without faults. */
  readonly sandbox: Sandbox;
  /**
   * A fault for the next request that matches, or the next `times`: a request takes the first one that waits for it.
   * With `times: Infinity` a fault lasts: it applies to every request that matches, beside others.
   */
  fault(fault: Fault, on?: On): void;
  /** Limits the rate of all requests from now on. */
  limit(limit: Omit<LimitFault, "kind">): void;
  /** Breaks every connection, whatever is under way on it. */
  breakConnections(): void;
  /** Closes connections that have been idle for so long, unannounced; by default they stay open. */
  closeIdleAfter(ms: number): void;
  /** The requests that reached the front, whatever became of them. */
  requests(): FrontRequest[];
  /** Resolves when so many requests are that far; rejects when the signal says so. */
  reached(count: number, stage: Stage, signal?: AbortSignal): Promise<void>;
  /** Forgets faults, requests and counts, and resets the sandbox. */
  reset(): void;
  close(): Promise<void>;
}

export async function startFaultySandbox(options: { sandbox?: SandboxOptions } = {}): Promise<FaultySandbox> {
  const sandbox = await startSandbox(options.sandbox);
  const basePath = new URL(sandbox.url).pathname;
  const faults = new FaultQueue(forwardTo(sandbox.url));
  const stages = new EventEmitter();
  let counts: Record<Stage, number> = { arrived: 0, done: 0, answered: 0 };
  const reach = (stage: Stage) => {
    counts[stage] += 1;
    stages.emit(stage);
  };
  let requests: FrontRequest[] = [];
  let idleMs = 0;

  const server = createServer((incoming, response) => {
    respond(incoming, response).catch((error: Error) => {
      // A fault that does not fit its request is a mistake of the test, and shows as an answer that no API gives.
      if (response.headersSent || response.destroyed) response.destroy();
      else response.writeHead(599).end(`The fault failed: ${error.message}`);
    });
  });
  // Node's own idle timeout is a second longer than it is told to be.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", socket } = incoming;
    socket.setTimeout(0);
    response.once("finish", () => socket.setTimeout(idleMs));
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const body = await buffer(incoming);
    const request = { method, path: url.replace(basePath, ""), headers, body };
    requests.push({ ...request, body: body.toString() });
    reach("arrived");
    const reply = await faults.answer(request);
    reach("done");
    await deliver(response, reply);
    reach("answered");
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`,
    token: sandbox.token,
    sandbox,
    fault: (fault, on) => faults.add(fault, on),
    limit: (limit) => faults.add({ ...limit, kind: "limit" }, { times: Number.POSITIVE_INFINITY }),
    breakConnections: () => server.closeAllConnections(),
    closeIdleAfter(ms) {
      idleMs = ms;
    },
    requests: () => [...requests],
    async reached(count, stage, signal) {
      while (counts[stage] < count) await once(stages, stage, signal === undefined ? {} : { signal });
    },
    reset() {
      faults.clear();
      requests = [];
      counts = { arrived: 0, done: 0, answered: 0 };
      idleMs = 0;
      sandbox.reset();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, sandbox.close()]);
    },
  };
}
