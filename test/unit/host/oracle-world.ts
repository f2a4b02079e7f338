/** What a story has reached: the program, the engine's state, an API in memory, and what the package can know of it. */

import { isDeepStrictEqual } from "node:util";
import { buildAttributes, type DocumentedArgument } from "../../documented/facts.js";
import type { TestedResource } from "../documented-resources.js";
import { createHost, createRefusal, lost, type Response } from "../host-fixture.js";

/** The same few stories run each time. `SEQUENCES=2000` runs others, and `SEED=7` repeats them. */
const { SEQUENCES = "120", SEED = process.env.SEQUENCES === undefined ? "1" : `${Date.now() % 1e9}` } = process.env;
export const options = { numRuns: Number(SEQUENCES), seed: Number(SEED) };
export const isThorough = options.numRuns >= 1000;

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

/** What requests and responses have told of an argument of the current resource. */
interface Evidence {
  /** What the API has. Undefined: nobody can know. */
  readonly has?: Json | undefined;
  /** What a response has shown in place of what was sent, which the API may still be applying. */
  readonly other?: Json | undefined;
  /** A PATCH of unknown outcome had another value. */
  readonly isLost?: boolean;
}

/** Plain data, so that worlds can be copied and compared. */
export interface World {
  readonly api: Api;
  program: JsonObject;
  operations: string;
  /** The operations of the last `up`, by which a refresh reads. */
  registered: string;
  ignoreChanges?: string | undefined;
  replaceOnChanges?: string | undefined;
  isTainted: boolean;
  resource?: Resource | undefined;
  isAdopted: boolean;
  /** The program of the last success, and what the host got of it. */
  last: { readonly program: JsonObject; readonly inputs: JsonObject };
  /** The inputs that a refresh has changed since the last success. */
  refreshed: readonly string[];
  evidence: Record<string, Evidence>;
}

/** A program that sets what is required. */
export function createWorld(subject: Subject): World {
  const required = Object.entries(subject.values).filter(([name]) => getArgument(subject, name).required);
  const program = Object.fromEntries(required.map(([name, [first = null]]) => [name, first]));
  return {
    ...{ api: createApi(subject), program: { ...subject.fixed, ...program }, operations: "", registered: "" },
    ...{ isTainted: false, isAdopted: false, last: { program: {}, inputs: {} }, refreshed: [], evidence: {} },
  };
}

export function setInput(world: World, name: string, value: Json | undefined): void {
  const { [name]: _, ...others } = world.program;
  world.program = value === undefined ? others : { ...others, [name]: value };
}

/** The inputs as the engine hands them over: it puts back its earlier input of what `ignoreChanges` names. */
export function listInputs({ program, ignoreChanges: name, resource }: World): JsonObject {
  if (name === undefined || resource === undefined) return program;
  const { [name]: _, ...others } = program;
  const earlier = resource.inputs[name];
  return earlier === undefined ? others : { ...others, [name]: earlier };
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
    const input = world.last.inputs[name];
    const isOpen = world.evidence[name]?.has === undefined && canUpdate(subject, world.registered, name);
    const isOther = input !== undefined && !isSame(subject, name, told, input);
    world.evidence[name] = isOpen && isOther ? { other: told } : { has: told };
  }
}

/** Notes a PATCH of unknown outcome. */
export function noteLost(world: World, subject: Subject, { sent }: Exchange): void {
  for (const [name, value] of Object.entries(sent)) {
    const before = world.evidence[name];
    const isKnown = before?.has !== undefined && isSame(subject, name, before.has, value);
    if (!isKnown) world.evidence[name] = { ...before, isLost: true };
  }
}

export type Plan = Awaited<ReturnType<typeof planUp>>;

export function startRun(tested: TestedResource, operations: string, ...respond: Respond[]) {
  return createHost({ operations }, tested, ...respond);
}

type Host = ReturnType<typeof startRun>["host"];

export async function checkInputs(host: Host, earlier: JsonObject, news: JsonObject): Promise<JsonObject> {
  const { inputs, failures = [] } = await host.check(earlier, news);
  if (failures.length > 0) throw new TypeError(failures.map(({ reason }) => reason).join("\n"));
  return inputs;
}

/** Previews a program, and finds the PATCH of its `up`. Nothing of this reaches the API. */
export async function planUp(tested: TestedResource, operations: string, resource: Resource, news: JsonObject) {
  const { host, lines, requests } = startRun(tested, operations);
  const { id, inputs: earlier, outs } = resource;
  const inputs = await checkInputs(host, earlier, news);
  const { changes, replaces = [] } = await host.diff(id, outs, inputs);
  const said = [...lines];
  if (changes !== false && replaces.length === 0) await host.update(id, outs, inputs);
  // The body of the PATCH, if there is one.
  const body = requests.find(({ method }) => method === "PATCH")?.body;
  return { inputs, changes, replaces, lines: said, body };
}

/** Finds the inputs that the state has: those that a refresh returns where the response shows nothing. */
export async function readInputs(tested: TestedResource, { id, outs }: Resource): Promise<JsonObject> {
  return (await startRun(tested, "read").host.read(id, outs)).inputs ?? {};
}
