/** The ways in which the API, or the network before it, misbehaves. */

import type { End, Piece, Reply, Request } from "./exchange.js";

export type Fault = AnswerFault | BreakFault | DripFault | RewriteFault | LimitFault;

/** Another answer than the sandbox's. Where it takes effect, the sandbox did its work before. */
export interface AnswerFault {
  readonly kind: "answer";
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, everything else as it is. */
  readonly body?: unknown;
  readonly takesEffect: boolean;
}

/** The answer never comes, or the connection is reset (RST) or closed (FIN). */
export interface BreakFault {
  readonly kind: End;
  /** Before the request takes effect; after it, before its answer; or after the headers and half of the body. */
  readonly when: "before" | "after" | "half way";
}

/** The body goes out slowly. */
export interface DripFault {
  readonly kind: "drip";
  readonly bytes: number;
  readonly ms: number;
  /** After the body spaces follow, for ever: however short it is, the answer does not end. */
  readonly endless?: true;
}

/** Changes what is asked, or what is answered to a request that succeeded. */
export interface RewriteFault {
  readonly kind: "rewrite";
  // biome-ignore-start lint/suspicious/noExplicitAny: a rewrite knows the JSON that it is for
  readonly request?: (body: any) => unknown;
  /** An object is sent as JSON, everything else as it is; undefined is an empty body. */
  readonly answer?: (body: any) => unknown;
  // biome-ignore-end lint/suspicious/noExplicitAny: as above
}

/** A token bucket that holds the requests of one second; the rest is answered 429 and has no effect. */
export interface LimitFault {
  readonly kind: "limit";
  readonly perSecond: number;
  /** The header of that name; without one, the answer has none. */
  readonly retryAfter?: string | undefined;
}

/** A piece has its own state: a limit counts from the moment when its piece is made. */
export function pieceOf(fault: Fault): Piece {
  switch (fault.kind) {
    case "answer":
      return answerInstead(fault);
    case "stall":
    case "reset":
    case "close":
      return breakOff(fault);
    case "drip":
      return drip(fault);
    case "rewrite":
      return rewrite(fault);
    case "limit":
      return limit(fault);
  }
}

function answerInstead({ status, headers = {}, body, takesEffect }: AnswerFault): Piece {
  return async (request, next) => {
    if (takesEffect) await next(request);
    return reply(status, body, headers);
  };
}

function breakOff({ kind, when }: BreakFault): Piece {
  return async (request, next) => ({
    ...(when === "before" ? reply(0, undefined) : await next(request)),
    delivery: { how: "cut", sent: when === "half way" ? "half" : "none", end: kind },
  });
}

function drip({ kind, ...how }: DripFault): Piece {
  return async (request, next) => ({ ...(await next(request)), delivery: { how: kind, ...how } });
}

function rewrite({ request: ofRequest, answer: ofAnswer }: RewriteFault): Piece {
  return async (request, next) => {
    const asked: Request = ofRequest
      ? { ...request, body: bytesOf(ofRequest(JSON.parse(request.body.toString()))) }
      : request;
    const answer = await next(asked);
    const succeeded = answer.status >= 200 && answer.status < 300;
    if (!ofAnswer || !succeeded) return answer;
    return { ...answer, body: bytesOf(ofAnswer(JSON.parse(answer.body.toString()))) };
  };
}

function limit({ perSecond, retryAfter }: LimitFault): Piece {
  const most = Math.max(perSecond, 1);
  let tokens = most;
  let filledAt = Date.now();
  return async (request, next) => {
    const at = Date.now();
    tokens = Math.min(most, tokens + ((at - filledAt) / 1000) * perSecond);
    filledAt = at;
    if (tokens >= 1) {
      tokens -= 1;
      return next(request);
    }
    return reply(429, { message: "Too many requests." }, retryAfter === undefined ? {} : { "retry-after": retryAfter });
  };
}

function reply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  const json = typeof body === "object" && !Buffer.isBuffer(body);
  return {
    status,
    headers: { ...(json ? { "content-type": "application/json" } : {}), ...headers },
    body: bytesOf(body),
  };
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
