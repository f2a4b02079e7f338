/** One request on its way through the front: pieces around what the sandbox does, then the way back to the client. */

import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

export interface Request {
  readonly method: string;
  /** Below the base path, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly delivery?: Delivery;
}

/** How the bytes go out. Without one: all at once. */
export type Delivery =
  | { readonly how: "drip"; readonly bytes: number; readonly ms: number; readonly endless?: true }
  /** `sent` none leaves out the status and the headers too. */
  | { readonly how: "cut"; readonly sent: "none" | "half"; readonly end: End };

/** A stall keeps the connection until the front is closed. */
export type End = "stall" | "reset" | "close";

export type Next = (request: Request) => Promise<Reply>;

/** A step around the rest: it may change the request, the reply, or leave the rest out. */
export type Piece = (request: Request, next: Next) => Promise<Reply>;

/** What belongs to one connection, or is set anew for the body that goes on. */
const notForwarded = new Set(["connection", "keep-alive", "content-length", "transfer-encoding", "expect", "host"]);

export function forwardTo(sandboxUrl: string): Next {
  return async ({ method, path, headers, body }) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      send(`${sandboxUrl}${path}`, {
        method,
        agent: false,
        headers: { ...forwarded(headers), "content-length": body.length },
      })
        .on("response", resolve)
        .on("error", reject)
        .end(body);
    });
    return {
      status: answer.statusCode ?? 0,
      headers: forwarded(answer.headers),
      body: await buffer(answer),
    };
  };
}

function forwarded(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !notForwarded.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

export async function deliver(response: ServerResponse, reply: Reply): Promise<void> {
  const { status, headers, body, delivery } = reply;
  if (delivery?.how === "cut" && delivery.sent === "none") return breakOff(response, delivery.end);
  const endless = delivery?.how === "drip" && delivery.endless === true;
  response.writeHead(status, { ...(endless ? {} : { "content-length": body.length }), ...headers });
  response.flushHeaders();
  if (delivery === undefined) {
    response.end(body);
  } else if (delivery.how === "drip") {
    const { bytes, ms } = delivery;
    for (let at = 0; (endless || at < body.length) && !response.destroyed; at += bytes) {
      response.write(at < body.length ? body.subarray(at, at + bytes) : " ");
      await sleep(ms, undefined, { ref: false });
    }
    response.end();
  } else {
    const half = body.subarray(0, Math.ceil(body.length / 2));
    // A reset drops what has not left yet.
    await new Promise((left) => response.write(half, left));
    breakOff(response, delivery.end);
  }
}

function breakOff({ socket }: ServerResponse, end: End): void {
  if (end === "reset") socket?.resetAndDestroy();
  if (end === "close") socket?.end();
}
