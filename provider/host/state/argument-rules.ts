/** What the state keeps of an argument after each event: one table, and the function that applies it. */

import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../api/http/json.js";
import type { Argument } from "../../definitions/definition.js";
import {
  type ArgumentValues,
  isSameAsReturned,
  type StoredValues,
  type UnknownOutcome,
  unknownOutcome,
} from "./argument-values.js";

/** What has happened to a resource. */
export type Event =
  /** A request succeeded whose response is at hand, or a resource was adopted without one. */
  | "response"
  /** A request failed that the API may have carried out. */
  | "unknown outcome"
  /** An update had nothing to send. */
  | "nothing sent"
  /** A read, which the program has no part in. */
  | "read"
  /** The program adopts the resource by its id. */
  | "adoption";

/**
 * Where a value comes from:
 *
 * - `input`: what the program sets.
 * - `response`: the value of the response, or the value of the state that the response repeats as far as the API can tell.
 * - `output`, `requested`, `returned`: what the state has.
 * - `requested with output`, `returned with output`: the same, but the new output where the value was equal to the old one.
 */
type Source = "input" | "response" | keyof StoredValues | "requested with output" | "returned with output";

/** For each value the sources in their order: the first that has a value counts, and null is one. Where none has, it is null. */
type Rule = { readonly [K in keyof StoredValues]: readonly Source[] };

/** An argument that the program sets: previews have shown its input to dependents. */
const set: Rule = { output: ["input"], requested: ["input"], returned: ["response", "input"] };

/** An argument that the program leaves out, by what becomes of it. */
const leftOut = {
  /** The output is what the API has, else what it was. What was the same as the output stays the same. */
  kept: {
    output: ["response", "output"],
    requested: ["requested with output"],
    returned: ["response", "returned with output"],
  },
  /** Null is a value: the API still has what was requested, which a change to null has to be compared with. */
  nullable: { output: ["response"], requested: ["requested"], returned: ["response", "returned"] },
  /** The same, of what may be a secret, which nothing marks any more. The state keeps the response in `answered`, which is secret. */
  "nullable secret": { output: [], requested: ["requested"], returned: ["response", "returned"] },
  /** No response ever has it. The request succeeded, so that it no longer matters whether an earlier one took effect. */
  "never shown": { output: [], requested: ["requested with output"], returned: [] },
} satisfies Record<string, Rule>;

/** After a read. An unknown outcome stays, because the update may take effect later. */
const read = {
  /** The output is the API's value from now on. */
  followed: { output: ["response", "output"], requested: ["requested"], returned: ["response", "returned"] },
  /** Of what cannot be updated: resources that are built from the output would be replaced for somebody else's change. */
  kept: { output: ["output"], requested: ["requested"], returned: ["response", "returned"] },
} satisfies Record<string, Rule>;

/** Once the program adopts a resource by its id, nothing is ever sent for what cannot be updated: its output counts as all three. */
const adopted: Rule = { output: ["output"], requested: ["output"], returned: ["output"] };
const unchanged: Rule = { output: ["output"], requested: ["requested"], returned: ["returned"] };

/** Finds the rule of an event for an argument. */
function findRule(event: Event, argument: Argument, { input, output }: ArgumentValues): Rule {
  const canBeUpdated = argument.onChange === "update";
  const { row, acceptsNull } = argument;
  const mayBeSecret = row.mayHoldSecrets === true;
  if (event === "adoption") return canBeUpdated ? unchanged : adopted;
  if (event === "read") {
    const hasOutput = output !== null || acceptsNull;
    const isLeftOutSecret = output === null && mayBeSecret;
    return (canBeUpdated || !hasOutput) && !isLeftOutSecret ? read.followed : read.kept;
  }
  if (input !== undefined) return set;
  // The id by which a resource was adopted stays: what the stack has not created, it never deletes.
  if (row.role === "existingId") return leftOut.kept;
  if (acceptsNull) return mayBeSecret ? leftOut["nullable secret"] : leftOut.nullable;
  return row.sent === false || row.echoed === false ? leftOut["never shown"] : leftOut.kept;
}

/**
 * Applies the rule of an event.
 *
 * @param response the value in the response, undefined where the response tells nothing of the argument
 * @param wasChanged whether a change of this argument was a reason for the update whose outcome is unknown
 */
export function applyEvent(
  event: Event,
  values: ArgumentValues,
  argument: Argument,
  response?: Json,
  wasChanged = false,
): StoredValues {
  const rule = findRule(event, argument, values);
  const known = event === "read" ? [values.output, values.requested] : [values.input];
  const settled = settleResponse(response, known, argument);
  const output = pick(rule.output, values, settled, null) as Json;
  const next: StoredValues = {
    output,
    requested: pick(rule.requested, values, settled, output) as Json,
    returned: pick(rule.returned, values, settled, output),
  };
  return isOutcomeUnknown(event, values, argument, next, wasChanged) ? { ...next, returned: unknownOutcome } : next;
}

/** Whether nobody knows, after an event, which value the API has. */
function isOutcomeUnknown(
  event: Event,
  values: ArgumentValues,
  { onChange }: Argument,
  next: StoredValues,
  wasChanged: boolean,
): boolean {
  const wasUnknown = values.returned === unknownOutcome;
  switch (event) {
    case "unknown outcome":
      // The engine keeps the input from before the failure. Where the program again sets what it now leaves out, the engine
      // would see no change, although the output is null.
      return wasChanged || wasUnknown || (next.output === null && values.output !== null);
    case "nothing sent":
      return wasUnknown;
    case "read":
      // The update may take effect later, and the engine has the input from before it: it would see no change where the program
      // goes back to that. What cannot be updated any more is settled by what the API has now.
      return wasUnknown && onChange === "update";
    default:
      return false;
  }
}

/** Returns the first of the sources that has a value. */
function pick(
  sources: readonly Source[],
  values: ArgumentValues,
  response: Json | undefined,
  output: Json,
): Json | UnknownOutcome {
  const withOutput = (value: Json | UnknownOutcome): Json | UnknownOutcome =>
    isDeepStrictEqual(value, values.output) ? output : value;
  for (const source of sources) {
    const value = find(source);
    if (value !== undefined) return value;
  }
  return null;

  function find(source: Source): Json | UnknownOutcome | undefined {
    switch (source) {
      case "input":
        return values.input;
      case "response":
        return response;
      case "output":
        return values.output;
      case "requested":
        return values.requested;
      case "returned":
        return values.returned;
      case "requested with output":
        return withOutput(values.requested);
      case "returned with output":
        return withOutput(values.returned);
    }
  }
}

/** Returns the known value that a response repeats, as far as the API can tell, or else the value of the response. */
function settleResponse(
  response: Json | undefined,
  known: readonly (Json | undefined)[],
  argument: Argument,
): Json | undefined {
  if (response === undefined) return undefined;
  const repeated = known.find((value) => isSameAsReturned(value, response, argument));
  return repeated === undefined ? response : repeated;
}
