/** Faults: the ways in which the API, or the network before it, misbehaves. */

import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly deliver?: (response: ServerResponse, reply: Reply) => Promise<void>;
}

export type Next = (request: Request) => Promise<Reply>;

/** A step around what the sandbox does. It may change the request or the reply, or reply without the sandbox. */
export type Fault = (request: Request, next: Next) => Promise<Reply>;

interface ResponseOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the sandbox carries the request out before. Default: with a status 2xx. */
  readonly takesEffect?: boolean;
}

/** Responds in place of the sandbox. An object is sent as JSON, everything else as it is. */
export function respondWith(status: number, body?: unknown, { headers, takesEffect }: ResponseOptions = {}): Fault {
  const isJson = typeof body === "object" && !Buffer.isBuffer(body);
  const type = isJson ? { "content-type": "application/json" } : {};
  return async (request, next) => {
    if (takesEffect ?? (status >= 200 && status < 300)) await next(request);
    return { status, headers: { ...type, ...headers }, body: toBytes(body) };
  };
}

/** Stalls, resets (RST) or closes (FIN) the connection: before the request takes effect, after it, or half way. */
export function cutConnection(end: "stall" | "reset" | "close", when: "before" | "after" | "half way"): Fault {
  const deliver: Reply["deliver"] = async (response, { status, headers, body }) => {
    if (when === "half way") {
      response.writeHead(status, { "content-length": body.length, ...headers });
      // A reset drops what has not left yet, so it waits until this part has.
      await new Promise((resolve) => response.write(body.subarray(0, Math.ceil(body.length / 2)), resolve));
    }
    if (end === "reset") response.socket?.resetAndDestroy();
    if (end === "close") response.socket?.end();
  };
  const nothing = { status: 0, headers: {}, body: toBytes(undefined) };
  return async (request, next) => ({ ...(when === "before" ? nothing : await next(request)), deliver });
}

/** Sends the body slowly. With `endless`, spaces follow it, so that the response does not end. */
export function dripBody(bytes: number, ms: number, endless = false): Fault {
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
const changeBody = (body: Buffer, change: Change) =>
  body.length === 0 ? body : toBytes(change(JSON.parse(body.toString())));

export function rewriteRequest(change: Change): Fault {
  return (request, next) => next({ ...request, body: changeBody(request.body, change) });
}

export function rewriteResponse(change: Change): Fault {
  return async (request, next) => {
    const reply = await next(request);
    return reply.status < 200 || reply.status > 299 ? reply : { ...reply, body: changeBody(reply.body, change) };
  };
}

export function changeReply(fault: Fault, change: Pick<Reply, "status">): Fault {
  return async (request, next) => ({ ...(await fault(request, next)), ...change });
}

/** Limits requests by a token bucket that holds those of one second. Every other request gets 429 and has no effect. */
export function limitRate(perSecond: number, retryAfter: string): Fault {
  let tokens = perSecond;
  let filledAt = Date.now();
  const refuse = respondWith(429, { message: "Too many requests." }, { headers: { "retry-after": retryAfter } });
  return (request, next) => {
    const at = Date.now();
    tokens = Math.min(perSecond, tokens + ((at - filledAt) / 1000) * perSecond);
    filledAt = at;
    if (tokens < 1) return refuse(request, next);
    tokens -= 1;
    return next(request);
  };
}

function toBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
