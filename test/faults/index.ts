/** A sandbox that misbehaves on demand: a front that forwards to a real one and does wrong on the way. */

import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../provider/sandbox/index.js";
import type { Fault, Next, Request } from "./faults.js";

export * from "./faults.js";

/** Which requests a fault is for. By default it is for the next one, whichever it is. */
interface FaultTarget {
  readonly method?: string;
  readonly path?: RegExp;
  readonly times?: number;
  /** Whether the fault is for every matching request, also where another fault is for the same one. */
  readonly lasts?: boolean;
}

/** A request has come, the sandbox has carried it out, the response has left, or as much of it as leaves. */
export type Stage = "arrived" | "done" | "answered";

export interface FaultySandbox {
  readonly url: string;
  readonly token: string;
  /** The sandbox behind the front, which a test can look into, or send requests to without faults. */
  readonly sandbox: Sandbox;
  readonly server: Server;
  addFault(fault: Fault, on?: FaultTarget): void;
  listSent(): string[];
  /** Waits until so many requests are at this stage. Rejects when the signal is aborted. */
  waitUntil(count: number, stage: Stage, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export async function startFaultySandbox(options?: SandboxOptions): Promise<FaultySandbox> {
  const sandbox = await startSandbox(options);
  const basePath = new URL(sandbox.url).pathname;
  const forward: Next = async ({ method, path, headers, body }) => {
    const content = body.length === 0 ? {} : { body: new Uint8Array(body) };
    const response = await fetch(sandbox.url + path, { method, headers, ...content });
    return {
      status: response.status,
      headers: selectForwardedHeaders(Object.fromEntries(response.headers)),
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
  const stages = new EventEmitter();
  const waiting: WaitingFault[] = [];
  const sent: string[] = [];
  const counts = { arrived: 0, done: 0, answered: 0 };
  const noteStage = (stage: Stage) => {
    counts[stage] += 1;
    stages.emit(stage);
  };

  /** Lasting faults are how the API is, so they stand around the one fault that happens to this request. */
  const reply: Next = (request) => {
    const lasting = waiting.filter(({ on }) => on.lasts && isFor(on, request));
    const surround = (next: Next, { fault }: WaitingFault): Next => {
      return (inner) => fault(inner, next);
    };
    return lasting.reduceRight(surround, replyOnce)(request);
  };
  const replyOnce: Next = (request) => {
    const found = waiting.find(({ on }) => !on.lasts && isFor(on, request));
    if (found === undefined) return forward(request);
    found.times -= 1;
    if (found.times === 0) waiting.splice(waiting.indexOf(found), 1);
    return found.fault(request, forward);
  };

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "" } = incoming;
    const request = {
      method,
      path: url.replace(basePath, ""),
      headers: selectForwardedHeaders(incoming.headers),
      body: await buffer(incoming),
    };
    sent.push(`${method} ${request.path} ${request.body}`);
    noteStage("arrived");
    const { status, headers, body, end } = await reply(request);
    noteStage("done");
    if (end === undefined) response.writeHead(status, { "content-length": body.length, ...headers }).end(body);
    if (end === "reset") response.socket?.resetAndDestroy();
    noteStage("answered");
  }

  const server = createServer((incoming, response) => {
    respond(incoming, response).catch((error: Error) => {
      // A fault that does not fit its request is a mistake of the test. It shows as a status that no API returns.
      if (response.headersSent || response.destroyed) response.destroy();
      else response.writeHead(599).end(JSON.stringify({ message: `The fault failed: ${error.message}` }));
    });
  });
  // Idle connections stay open, unless a test closes them.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, "127.0.0.1"), "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`,
    token: sandbox.token,
    sandbox,
    server,
    addFault: (fault, on = {}) => waiting.push({ fault, on, times: on.times ?? 1 }),
    listSent: () => [...sent],
    async waitUntil(count, stage, signal) {
      while (counts[stage] < count) await once(stages, stage, { signal });
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, sandbox.close()]);
    },
  };
}

interface WaitingFault {
  readonly fault: Fault;
  readonly on: FaultTarget;
  times: number;
}

function isFor({ method, path }: FaultTarget, request: Request): boolean {
  return (method === undefined || method === request.method) && (path === undefined || path.test(request.path));
}

/** Leaves out the headers that belong to one connection, and those that are set anew for the body that goes on. */
function selectForwardedHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const dropped = ["connection", "keep-alive", "content-length", "transfer-encoding", "expect", "host"];
  const kept = Object.entries(headers).filter(([name]) => !dropped.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
