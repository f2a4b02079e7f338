/** What a story has reached: the program, the engine's state, the API, and what the package can know of it. */

import { type Api, createApi, type Exchange, getArgument, isSame, type Subject } from "./oracle-api.js";
import type { Json, JsonObject, Resource } from "./oracle-host.js";

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
