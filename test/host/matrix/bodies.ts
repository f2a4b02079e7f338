/** Faults in the body of an answer 2xx: the sandbox did what was asked, and its answer is not what is documented. */

import { gzipSync } from "node:zlib";
import type { JsonObject } from "../../../provider/api/json.js";
import { type FaultySandbox, onlyId, without } from "../../faults/index.js";
import { always, type MatrixFault, status } from "./fault.js";

interface Answered {
  readonly data: { readonly id: string; readonly attributes: JsonObject };
}

function body(rewritten: (answer: Answered) => unknown): (front: FaultySandbox) => void {
  return always({ kind: "rewrite", answer: rewritten });
}

/** The rewritten text of an answer whose JSON is as usual. */
function text(rewritten: (json: string) => unknown): (front: FaultySandbox) => void {
  return body((answer) => rewritten(JSON.stringify(answer)));
}

function packed(bytes: Buffer): (front: FaultySandbox) => void {
  return always(status(200, bytes, { "content-encoding": "gzip" }));
}

const shapes: MatrixFault[] = [
  { name: "none", carriesId: true },
  { name: "HTML", arrange: body(() => "<!doctype html><title>Log in</title>") },
  { name: "empty body", arrange: body(() => undefined) },
  { name: "truncated JSON", arrange: text((json) => json.slice(0, -20)) },
  { name: "a list", arrange: body(() => "[1,2]") },
  { name: "a string", arrange: body(() => '"created"') },
  { name: "null", arrange: body(() => "null") },
  { name: "{}", arrange: body(() => ({})) },
  { name: "204", arrange: always(status(204)) },
];

const ids: MatrixFault[] = [
  { name: "an id alone", carriesId: true, arrange: always(onlyId()) },
  { name: "201, an id alone", carriesId: true, arrange: always(status(201, { data: { id: "kept" } })) },
  { name: "202, an id alone", carriesId: true, arrange: always(status(202, { data: { id: "kept" } })) },
  { name: "no envelope", carriesId: true, arrange: body(({ data }) => data) },
  { name: "data without id", arrange: always(without("data.id")) },
  { name: "data with an empty id", arrange: text((json) => json.replace(firstId, '"id":""')) },
  {
    name: "numeric id of 20 digits",
    carriesId: true,
    arrange: text((json) => json.replace(firstId, '"id":12345678901234567890')),
  },
  { name: "id with a slash", carriesId: true, arrange: text((json) => json.replace(firstId, '"id":"a/b"')) },
];
const firstId = /"id":"[^"]+"/;

const contents: MatrixFault[] = [
  {
    name: "every attribute of another type",
    carriesId: true,
    arrange: body((answer) => withAttributes(answer, oddTypes(answer.data.attributes))),
  },
  {
    name: "every attribute null",
    carriesId: true,
    arrange: body(({ data }) => ({
      data: { ...data, attributes: mapValues(data.attributes, () => null), relationships: null },
      included: null,
    })),
  },
  {
    name: "attributes, relationships and included of another type",
    carriesId: true,
    arrange: body(({ data: { id } }) => ({
      data: { id, attributes: [], relationships: "none" },
      included: { 0: {} },
    })),
  },
  {
    name: "5 MB of an undocumented attribute",
    carriesId: true,
    arrange: body((answer) => withAttributes(answer, { undocumented: '"\\é\n'.repeat(1_000_000) })),
  },
  {
    name: "an attribute nested 100 000 deep",
    carriesId: true,
    arrange: createdAt(`${"[".repeat(100_000)}${"]".repeat(100_000)}`),
  },
  {
    name: "duplicate keys, of which the last counts",
    carriesId: true,
    arrange: text((json) => json.replace('"id":', '"id":"first","attributes":7,"id":')),
  },
  {
    name: "keys named __proto__ and constructor",
    carriesId: true,
    arrange: text((json) =>
      json
        .replace('{"data":{', '{"__proto__":{"id":"1"},"data":{"__proto__":{"slug":"1"},"constructor":{},')
        .replace('"attributes":{', '"attributes":{"__proto__":{"slug":"1","notes":"1"},"constructor":1,'),
    ),
  },
];

const encodings: MatrixFault[] = [
  {
    name: "invalid UTF-8, and half of a surrogate pair",
    carriesId: true,
    arrange: createdAt(Buffer.from('"\\ud800 \xff\xfe"', "latin1")),
  },
  { name: "byte order mark", carriesId: true, arrange: text((json) => `\ufeff${json}`) },
  { name: "gzip", carriesId: true, arrange: packed(gzipSync('{"data":{"id":"kept"}}')) },
  { name: "gzip bomb of 64 MB", arrange: packed(gzipSync(Buffer.alloc(64 * 1024 * 1024, " "))) },
  { name: "gzip that is none", arrange: packed(Buffer.from('{"data":{"id":"lost"}}')) },
];

/** An attribute that all three resources have, as these bytes. */
function createdAt(value: string | Buffer): (front: FaultySandbox) => void {
  return text((json) => {
    const { index, 0: found } = /(?<="created_at":)"[^"]*"/.exec(json) as RegExpExecArray;
    const parts = [json.slice(0, index), value, json.slice(index + found.length)];
    return Buffer.concat(parts.map((part) => Buffer.from(part)));
  });
}

function oddTypes(attributes: JsonObject): JsonObject {
  return mapValues(attributes, (value) => (typeof value === "string" ? 7 : "seven"));
}

function mapValues(fields: JsonObject, to: (value: unknown) => string | number | null): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, to(value)]));
}

function withAttributes(answer: Answered, attributes: JsonObject): Answered {
  return { ...answer, data: { ...answer.data, attributes: { ...answer.data.attributes, ...attributes } } };
}

export const bodyFaults: readonly MatrixFault[] = [...shapes, ...ids, ...contents, ...encodings];
