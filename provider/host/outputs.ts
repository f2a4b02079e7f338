/**
 * What the state keeps of a resource. An argument has three values: what the program sets, what was last asked of the API,
 * and what the API last answered. Its output is what the program sets, for that is what a preview shows to all that is
 * built from it. The other two stand in the state where they differ from the output.
 */

import { isDeepStrictEqual } from "node:util";
import { completed } from "../api/derived.js";
import type { Json, JsonObject } from "../api/json.js";
import type { Definition } from "../definitions/definition.js";
import type { Row } from "../definitions/field.js";
import { answeredOutput, askedOutput } from "../definitions/state.js";
import type { Target } from "./target.js";

/** The state after a request. `unknown` are arguments that the API may have applied, or not: no answer tells. */
export function outputsOf(target: Target, response: JsonObject, unknown: readonly string[] = []): JsonObject {
  const { definition, inputs, state = {} } = target;
  return stateOf(definition, (name, row) => {
    const answer = returnedValue(row, response[name]);
    const set = inputs[name];
    const isNullValue = row.nullable === "value";
    // What only the program says of a resource. Left out, it is gone: it can be a secret, which then nothing marks as one.
    const isForgotten = row.sent === false || row.returned === false || isNullValue;
    const output = firstOf(set, answer, isForgotten ? undefined : state[name]);
    // What is not known differs from every value of an argument that the API can update.
    const unanswered = unknown.includes(name) ? null : undefined;
    return {
      output,
      // Where null is a value, leaving out asks for the same.
      asked: firstOf(set, entry(state, askedOutput, name), isNullValue ? null : output),
      answered: firstOf(answer, unanswered, set, entry(state, answeredOutput, name), output),
    };
  });
}

/**
 * The state after a read. Outputs that are no arguments, and what the API can update, are what it says; what was asked stays. Of what
 * it cannot update, the recorded value stays, for what is built from it would be replaced by somebody's change: the API's stands beside
 * it. What a response leaves out is as it was, and so is null of a secret.
 */
export function outputsRead(definition: Definition, state: JsonObject, response: JsonObject): JsonObject {
  return stateOf(definition, (name, row) => {
    const { output: known, asked, answered } = valuesOf(state, name);
    const isLost = row.secret && response[name] === null;
    const answer = isLost ? undefined : returnedValue(row, response[name]);
    const isKept = definition.replacing.includes(name) && (known !== null || row.nullable === "value");
    return { output: isKept ? known : firstOf(answer, known), asked, answered: firstOf(answer, answered) };
  });
}

/** The state as if the API had been asked for the outputs that it cannot update, and had answered them. */
export function settled(definition: Definition, state: JsonObject): JsonObject {
  return stateOf(definition, (name) => {
    const { output, ...kept } = valuesOf(state, name);
    return { output, ...(definition.replacing.includes(name) ? { asked: output, answered: output } : kept) };
  });
}

/** An output that is absent from the state is unknown in every preview, so each declared one is there. */
function stateOf(definition: Definition, newValues: (name: string, row: Row) => Values): JsonObject {
  const state: JsonObject = {};
  for (const [name, row] of Object.entries(definition.rows)) {
    const { output, ...others } = newValues(name, row);
    state[name] = output;
    for (const [kept, value] of row.role === "output" ? [] : Object.entries(others)) {
      if (!isDeepStrictEqual(value, output)) state[kept] = { ...(state[kept] as JsonObject), [name]: value };
    }
  }
  return completed(definition, state);
}

type Values = ReturnType<typeof valuesOf>;

/** What the program set, what was last asked of the API, and what it last answered. */
export function valuesOf(state: JsonObject, name: string) {
  const output = firstOf(state[name]);
  const kept = (values: string) => firstOf(entry(state, values, name), output);
  return { output, asked: kept(askedOutput), answered: kept(answeredOutput) };
}

/** Whether the API has, or may have, another value of an argument than its output, or was asked for another one. */
export function isUnsettled(state: JsonObject, name: string): boolean {
  return [askedOutput, answeredOutput].some((kept) => entry(state, kept, name) !== undefined);
}

/**
 * What a response says of a row, if it does. A field that it leaves out is as it was; so is null, unless it is a value of the
 * argument, or an output that a resource can lose.
 */
export function returnedValue(row: Row | undefined, returned: Json | undefined): Json | undefined {
  if (returned !== null) return returned;
  const isValue = row?.role === "output" ? row.stableUnless === undefined : row?.nullable === "value";
  return isValue ? null : undefined;
}

function entry(state: JsonObject, kept: string, name: string): Json | undefined {
  return (state[kept] as JsonObject | undefined)?.[name];
}

/** The first that is there; null is. */
function firstOf(...values: (Json | undefined)[]): Json {
  return values.find((value) => value !== undefined) ?? null;
}
