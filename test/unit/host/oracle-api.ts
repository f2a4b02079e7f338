/** An API in memory. The words of a step say how it treats a request. */

import { isDeepStrictEqual } from "node:util";
import { buildAttributes, type DocumentedArgument } from "../../documented/facts.js";
import type { TestedResource } from "../documented-resources.js";
import { createRefusal, lost, type Response } from "../host-fixture.js";
import type { Json, JsonObject, Respond } from "./oracle-host.js";

/** A class, with the values that stories give to its arguments. */
export interface Subject {
  readonly tested: TestedResource;
  readonly apiType: string;
  readonly idArgument: "existingId" | "cacheId";
  /** What an update also sends: always, or with another argument. */
  readonly sentAlong?: readonly [name: string, other?: string];
  /** What each program sets. */
  readonly fixed: JsonObject;
  readonly values: Readonly<Record<string, readonly Json[]>>;
}

/** Plain data, as the world is. */
export interface Api {
  readonly things: Record<string, JsonObject>;
  /** Changes that were accepted and not yet applied. */
  late: [id: string, name: string, value: Json][];
}

/** A request by argument names, and what its response shows. */
export interface Exchange {
  readonly method: string;
  readonly id: string;
  readonly sent: JsonObject;
  readonly shown: JsonObject;
}

export function getArgument({ tested }: Subject, name: string): DocumentedArgument {
  return tested.documented.arguments[name] ?? { valid: null, other: null, invalid: {} };
}

/** Whether two values count as the same: white space at the ends, line endings, and "" for null don't matter. */
export function isSame(subject: Subject, name: string, a: Json | undefined, b: Json | undefined): boolean {
  const empty = getArgument(subject, name).nullable === "value" ? null : "";
  const simplify = (value: Json | undefined) =>
    typeof value === "string" ? value.replaceAll("\r\n", "\n").trim() || empty : (value ?? null);
  return isDeepStrictEqual(simplify(a), simplify(b));
}

export function createApi({ values }: Subject): Api {
  const pick = (at: number) =>
    Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all[at % all.length] ?? null]));
  return { things: { "thing-a": pick(0), "thing-b": pick(1) }, late: [] };
}

export function change({ things }: Api, id: string, name: string, value: Json): void {
  things[id] = { ...things[id], [name]: value };
}

export function applyLate(api: Api): void {
  for (const [id, name, value] of api.late.splice(0)) change(api, id, name, value);
}

/** What the API has, or will have without another request. */
export function findActual({ things, late }: Api, id: string, name: string): Json | undefined {
  const [, , value] = late.findLast(([ofId, ofName]) => ofId === id && ofName === name) ?? [];
  return value ?? things[id]?.[name];
}

export function nameFields({ tested }: Subject, body: JsonObject): JsonObject {
  const fields = Object.entries(tested.documented.arguments).flatMap(([name, { wire = "" }]) =>
    body[wire] === undefined ? [] : [[name, body[wire]]],
  );
  return Object.fromEntries(fields);
}

/** @param words `lost` is carried out and answered 500, and `-name` leaves a name out of the response */
export function respondBy(subject: Subject, api: Api, words: readonly string[], seen: Exchange[]): Respond {
  const nulls = Object.fromEntries(Object.keys(subject.values).map((name) => [name, null]));
  return ({ method, path, body }) => {
    const isNew = method === "POST";
    const id = isNew ? `thing-${Object.keys(api.things).length}` : (path.split("/").at(-1) ?? "");
    const sent = nameFields(subject, body ?? {});
    const fault = method === "GET" ? undefined : words.find((word) => word === "lost" || word === "refused");
    if (isNew && fault !== "refused") api.things[id] = nulls;
    if (fault !== "refused") store(api, id, sent, isNew ? words.filter((word) => word === "normalizing") : words);
    const shown = fault === undefined ? show(subject, api.things[id] ?? {}, words) : {};
    seen.push({ method, id, sent, shown });
    if (fault !== undefined) return fault === "lost" ? lost : createRefusal(422, "No.");
    return {
      body: { data: { id, type: subject.apiType, attributes: buildFields(subject, shown) } },
    } satisfies Response;
  };
}

function store(api: Api, id: string, sent: JsonObject, words: readonly string[]): void {
  // A later change doesn't overtake an earlier one.
  if (Object.keys(sent).length > 0) applyLate(api);
  for (const [name, value] of Object.entries(sent)) {
    const isText = words.includes("normalizing") && typeof value === "string";
    if (words.includes("late")) api.late.push([id, name, value]);
    else if (!words.includes("ignoring")) change(api, id, name, isText ? value.trim().toLowerCase() : value);
  }
}

function show(subject: Subject, thing: JsonObject, words: readonly string[]): JsonObject {
  const isShown = ([name]: [string, Json]) =>
    getArgument(subject, name).attribute !== undefined && !words.includes(`-${name}`);
  return Object.fromEntries(Object.entries(thing).filter(isShown));
}

function buildFields(subject: Subject, shown: JsonObject): JsonObject {
  const build = ([name, value]: [string, Json]) => buildAttributes(getArgument(subject, name).attribute ?? "", value);
  return Object.assign({}, ...Object.entries(shown).map(build));
}
