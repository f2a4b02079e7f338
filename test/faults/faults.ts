/** The ways in which the API, or the network before it, misbehaves. */

import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface Request {
  readonly method: string;
  /** Below the base path, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** How it goes out; without that, all at once. */
  readonly deliver?: (response: ServerResponse, reply: Reply) => Promise<void>;
}

export type Next = (request: Request) => Promise<Reply>;

/** A step around what the sandbox does: it may change the request, the reply, or leave the rest out. */
export type Fault = (request: Request, next: Next) => Promise<Reply>;

interface Answered {
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the sandbox does its work before. Default: with a status 2xx. */
  readonly takesEffect?: boolean;
}

/** Another answer than the sandbox's. An object is sent as JSON, everything else as it is. */
export function answer(status: number, body?: unknown, { headers, takesEffect }: Answered = {}): Fault {
  const isJson = typeof body === "object" && !Buffer.isBuffer(body);
  const type = isJson ? { "content-type": "application/json" } : {};
  return async (request, next) => {
    if (takesEffect ?? (status >= 200 && status < 300)) await next(request);
    return { status, headers: { ...type, ...headers }, body: bytesOf(body) };
  };
}

/**
 * The connection stalls until the front is closed, is reset (RST) or closed (FIN): before the request takes effect; after
 * it, before its answer; or after the headers and half of the body.
 */
export function cut(end: "stall" | "reset" | "close", when: "before" | "after" | "half way"): Fault {
  const deliver: Reply["deliver"] = async (response, { status, headers, body }) => {
    if (when === "half way") {
      response.writeHead(status, { "content-length": body.length, ...headers });
      // A reset drops what has not left yet.
      await new Promise((left) => response.write(body.subarray(0, Math.ceil(body.length / 2)), left));
    }
    if (end === "reset") response.socket?.resetAndDestroy();
    if (end === "close") response.socket?.end();
  };
  const nothing = { status: 0, headers: {}, body: bytesOf(undefined) };
  return async (request, next) => ({ ...(when === "before" ? nothing : await next(request)), deliver });
}

/** The body goes out slowly. With `endless`, spaces follow: however short it is, the answer does not end. */
export function drip(bytes: number, ms: number, endless = false): Fault {
  const deliver: Reply["deliver"] = async (response, { status, headers, body }) => {
    response.writeHead(status, { ...(endless ? {} : { "content-length": body.length }), ...headers });
    for (let at = 0; (endless || at < body.length) && !response.destroyed; at += bytes) {
      response.write(at < body.length ? body.subarray(at, at + bytes) : " ");
      await sleep(ms, undefined, { ref: false });
    }
    response.end();
  };
  return async (request, next) => ({ ...(await next(request)), deliver });
}

// biome-ignore lint/suspicious/noExplicitAny: a rewrite knows the JSON that it is for
type Change = (body: any) => unknown;
/** There is nothing to change in an empty body, such as that of a read, or of the answer to a delete. */
const changed = (body: Buffer, change: Change) =>
  body.length === 0 ? body : bytesOf(change(JSON.parse(body.toString())));

/** Changes what is asked. */
export function rewriteRequest(change: Change): Fault {
  return (request, next) => next({ ...request, body: changed(request.body, change) });
}

/** Changes what is answered to a request that succeeded. Undefined is an empty body. */
export function rewriteAnswer(change: Change): Fault {
  return async (request, next) => {
    const reply = await next(request);
    return reply.status < 200 || reply.status > 299 ? reply : { ...reply, body: changed(reply.body, change) };
  };
}

/** A token bucket that holds the requests of one second; the rest is answered 429 and has no effect. */
export function limit(perSecond: number, retryAfter?: string): Fault {
  let tokens = perSecond;
  let filledAt = Date.now();
  const refuse = answer(
    429,
    { message: "Too many requests." },
    retryAfter ? { headers: { "retry-after": retryAfter } } : {},
  );
  return (request, next) => {
    const at = Date.now();
    tokens = Math.min(perSecond, tokens + ((at - filledAt) / 1000) * perSecond);
    filledAt = at;
    if (tokens < 1) return refuse(request, next);
    tokens -= 1;
    return next(request);
  };
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
