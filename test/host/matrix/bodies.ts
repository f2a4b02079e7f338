/** Faults in the body of an answer 2xx: the sandbox did what was asked, and its answer is not what is documented. */

import { gzipSync } from "node:zlib";
import type { JsonObject } from "../../../provider/api/json.js";
import { answer, rewriteAnswer as body, type Fault, hostile, normalise, onlyId } from "../../faults/index.js";
import { lines } from "./fault.js";

/** The rewritten text of an answer whose JSON is as usual. */
const text = (rewritten: (json: string) => unknown) => body((answered) => rewritten(JSON.stringify(answered)));
const packed = (bytes: Buffer) => answer(200, bytes, { headers: { "content-encoding": "gzip" } });
const withId = (id: string) => text((json) => json.replace(/"id":"[^"]+"/, `"id":${id}`));
const ofAnotherType = (value: unknown) => (typeof value === "string" ? 7 : "seven");

function mapValues(fields: JsonObject, to: (value: unknown) => string | number | null): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, to(value)]));
}

/** An attribute that every kind of resource has, as these bytes. */
function createdAt(value: string | Buffer): Fault {
  return text((json) => {
    const { index, 0: found } = /(?<="created_at":)"[^"]*"/.exec(json) as RegExpExecArray;
    const parts = [json.slice(0, index), value, json.slice(index + found.length)];
    return Buffer.concat(parts.map((part) => Buffer.from(part)));
  });
}

const withoutId = {
  HTML: body(() => "<!doctype html><title>Log in</title>"),
  "empty body": body(() => undefined),
  "truncated JSON": text((json) => json.slice(0, -20)),
  "a list": body(() => "[1,2]"),
  "a string": body(() => '"created"'),
  null: body(() => "null"),
  "{}": body(() => ({})),
  "status 204": answer(204),
  "data without id": body(({ data: { id: _, ...data }, ...rest }) => ({ ...rest, data })),
  "data with an empty id": withId('""'),
  "gzip bomb of 64 MB": packed(gzipSync(Buffer.alloc(64 * 1024 * 1024, " "))),
  "gzip that is none": packed(Buffer.from('{"data":{"id":"lost"}}')),
};

const withAnId = {
  "an id alone": onlyId(),
  "201, an id alone": answer(201, { data: { id: "kept" } }),
  "202, an id alone": answer(202, { data: { id: "kept" } }),
  "no envelope": body(({ data }) => data),
  "id with a slash": withId('"a/b"'),
  "an id and a status that steer a terminal, a size that is not the requested one": body(({ data }) => ({
    data: { ...data, id: hostile, attributes: { ...data.attributes, status: hostile, size: "50gb" } },
  })),
  "every attribute of another type": normalise((attributes) => mapValues(attributes, ofAnotherType)),
  "every attribute null": body(({ data }) => ({
    data: { ...data, attributes: mapValues(data.attributes, () => null), relationships: null },
    included: null,
  })),
  "attributes, relationships and included of another type": body(({ data: { id } }) => ({
    data: { id, attributes: [], relationships: "none" },
    included: { 0: {} },
  })),
  "5 MB of an undocumented attribute": normalise({ undocumented: '"\\é\n'.repeat(1_000_000) }),
  "an attribute nested 100 000 deep": createdAt(`${"[".repeat(100_000)}${"]".repeat(100_000)}`),
  "duplicate keys, of which the last counts": text((json) =>
    json.replace('"id":', '"id":"first","attributes":7,"id":'),
  ),
  "keys named __proto__ and constructor": text((json) =>
    json
      .replace('{"data":{', '{"__proto__":{"id":"1"},"data":{"__proto__":{"slug":"1"},"constructor":{},')
      .replace('"attributes":{', '"attributes":{"__proto__":{"slug":"1","notes":"1"},"constructor":1,'),
  ),
  "invalid UTF-8, and half of a surrogate pair": createdAt(Buffer.from('"\\ud800 \xff\xfe"', "latin1")),
  "byte order mark": text((json) => `\ufeff${json}`),
  gzip: packed(gzipSync('{"data":{"id":"kept"}}')),
};

export const bodyFaults = [
  { name: "none", carriesId: true as const },
  ...lines(withoutId),
  ...lines(withAnId, { carriesId: true }),
];
