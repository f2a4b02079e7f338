/** The kinds of fault: what an API, or the network before it, does with a request that one of its resources gets. */

import { gzipSync } from "node:zlib";
import type { JsonObject } from "../../../provider/rows/json.js";
import { hostileText } from "../../faults/index.js";

/** Texts that no message may have. */
export const token = "marker-of-the-token";
export const password = "marker-of-the-password";

export interface Reply {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** "Open" means that the message says the API may have carried the request out. */
export type Outcome = "done" | "gone" | "failed" | "open";

export interface Fault {
  readonly name: string;
  /** Of a POST, a PATCH, a GET and a DELETE. */
  readonly outcomes: readonly [Outcome, Outcome, Outcome, Outcome];
  /** The fault happens to the first attempt only. */
  readonly isOnce?: true;
  /** Settings of the host process. */
  readonly config?: Readonly<Record<string, string>>;
  /** Changes the documented reply to an attempt, or ends the connection. */
  readonly reply: (documented: JsonObject, path: string) => Reply | "stall" | "reset";
}

const page = (status: number, body: string | Buffer, headers = {}): Reply => ({ status, body, headers });
const json = (status: number, body: unknown, headers = {}) =>
  page(status, JSON.stringify(body), { "content-type": "application/json", ...headers });
const refuse = (status: number, headers = {}) => json(status, { message: "The API's own words." }, headers);
const fields = { name: ["Not this one."], odd: ["Unheard of."] };
const hostile = {
  message: `${hostileText} Bearer ${token}\n${"long ".repeat(600_000)}`,
  errors: { name: [token, ...Array(1000).fill(hostileText)], [hostileText]: [password] },
  // An error's properties that the engine would take for its own.
  ...{ code: 7, id: "app-1", reasons: ["No."], properties: { id: "app-1" } },
};

const changeResource = (body: JsonObject, changes: JsonObject) => ({
  ...body,
  data: { ...(body.data as JsonObject), ...changes },
});

/** Values that JSON can have, and that a gRPC message, a state or a terminal can't take as they are. */
function addOddValues(body: JsonObject): string {
  const { attributes } = body.data as { attributes: JsonObject };
  const odd = { status: hostileText, slug: 7, color: ["x"], framework: "\ud800", created_at: "nested" };
  const changes = { attributes: { ...attributes, ...odd }, undocumented: "é\n".repeat(500_000) };
  const text = JSON.stringify(changeResource(body, changes));
  const nested = "[".repeat(100_000) + "]".repeat(100_000);
  const first = `\ufeff{"__proto__":{"id":"1"},"data":{"__proto__":{"slug":"1"},"constructor":1,"id":"first",`;
  return text.replace('"nested"', nested).replace('{"data":{', first);
}

const done: Fault["outcomes"] = ["done", "done", "done", "done"];
const failed: Fault["outcomes"] = ["failed", "failed", "failed", "failed"];
const open: Fault["outcomes"] = ["open", "open", "failed", "open"];

export const faults: readonly Fault[] = [
  { name: "none", outcomes: done, reply: (body) => json(200, body) },
  { name: "503 once", outcomes: ["open", "done", "done", "done"], isOnce: true, reply: () => refuse(503) },
  { name: "429 once", outcomes: done, isOnce: true, reply: () => refuse(429, { "retry-after": "1" }) },
  { name: "odd values", outcomes: done, reply: (body) => page(200, addOddValues(body)) },
  {
    name: "201, only an id, gzip",
    outcomes: done,
    reply: ({ data }) =>
      page(201, gzipSync(JSON.stringify({ data: { id: (data as JsonObject).id } })), { "content-encoding": "gzip" }),
  },
  { name: "204", outcomes: ["done", "done", "failed", "done"], reply: () => page(204, "") },
  {
    name: "another type",
    outcomes: ["open", "open", "failed", "done"],
    reply: (body) => json(200, changeResource(body, { id: "job-7", type: "jobs" })),
  },
  { name: "200 with errors", outcomes: open, reply: (body) => json(200, { ...body, errors: fields }) },
  { name: "200, HTML", outcomes: open, reply: () => page(200, "<!doctype html><title>Log in</title>") },
  { name: "302", outcomes: open, reply: () => page(302, "", { location: "http://127.0.0.1:9/elsewhere" }) },
  { name: "401", outcomes: failed, reply: () => refuse(401) },
  {
    name: "404 that names the id",
    outcomes: ["failed", "failed", "gone", "gone"],
    reply: (_, path) => json(404, { message: `No result for ${path.split("/")[2]}.` }),
  },
  {
    name: "404 of a router",
    outcomes: ["failed", "failed", "gone", "failed"],
    reply: (_, path) => json(404, { message: `No route for ${path}.` }),
  },
  { name: "422 of 3 MB with the token and control codes", outcomes: failed, reply: () => json(422, hostile) },
  { name: "429 for a day", outcomes: failed, reply: () => refuse(429, { "retry-after": "86400" }) },
  { name: "500", outcomes: open, reply: () => refuse(500) },
  { name: "no response", outcomes: open, config: { timeoutSeconds: "5" }, reply: () => "stall" },
  { name: "reset", outcomes: open, reply: () => "reset" },
  { name: "nothing listens", outcomes: failed, config: { baseUrl: "http://127.0.0.1:9" }, reply: () => "stall" },
];
