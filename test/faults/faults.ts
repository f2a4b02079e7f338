/** Faults: the ways in which the API, or the network before it, misbehaves. */

import type { Json, JsonObject } from "../../provider/rows/json.js";

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
  /** What happens to the connection in place of the reply. */
  readonly end?: "stall" | "reset";
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

/** Stalls or resets the connection, before the request takes effect or after it. */
export function cutConnection(end: "stall" | "reset", when: "before" | "after"): Fault {
  const nothing = { status: 0, headers: {}, body: toBytes(undefined) };
  return async (request, next) => ({ ...(when === "before" ? nothing : await next(request)), end });
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

export const dropFields = (...names: string[]): Fault =>
  rewriteRequest((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))));

export function normaliseAttributes(
  changes: Readonly<Record<string, Json>> | ((attributes: JsonObject) => JsonObject),
): Fault {
  const makeChanges = typeof changes === "function" ? changes : () => changes;
  return rewriteResponse(({ data, ...rest }) => {
    if (data === undefined) return rest;
    const attributes = { ...data.attributes, ...makeChanges(data.attributes) };
    return { ...rest, data: { ...data, attributes } };
  });
}

export const keepOnlyId = (): Fault => rewriteResponse(({ data: { id } }) => ({ data: { id } }));

/** A text that ends the engine's display, controls a terminal, and turns the writing direction. */
export const hostileText = "<{% block %}>\u001b]0;title\u0007\u001b[2J\u009b1A\r\u202eok";

export const steeringCharacters = /<\{%|(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;

function toBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
