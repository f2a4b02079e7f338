/** Faults in the body of a 2xx response: the sandbox carried the request out, but its response is undocumented. */

import { gzipSync } from "node:zlib";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { basePath } from "../../../provider/sandbox/server.js";
import {
  rewriteResponse as body,
  changeReply,
  type Fault,
  hostileText,
  keepOnlyId,
  type Next,
  normaliseAttributes,
  type Request,
  respondWith,
} from "../../faults/index.js";
import { listFaults } from "./fault.js";

const rewriteText = (rewritten: (json: string) => unknown) => body((response) => rewritten(JSON.stringify(response)));
const respondPacked = (bytes: Buffer) => respondWith(200, bytes, { headers: { "content-encoding": "gzip" } });
const replaceId = (id: string) => rewriteText((json) => json.replace(/"id":"[^"]+"/, `"id":${id}`));
const mistype = (value: unknown) => (typeof value === "string" ? 7 : "seven");
function mapValues(fields: JsonObject, to: (value: unknown) => string | number | null): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, to(value)]));
}

/** Replaces a text by these bytes: the value of `created_at`, or of `status` in a class that has no such time. */
function replaceText(value: string | Buffer): Fault {
  return rewriteText((json) => {
    const found = /(?<="created_at":)"[^"]*"/.exec(json) ?? /(?<="status":)"[^"]*"/.exec(json);
    if (found === null) throw new Error("Name a text that this class has in `replaceText`.");
    const { index, 0: text } = found;
    const parts = [json.slice(0, index), value, json.slice(index + text.length)];
    return Buffer.concat(parts.map((part) => Buffer.from(part)));
  });
}

const withoutId = {
  HTML: body(() => "<!doctype html><title>Log in</title>"),
  "empty body": body(() => undefined),
  "truncated JSON": rewriteText((json) => json.slice(0, -20)),
  "a list": body(() => "[1,2]"),
  "a string": body(() => '"created"'),
  null: body(() => "null"),
  "{}": body(() => ({})),
  "status 204": respondWith(204),
  "Location, and an empty body": respondWith(201, "", {
    headers: { location: `${basePath}/environments/env-of-somebody` },
  }),
  "data without id": body(({ data: { id: _, ...data }, ...rest }) => ({ ...rest, data })),
  "data with an empty id": replaceId('""'),
  "gzip bomb of 64 MB": respondPacked(gzipSync(Buffer.alloc(64 * 1024 * 1024, " "))),
  "invalid gzip": respondPacked(Buffer.from('{"data":{"id":"lost"}}')),
};

/** The response is about a job. At best, a relationship has the id of the created resource. */
const replaceByJob = (relationships: (id: string) => JsonObject) =>
  body(({ data: { id } }) => ({ data: { id: "job-7", type: "deployments", relationships: relationships(id) } }));
const ofAnotherType = {
  "another type": replaceByJob(() => ({})),
  "another type that names an environment": replaceByJob((id) => ({ environment: { data: { id } } })),
  "another type without an envelope": body(({ data }) => ({ ...data, type: "jobs" })),
};

const withErrors = {
  "errors and an id": body((response) => ({ ...response, errors: { name: ["It is locked."] } })),
  "an error and an id": body((response) => ({ ...response, error: "Plan limit reached." })),
  "errors without an envelope": body(({ data }) => ({ ...data, errors: ["It is locked."] })),
};

const withAnId = {
  "error and errors are false": body((response) => ({ ...response, error: false, errors: false })),
  "only an id": keepOnlyId(),
  "201, only an id": changeReply(keepOnlyId(), { status: 201 }),
  "202, only an id": changeReply(keepOnlyId(), { status: 202 }),
  "no envelope": body(({ data }) => data),
  "a status with terminal control codes, a different size": normaliseAttributes({
    status: hostileText,
    size: "50gb",
  }),
  "every attribute of another type": normaliseAttributes((attributes) => mapValues(attributes, mistype)),
  "5 MB of an undocumented attribute": normaliseAttributes({ undocumented: '"\\é\n'.repeat(1_000_000) }),
  "an attribute nested 100 000 deep": replaceText(`${"[".repeat(100_000)}${"]".repeat(100_000)}`),
  "duplicate keys (the last one counts)": rewriteText((json) =>
    json.replace('"id":', '"id":"first","attributes":7,"id":'),
  ),
  "keys named __proto__ and constructor": rewriteText((json) =>
    json
      .replace('{"data":{', '{"__proto__":{"id":"1"},"data":{"__proto__":{"slug":"1"},"constructor":{},')
      .replace('"attributes":{', '"attributes":{"__proto__":{"slug":"1","notes":"1"},"constructor":1,'),
  ),
  "invalid UTF-8, and half of a surrogate pair": replaceText(Buffer.from('"\\ud800 \xff\xfe"', "latin1")),
  "byte order mark": rewriteText((json) => `\ufeff${json}`),
  gzip: async (request: Request, next: Next) => {
    const { body, headers, ...reply } = await keepOnlyId()(request, next);
    return { ...reply, body: gzipSync(body), headers: { ...headers, "content-encoding": "gzip" } };
  },
};

/** The id differs from the path's, which only a create doesn't have. */
const withAnotherId = {
  "id with a slash": rewriteText((json) => json.replace(/"id":"([^"]+)"/, '"id":"a/$1"')),
  "an id with terminal control codes": body(({ data }) => ({ data: { ...data, id: hostileText + data.id } })),
};

export const bodyFaults = [
  { name: "none", carriesId: true as const },
  ...listFaults(withoutId),
  ...listFaults(withErrors),
  ...listFaults(ofAnotherType),
  ...listFaults(withAnId, { carriesId: true }),
  ...listFaults(withAnotherId, { carriesId: "POST" }),
];
