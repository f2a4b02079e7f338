/**
 * What the state keeps of a resource. An argument has three values: what the program sets, what was last asked of the API,
 * and what the API last answered. Its output is what the program sets, for that is what a preview shows to all that is
 * built from it. The other two stand in the state where they differ from the output.
 */

import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "../api/json.js";
import { type Definition, replacingArguments } from "../definitions/definition.js";
import type { Row } from "../definitions/field.js";
import { answeredOutput, askedOutput } from "../definitions/state.js";

/** How a request ended, if one was sent. */
export interface Outcome {
  /** What the program sets. */
  readonly inputs: JsonObject;
  /** What the API answered, by the names of outputs. */
  readonly response: JsonObject;
  /** What was known before; nothing of a new resource. */
  readonly state?: JsonObject | undefined;
  /** Arguments that the API may have applied, or not: no answer tells. */
  readonly unknown?: readonly string[];
}

/** An output that is absent from the state is unknown in every preview, so each declared one is there. */
export function outputsOf({ rows }: Definition, { inputs, response, state = {}, unknown = [] }: Outcome): JsonObject {
  const outputs: JsonObject = {};
  const asked: JsonObject = {};
  const answered: JsonObject = {};
  for (const [name, row] of Object.entries(rows)) {
    const returned = response[name];
    const answer = isAnswer(row, returned) ? returned : undefined;
    const set = row.role === "output" ? undefined : inputs[name];
    const output = firstOf(set, answer, isForgotten(row) ? undefined : state[name]);
    outputs[name] = output;
    if (row.role === "output") continue;
    // Where null is a value, leaving out asks for the same.
    const askedNow = firstOf(set, entry(state, askedOutput, name), row.nullable === "value" ? null : output);
    const unanswered = unknown.includes(name) ? unknownAnswer : undefined;
    const answeredNow = firstOf(answer, unanswered, set, entry(state, answeredOutput, name), output);
    note(asked, name, askedNow, output);
    note(answered, name, answeredNow, output);
  }
  return withEntries(outputs, asked, answered);
}

function note(entries: JsonObject, name: string, value: Json, output: Json): void {
  if (!isDeepStrictEqual(value, output)) entries[name] = value;
}

function withEntries(outputs: JsonObject, asked: JsonObject, answered: JsonObject): JsonObject {
  const entries = Object.entries({ [askedOutput]: asked, [answeredOutput]: answered });
  return { ...outputs, ...Object.fromEntries(entries.filter(([, values]) => Object.keys(values).length > 0)) };
}

/**
 * The state after a read. Outputs that are no arguments, and what the API can update, are what it says; what was asked stays. Of what
 * it cannot update, the recorded value stays, for what is built from it would be replaced by somebody's change: the API's stands beside
 * it. What a response leaves out is as it was, and so is null of a secret.
 */
export function outputsRead(definition: Definition, state: JsonObject, response: JsonObject): JsonObject {
  const replacing = replacingArguments(definition);
  const outputs: JsonObject = {};
  const asked: JsonObject = {};
  const answered: JsonObject = {};
  for (const [name, row] of Object.entries(definition.rows)) {
    const known = state[name] ?? null;
    const returned = response[name];
    const isSaid = isAnswer(row, returned) && !(row.role === "output" && row.secret === true && returned === null);
    const answer = isSaid ? returned : undefined;
    const isRecorded =
      replacing.includes(name) && (known !== null || (row.role !== "output" && row.nullable === "value"));
    const output = isRecorded ? known : firstOf(answer, known);
    outputs[name] = output;
    if (row.role === "output") continue;
    note(asked, name, askedOf(state, name), output);
    note(answered, name, firstOf(answer, answeredOf(state, name)), output);
  }
  return withEntries(outputs, asked, answered);
}

/** What was last asked of the API for an argument. */
export function askedOf(state: JsonObject, name: string): Json {
  return firstOf(entry(state, askedOutput, name), state[name]);
}

/** What the API last answered for an argument. */
export function answeredOf(state: JsonObject, name: string): Json {
  return firstOf(entry(state, answeredOutput, name), state[name]);
}

/** Whether the API has, or may have, another value of an argument than its output, or was asked for another one. */
export function isUnsettled(state: JsonObject, name: string): boolean {
  return [askedOutput, answeredOutput].some((kept) => entry(state, kept, name) !== undefined);
}

/** Whether the last update that sent an argument had an unknown outcome. */
export function isOutcomeUnknown(state: JsonObject, name: string): boolean {
  return entry(state, answeredOutput, name) === unknownAnswer;
}

/** The state as if the API had been asked for the outputs of these arguments, and had answered them. */
export function settled(state: JsonObject, names: readonly string[]): JsonObject {
  const { [askedOutput]: asked, [answeredOutput]: answered, ...outputs } = state;
  const others = (entries: Json | undefined) =>
    Object.fromEntries(Object.entries(isObject(entries) ? entries : {}).filter(([name]) => !names.includes(name)));
  return withEntries(outputs, others(asked), others(answered));
}

/** Differs from every value of an argument that the API can update. */
const unknownAnswer = null;

/**
 * Whether a response says something of a row. A field that it leaves out is as it was; so is null, unless it is a value of the
 * argument, or an output that a resource can lose.
 */
export function isAnswer(row: Row | undefined, value: Json | undefined): value is Json {
  if (value !== null) return value !== undefined;
  return row?.role === "output" ? row.stableUnless === undefined : row?.nullable === "value";
}

/** What only the program says of a resource. Left out, it is gone: it can be a secret, which then nothing marks as one. */
function isForgotten(row: Row): boolean {
  return row.role !== "output" && (row.sent === false || row.returned === false || row.nullable === "value");
}

function entry(state: JsonObject, kept: string, name: string): Json | undefined {
  const values = state[kept];
  return isObject(values) && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The first that is there; null is. */
function firstOf(...values: (Json | undefined)[]): Json {
  return values.find((value) => value !== undefined) ?? null;
}
