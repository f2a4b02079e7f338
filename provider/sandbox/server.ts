/** HTTP around the API: reads requests, records them, and serves the admin endpoints, which show both. */

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Contents } from "./account.js";
import { refusal, sparse } from "./answers.js";
import type { Account } from "./api.js";
import { answerTo } from "./api.js";
import type { Answer } from "./model.js";

/** A request that came in, and the status of its answer. */
export interface RecordedRequest {
  readonly method: string;
  /** Below the base path, with its query. */
  readonly path: string;
  /** The token in `authorization` is masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; the text where it is none; null where there is no body. */
  readonly body: unknown;
  readonly status: number;
}

/** What a server works on; `reset` replaces contents and requests. */
export interface World extends Account {
  readonly answers?: "full" | "sparse";
  contents: Contents;
  requests: RecordedRequest[];
  reset(): void;
}

export const basePath = "/api";

/** Far above any request that the API documents. */
const longestBody = 1024 * 1024;

export function serve(world: World, latencyMs: number): Server {
  return createServer((incoming, response) => {
    respond(world, incoming)
      .then((answer) => send(response, answer, latencyMs))
      // Mostly a client that went away while it was sending: nobody is there to answer.
      .catch(() => response.destroy());
  });
}

async function respond(world: World, incoming: IncomingMessage): Promise<Answer> {
  const { method = "", url = "/", headers } = incoming;
  const text = await read(incoming);
  if (url.startsWith("/_sandbox/")) return adminEndpoint(world, method, url);
  const inside = url.startsWith(`${basePath}/`);
  const path = inside ? url.slice(basePath.length) : url;
  const answer = (): Answer => {
    if (text === undefined) {
      return refusal(413, `A body may have up to ${longestBody} bytes.`, { connection: "close" });
    }
    if (!inside) return refusal(404, `The API is below ${basePath}.`);
    const request = { method, path: withoutQuery(path), authorization: headers.authorization, text };
    const full = answerTo(request, world);
    return world.answers === "sparse" ? sparse(full) : full;
  };
  const answered = answer();
  world.requests.push({
    method,
    path,
    headers: maskedHeaders(incoming),
    body: recordedBody(text ?? ""),
    status: answered.status,
  });
  return answered;
}

function adminEndpoint(world: World, method: string, url: string): Answer {
  switch (`${method} ${withoutQuery(url)}`) {
    case "GET /_sandbox/state":
      return { status: 200, body: world.contents.state };
    case "GET /_sandbox/requests":
      return { status: 200, body: world.requests };
    case "POST /_sandbox/reset":
      world.reset();
      return { status: 200, body: {} };
    default:
      return refusal(404, "The admin endpoints are GET state, GET requests and POST reset.");
  }
}

/** The whole body, or undefined when it is too long to keep. */
async function read(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= longestBody) chunks.push(chunk);
  }
  return length <= longestBody ? Buffer.concat(chunks).toString() : undefined;
}

/** Requests take effect as they arrive; the answer alone is late, and tells how things were when it was made. */
async function send(response: ServerResponse, { status, headers, body }: Answer, latencyMs: number): Promise<void> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false });
  if (text === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

function maskedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    name === "authorization" ? "Bearer ***" : String(value),
  ]);
  return Object.fromEntries(entries);
}

function recordedBody(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function withoutQuery(url: string): string {
  return url.split("?", 1)[0] ?? url;
}
