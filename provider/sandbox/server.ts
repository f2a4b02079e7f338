/** Serves the API over HTTP: reads and records requests, and responds to the admin endpoints, which show the account and the requests. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { parseJson } from "../api/http/json.js";
import type { Account } from "./account.js";
import { type ApiRequest, type ApiResponse, basePath, showAccount } from "./operations.js";

type CarryOut = (request: ApiRequest) => ApiResponse;

export function createSandboxServer(account: Account, carryOut: CarryOut, latencyMs: number): Server {
  async function respond(incoming: IncomingMessage): Promise<ApiResponse> {
    const { method = "", url = "/" } = incoming;
    const [path = "/"] = url.split("?", 1);
    const text = await readText(incoming);
    if (path.startsWith("/_sandbox/")) return respondToAdmin(account, `${method} ${path}`);
    const { authorization, ...headers } = incoming.headers as Record<string, string>;
    const response = carryOut({ method, path, authorization, text });
    account.requests.push({
      method,
      path: url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url,
      headers: { ...headers, ...(authorization && { authorization: "Bearer ***" }) },
      body: parseJson(text) ?? (text || null),
      status: response.status,
    });
    return response;
  }

  return createServer((incoming, response) => {
    respond(incoming)
      .then((result) => send(response, result, latencyMs))
      // Mostly the client went away while it was sending, and nobody waits for a response.
      .catch(() => response.destroy());
  });
}

function respondToAdmin(account: Account, request: string): ApiResponse {
  switch (request) {
    case "GET /_sandbox/state":
      return { status: 200, body: showAccount(account) };
    case "GET /_sandbox/requests":
      return { status: 200, body: account.requests };
    case "POST /_sandbox/reset":
      account.reset();
      return { status: 200, body: {} };
    default:
      return { status: 404, body: { message: "The admin endpoints are GET state, GET requests and POST reset." } };
  }
}

/** Sends a response, late by the latency. The request has had its effect before, so the response shows the account of that moment. */
async function send(response: ServerResponse, { status, body }: ApiResponse, latencyMs: number): Promise<void> {
  const text = body && JSON.stringify(body);
  if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false });
  response.statusCode = status;
  if (text !== undefined) response.setHeader("content-type", "application/json");
  response.end(text);
}
