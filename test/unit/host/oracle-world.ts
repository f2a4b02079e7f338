/** What a story has reached: the program, the engine's state, an API in memory, and what the package can know of it. */

import { isDeepStrictEqual } from "node:util";
import { buildAttributes, type DocumentedArgument } from "../../documented/facts.js";
import type { TestedResource } from "../documented-resources.js";
import { createRefusal, type Host, lost, type Response } from "../host-fixture.js";

/** The same few stories run each time. `SEQUENCES=2000` runs others, and longer ones. `SEED=7` repeats them. */
export const isThorough = process.env.SEQUENCES !== undefined;
const { SEQUENCES = "120", SEED = isThorough ? `${Date.now() % 1e9}` : "1" } = process.env;
export const options = { numRuns: Number(SEQUENCES), seed: Number(SEED) };

export type JsonObject = TestedResource["valid"];
export type Json = JsonObject[string];
export type Respond = (request: { method: string; path: string; body?: JsonObject }) => Response;

/** What the engine's state has. The inputs are those of the last success, or what a refresh has returned since. */
export interface Resource {
  readonly id: string;
  readonly inputs: JsonObject;
  readonly outs: JsonObject;
}

/** A class, with the values that stories give to its arguments. */
export interface Subject {
  readonly tested: TestedResource;
  readonly idArgument: "existingId" | "cacheId";
  /** What an update also sends: always, or with another argument. */
  readonly sentAlong?: readonly [name: string, other?: string];
  /** What each program sets. */
  readonly fixed: JsonObject;
  readonly values: Readonly<Record<string, readonly Json[]>>;
}

