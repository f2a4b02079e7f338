/** Serves the API and the admin endpoints over HTTP, and records requests. */

import { createServer, type IncomingMessage, type Server } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { parseJson } from "../api/http/json.js";
import type { Account } from "./account.js";
import { basePath, createApi, type SandboxOptions, type SandboxResponse } from "./operations.js";

export function createSandboxServer(account: Account, options: SandboxOptions): Server {
  const carryOut = createApi(account, options);

  function respond(incoming: IncomingMessage, text: string): SandboxResponse {
    const { method = "", url = "/" } = incoming;
    const [path = "/"] = url.split("?", 1);
    if (path.startsWith("/_sandbox/")) return respondToAdmin(account, `${method} ${path}`);
    const { authorization, ...headers } = incoming.headers as Record<string, string>;
    const response = carryOut({ method, path, authorization, contentType: headers["content-type"], text });
    account.requests.push({
      method,
      path: url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url,
      headers: { ...headers, ...(authorization && { authorization: "Bearer ***" }) },
      body: parseJson(text) ?? (text || null),
      status: response.status,
    });
    return response;
  }

  return createServer(async (incoming, response) => {
    // The client may close the connection before its body is complete.
    const received = await readText(incoming).catch(() => undefined);
    if (received === undefined) {
      response.destroy();
      return;
    }
    const { status, body } = respond(incoming, received);
    // Before the delay: a late response shows the account as the request left it.
    const text = body && JSON.stringify(body);
    if (options.latencyMs) await wait(options.latencyMs, undefined, { ref: false });
    response.writeHead(status, text === undefined ? {} : { "content-type": "application/json" }).end(text);
  });
}

function respondToAdmin(account: Account, request: string): SandboxResponse {
  switch (request) {
    case "GET /_sandbox/state":
      return { status: 200, body: account.showAll() };
    case "GET /_sandbox/requests":
      return { status: 200, body: account.requests };
    case "POST /_sandbox/reset":
      account.reset();
      return { status: 200, body: {} };
    default:
      return { status: 404, body: { message: "The admin endpoints are GET state, GET requests and POST reset." } };
  }
}
