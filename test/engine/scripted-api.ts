/** An API with the responses that a test sets. The sandbox would respond as the API's documentation says. */

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Answer {
  readonly status: number;
  /** Text is sent as it is. */
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ScriptedApi {
  readonly url: string;
  readonly token: string;
  /** The answers, by how "METHOD /path" begins. The first that matches counts. */
  answers: Readonly<Record<string, Answer>>;
  /** Lists the requests, as "METHOD /path body". */
  listSent(): string[];
  /** Lists the tokens of the requests, in the same order. */
  listTokens(): string[];
  close(): Promise<void>;
}

export async function startScriptedApi(): Promise<ScriptedApi> {
  const requests: string[] = [];
  const tokens: string[] = [];
  const server = createServer((request, response) => {
    void respond(request).then(({ status, body = "", headers = {} }) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  async function respond(request: IncomingMessage): Promise<Answer> {
    const line = `${request.method} ${request.url?.replace("/api", "")}`;
    requests.push(`${line} ${await text(request)}`.trimEnd());
    tokens.push(`${request.headers.authorization?.replace("Bearer ", "")}`);
    const match = Object.entries(api.answers).find(([start]) => line.startsWith(start));
    return match?.[1] ?? { status: 500, body: { message: `No answer for ${line}.` } };
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const api: ScriptedApi = {
    url: `http://127.0.0.1:${port}/api`,
    token: "scripted-token",
    answers: {},
    listSent: () => [...requests],
    listTokens: () => [...tokens],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return api;
}