/** A request by argument names, and what its response shows. */
export interface Exchange {
  readonly method: string;
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

export function nameFields({ tested }: Subject, body: JsonObject): JsonObject {
  const fields = Object.entries(tested.documented.arguments).map(([name, { wire = "" }]) => [name, body[wire]]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Keeps what it's sent, and responds as the words of a step say. */
export class Api {
  readonly things: Record<string, JsonObject>;
  /** Changes that were accepted and not yet applied. */
  readonly late: [id: string, name: string, value: Json][] = [];

  constructor(private readonly subject: Subject) {
    const pick = (at: number) =>
      Object.fromEntries(Object.entries(subject.values).map(([name, all]) => [name, all[at % all.length] ?? null]));
    this.things = { "thing-a": pick(0), "thing-b": pick(1) };
  }

  change(id: string, name: string, value: Json): void {
    this.things[id] = { ...this.things[id], [name]: value };
  }

  applyLate(): void {
    for (const [id, name, value] of this.late.splice(0)) this.change(id, name, value);
  }

  /** What it has, or will have without another request. */
  findActual(id: string, name: string): Json | undefined {
    const [, , value] = this.late.findLast(([ofId, ofName]) => ofId === id && ofName === name) ?? [];
    return value ?? this.things[id]?.[name];
  }

  /** @param words `lost` is carried out and answered 500, and `-name` leaves a name out of the response */
  respondBy(words: readonly string[], seen: Exchange[]): Respond {
    const { subject, things } = this;
    const nulls = Object.fromEntries(Object.keys(subject.values).map((name) => [name, null]));
    return ({ method, path, body }) => {
      const isNew = method === "POST";
      const id = isNew ? `thing-${Object.keys(things).length}` : (path.split("/").at(-1) ?? "");
      const sent = nameFields(subject, body ?? {});
      const fault = method === "GET" ? undefined : words.find((word) => word === "lost" || word === "refused");
      if (isNew && fault !== "refused") things[id] = nulls;
      if (fault !== "refused") this.store(id, sent, isNew ? words.filter((word) => word === "normalizing") : words);
      const isShown = ([name]: [string, Json]) =>
        getArgument(subject, name).attribute !== undefined && !words.includes(`-${name}`);
      const shown = fault === undefined ? Object.fromEntries(Object.entries(things[id] ?? {}).filter(isShown)) : {};
      seen.push({ method, sent, shown });
      if (fault !== undefined) return fault === "lost" ? lost : createRefusal(422, "No.");
      const build = ([name, value]: [string, Json]) =>
        buildAttributes(getArgument(subject, name).attribute ?? "", value);
      const attributes = Object.assign({}, ...Object.entries(shown).map(build));
      return { body: { data: { id, attributes } } } satisfies Response;
    };
  }

  private store(id: string, sent: JsonObject, words: readonly string[]): void {
    // A later change doesn't overtake an earlier one.
    if (Object.keys(sent).length > 0) this.applyLate();
    for (const [name, value] of Object.entries(sent)) {
      const isText = words.includes("normalizing") && typeof value === "string";
      if (words.includes("late")) this.late.push([id, name, value]);
      else if (!words.includes("ignoring")) this.change(id, name, isText ? value.trim().toLowerCase() : value);
    }
  }
}

/** What requests and responses have told of an argument of the current resource. */
interface Evidence {
  /** What the API has. Undefined: nobody can know. */
  readonly has?: Json | undefined;
  /** What a response has shown in place of what was sent, which the API may still be applying. */
  readonly other?: Json | undefined;
}

export interface World {
  readonly api: Api;
  program: JsonObject;
  operations: string;
  resource?: Resource | undefined;
  isAdopted: boolean;
  /** The inputs of the last success. */
  last: JsonObject;
  evidence: Record<string, Evidence>;
}

/** A program that sets what is required. */
export function createWorld(subject: Subject): World {
  const required = Object.entries(subject.values).filter(([name]) => getArgument(subject, name).required);
  const program = Object.fromEntries(required.map(([name, [first = null]]) => [name, first]));
  const api = new Api(subject);
  return { api, program: { ...subject.fixed, ...program }, operations: "", isAdopted: false, last: {}, evidence: {} };
}

export function setInput(world: World, name: string, value: Json | undefined): void {
  const { [name]: _, ...others } = world.program;
  world.program = value === undefined ? others : { ...others, [name]: value };
}

/** Whether the program sets an argument. Null says something only where it's a value. */
export function isSet(subject: Subject, inputs: JsonObject, name: string): boolean {
  return readValue(subject, inputs, name) !== undefined;
}

/** A null in a response says nothing, either. */
export function readValue(subject: Subject, values: JsonObject, name: string): Json | undefined {
  return values[name] === null && getArgument(subject, name).nullable !== "value" ? undefined : values[name];
}

export function canUpdate(subject: Subject, operations: string, name: string): boolean {
  if (name === subject.idArgument || getArgument(subject, name).onChange === "replace") return false;
  return subject.idArgument === "cacheId" || operations.includes("update");
}

/** Notes a create or an update that succeeded, with or without a request. */
export function noteSuccess(world: World, subject: Subject, inputs: JsonObject, exchange: Exchange | undefined): void {
  const { sent = {}, shown = {} } = exchange ?? {};
  for (const name of Object.keys(subject.values)) {
    // No request and no response has triggers: the package alone knows them.
    const isLocal = getArgument(subject, name).onChange === "reload";
    const requested = isLocal ? inputs[name] : sent[name];
    const told = isLocal ? inputs[name] : readValue(subject, shown, name);
    if (requested === undefined && told === undefined) continue;
    const isOther = requested !== undefined && told !== undefined && !isSame(subject, name, told, requested);
    const isOpen = isOther && canUpdate(subject, world.operations, name);
    world.evidence[name] = isOpen ? { other: told } : { has: told === undefined ? requested : told };
  }
}

/** Notes a read: what is set and not known stays so, unless the response shows what is set. */
export function noteRead(world: World, subject: Subject, { shown }: Exchange): void {
  for (const name of Object.keys(subject.values)) {
    const told = readValue(subject, shown, name);
    if (told === undefined) continue;
    const input = world.last[name];
    const isOpen = world.evidence[name]?.has === undefined && canUpdate(subject, world.operations, name);
    const isOther = input !== undefined && !isSame(subject, name, told, input);
    world.evidence[name] = isOpen && isOther ? { other: told } : { has: told };
  }
}

export async function checkInputs(host: Host, earlier: JsonObject, news: JsonObject): Promise<JsonObject> {
  const { inputs, failures = [] } = await host.check(earlier, news);
  if (failures.length > 0) throw new TypeError(failures.map(({ reason }) => reason).join("\n"));
  return inputs;
}
