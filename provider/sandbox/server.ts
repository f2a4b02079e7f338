/** Serves the account over HTTP: reads and records requests, and responds to the admin endpoints, which show account and requests. */

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Account, Contents } from "./account.js";
import { respondTo } from "./api.js";
import { createRefusal, makeSparse } from "./common-responses.js";
import type { SandboxResponse } from "./model.js";

/** A request that came in, and the status of the response. */
export interface RecordedRequest {
  readonly method: string;
  /** The path below the base path, with its query. */
  readonly path: string;
  /** The token in `authorization` is masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, the text where it is no JSON, or null where there is no body. */
  readonly body: unknown;
  readonly status: number;
}

/** The account that a server serves. */
export interface ServedAccount extends Account {
  readonly answers?: "full" | "sparse";
  contents: Contents;
  requests: RecordedRequest[];
  /** Replaces the contents by those of a new account, and forgets the requests. */
  reset(): void;
}

export const basePath = "/api";

/** The bound is far above any request that the API documents. */
const longestBody = 1024 * 1024;

export function createSandboxServer(account: ServedAccount, latencyMs: number): Server {
  return createServer((incoming, response) => {
    respond(account, incoming)
      .then((result) => sendResponse(response, result, latencyMs))
      // Mostly the client went away while it was sending, and nobody waits for a response.
      .catch(() => response.destroy());
  });
}

async function respond(account: ServedAccount, incoming: IncomingMessage): Promise<SandboxResponse> {
  const { method = "", url = "/", headers } = incoming;
  const text = await readBody(incoming);
  if (url.startsWith("/_sandbox/")) return respondToAdmin(account, method, url);
  const isBelowBase = url.startsWith(`${basePath}/`);
  const path = isBelowBase ? url.slice(basePath.length) : url;
  const respondBelowBase = (): SandboxResponse => {
    if (text === undefined) {
      return createRefusal(413, `A body may have up to ${longestBody} bytes.`, { connection: "close" });
    }
    if (!isBelowBase) return createRefusal(404, `The API is below ${basePath}.`);
    const request = { method, path: dropQuery(path), authorization: headers.authorization, text };
    const response = respondTo(request, account);
    return account.answers === "sparse" ? makeSparse(response) : response;
  };
  const response = respondBelowBase();
  account.requests.push({
    method,
    path,
    headers: maskHeaders(incoming),
    body: parseBody(text ?? ""),
    status: response.status,
  });
  return response;
}

function respondToAdmin(account: ServedAccount, method: string, url: string): SandboxResponse {
  switch (`${method} ${dropQuery(url)}`) {
    case "GET /_sandbox/state":
      return { status: 200, body: account.contents.state };
    case "GET /_sandbox/requests":
      return { status: 200, body: account.requests };
    case "POST /_sandbox/reset":
      account.reset();
      return { status: 200, body: {} };
    default:
      return createRefusal(404, "The admin endpoints are GET state, GET requests and POST reset.");
  }
}

/** Reads the whole body. Undefined where it is too long to keep. */
async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= longestBody) chunks.push(chunk);
  }
  return length <= longestBody ? Buffer.concat(chunks).toString() : undefined;
}

/** Sends a response, late by the latency. The request has had its effect before, so the response shows the account of that moment. */
async function sendResponse(
  response: ServerResponse,
  { status, headers, body }: SandboxResponse,
  latencyMs: number,
): Promise<void> {
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

function maskHeaders({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    name === "authorization" ? "Bearer ***" : String(value),
  ]);
  return Object.fromEntries(entries);
}

function parseBody(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function dropQuery(url: string): string {
  return url.split("?", 1)[0] ?? url;
}
