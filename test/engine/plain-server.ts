/** A plain HTTP server as the API: it stores the fields that it gets, and shows all of them but `branch`. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "../../provider/rows/json";

type Reply = readonly [status: number, body: object];
type MakeReply = () => Promise<Reply>;

export interface PlainServer {
  readonly url: string;
  readonly token: string;
  /** The fields of each resource, by its path, such as `/caches/cache-1`. */
  readonly stored: Map<string, JsonObject>;
  listSent(): string[];
  /** Answers the next request of this form, which isn't a read or an update of what is stored. */
  answer(request: RegExp, reply: Reply | MakeReply): void;
  close(): Promise<void>;
}

export async function startPlainServer(): Promise<PlainServer> {
  const stored: PlainServer["stored"] = new Map();
  const sent: string[] = [];
  const answers: [request: RegExp, make: MakeReply][] = [];

  async function reply(method: string, path: string, body: string): Promise<Reply> {
    const index = answers.findIndex(([request]) => request.test(`${method} ${path}`));
    const [answer] = index < 0 ? [] : answers.splice(index, 1);
    if (answer !== undefined) return answer[1]();
    const fields = stored.get(path);
    if (fields === undefined) return [404, { message: `No query results for ${path}` }];
    if (method === "PATCH") Object.assign(fields, JSON.parse(body));
    const { branch: _, ...attributes } = fields;
    const [, type, id] = path.split("/");
    return [200, { data: { id, type, attributes } }];
  }

  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const body = await text(request);
    sent.push(`${method} ${url} ${body}`.trim());
    // Slower than a timeout that another package may set.
    await sleep(20);
    const [status, result] = await reply(method, url, body);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(result));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: "plain-token",
    stored,
    listSent: () => [...sent],
    answer: (request, result) =>
      answers.push([request, async () => (typeof result === "function" ? result() : result)]),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
