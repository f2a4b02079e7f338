/** A sandbox that misbehaves on demand: a front that forwards to a real one and does wrong on the way. */

import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../provider/sandbox/index.js";
import type { Fault, Next, Request } from "./faults.js";

export * from "./faults.js";
export * from "./rewrites.js";

/** Which requests a fault is for: by default the next one, whichever it is. */
interface On {
  readonly method?: string;
  /** Of the path below the base path. */
  readonly path?: RegExp;
  /** How many matching requests it is for. */
  readonly times?: number;
  /** It is for every matching request, beside others. */
  readonly lasts?: boolean;
}

/** A request has come; the sandbox has done what it does; the answer has left, or as much of it as leaves. */
export type Stage = "arrived" | "done" | "answered";

export interface FaultySandbox {
  /** The base URL of the front. */
  readonly url: string;
  readonly token: string;
  /** The sandbox behind, to look at, or to talk to without faults. */
  readonly sandbox: Sandbox;
  /** The front, whose connections a test may close. */
  readonly server: Server;
  /** A request takes the first fault that waits for it. */
  fault(fault: Fault, on?: On): void;
  /** The requests that reached the front, whatever became of them, as text: method, path and body. */
  sent(): string[];
  /** Resolves when so many requests are that far; rejects when the signal says so. */
  reached(count: number, stage: Stage, signal: AbortSignal): Promise<void>;
  /** Forgets faults, requests and counts, and resets the sandbox. */
  reset(): void;
  close(): Promise<void>;
}

export async function startFaultySandbox(options?: SandboxOptions): Promise<FaultySandbox> {
  const sandbox = await startSandbox(options);
  const basePath = new URL(sandbox.url).pathname;
  const forward = forwardTo(sandbox.url);
  const stages = new EventEmitter();
  const fresh = () => ({
    waiting: [] as Waiting[],
    sent: [] as string[],
    counts: { arrived: 0, done: 0, answered: 0 },
  });
  let now = fresh();
  const reach = (stage: Stage) => {
    now.counts[stage] += 1;
    stages.emit(stage);
  };

  /** Lasting faults are how the API is, so they stand around the one that happens to this request. */
  const answer: Next = (request) => {
    const lasting = now.waiting.filter(({ on }) => on.lasts && matches(on, request));
    return lasting.reduceRight<Next>(
      (next, { fault }) =>
        (asked) =>
          fault(asked, next),
      answerOnce,
    )(request);
  };
  const answerOnce: Next = (request) => {
    const found = now.waiting.find(({ on }) => !on.lasts && matches(on, request));
    if (found === undefined) return forward(request);
    found.times -= 1;
    if (found.times === 0) now.waiting.splice(now.waiting.indexOf(found), 1);
    return found.fault(request, forward);
  };

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "" } = incoming;
    const request = {
      method,
      path: url.replace(basePath, ""),
      headers: forwarded(incoming.headers),
      body: await buffer(incoming),
    };
    now.sent.push(`${method} ${request.path} ${request.body}`);
    reach("arrived");
    const reply = await answer(request);
    reach("done");
    if (reply.deliver) await reply.deliver(response, reply);
    else response.writeHead(reply.status, { "content-length": reply.body.length, ...reply.headers }).end(reply.body);
    reach("answered");
  }

  const server = createServer((incoming, response) => {
    respond(incoming, response).catch((error: Error) => {
      // A fault that does not fit its request is a mistake of the test, and shows as an answer that no API gives.
      if (response.headersSent || response.destroyed) response.destroy();
      else response.writeHead(599).end(`The fault failed: ${error.message}`);
    });
  });
  // Connections that are idle stay open, unless a test closes them.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, "127.0.0.1"), "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`,
    token: sandbox.token,
    sandbox,
    server,
    fault: (fault, on = {}) => now.waiting.push({ fault, on, times: on.times ?? 1 }),
    sent: () => [...now.sent],
    async reached(count, stage, signal) {
      while (now.counts[stage] < count) await once(stages, stage, { signal });
    },
    reset() {
      now = fresh();
      sandbox.reset();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, sandbox.close()]);
    },
  };
}

interface Waiting {
  readonly fault: Fault;
  readonly on: On;
  times: number;
}

function matches({ method, path }: On, request: Request): boolean {
  return (method === undefined || method === request.method) && (path === undefined || path.test(request.path));
}

function forwardTo(sandboxUrl: string): Next {
  return async ({ method, path, headers, body }) => {
    const sent = body.length === 0 ? {} : { body: new Uint8Array(body) };
    const answered = await fetch(sandboxUrl + path, { method, headers, ...sent });
    const kept = forwarded(Object.fromEntries(answered.headers));
    return { status: answered.status, headers: kept, body: Buffer.from(await answered.arrayBuffer()) };
  };
}

/** Without what belongs to one connection, or is set anew for the body that goes on. */
function forwarded(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const own = ["connection", "keep-alive", "content-length", "transfer-encoding", "expect", "host"];
  const kept = Object.entries(headers).filter(([name]) => !own.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
