/**
 * The rules for one argument of one resource: what is a change, and what the state keeps after each event. They are pure: they
 * neither send nor print anything.
 */

import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../api/http/json.js";
import type { Argument } from "../../definitions/definition.js";
import { isSame } from "./comparison.js";

/**
 * Stands for the value of an argument after a request of unknown outcome. Null cannot stand for it: null is a value that the API
 * can have.
 */
export const unknownOutcome: unique symbol = Symbol("unknown outcome");
export type UnknownOutcome = typeof unknownOutcome;

/** What the state keeps of an argument. */
export interface StoredValues {
  /**
   * The value that the resource shows to the rest of the program. After a create or an update it is the program's own where the
   * program sets one, because the preview has shown that one, and otherwise the API's. After a read it is the API's if the
   * argument can be updated.
   */
  readonly output: Json;
  /**
   * The value that the program set when the resource was last created, updated or adopted, also where that call had an unknown
   * outcome. It counts as requested even if no body held it, as with an argument that is never sent. Where the program leaves the
   * argument out, it changes with the output if the two were the same before, and stays otherwise. It always stays if the
   * argument accepts null.
   */
  readonly requested: Json;
  /**
   * The value that the API is taken to have. A call that succeeds sets it to the value in its response, or else to the one that
   * the program sets, in place of any that was returned earlier. So does a call that sends nothing: one that adopts a resource
   * without a read, and an update without a request. It is unknown while the API may or may not have carried out the last
   * request.
   */
  readonly returned: Json | UnknownOutcome;
}

/** An argument in one call of the engine: what the state keeps of it, and what the program sets now. */
export interface ArgumentValues extends StoredValues {
  /** Undefined where the program leaves the argument out. The package then neither compares nor sends it. */
  readonly input: Json | undefined;
}

/** The values of an argument of a resource that the state does not hold yet. */
export const newValues: StoredValues = { output: null, requested: null, returned: null };

export type Change = "none" | "update" | "replace";

/**
 * Compares what the program sets with what was requested and with what the API returned. The API may have either of the two. So
 * an argument that can be updated has changed as soon as one of them differs from the program, or as soon as the output does,
 * which other resources may use. (The output is null, for instance, after the program left out an argument that accepts null.) An
 * argument that cannot be updated replaces the resource only if it equals neither: nobody wants another resource because the API
 * has normalised a value.
 */
export function changeOf({ input, output, requested, returned }: ArgumentValues, argument: Argument): Change {
  if (input === undefined) return "none";
  const wasRequested = isSame(input, requested);
  const isNotKnown = returned === unknownOutcome;
  const wasReturned = !isNotKnown && isSameAsReturned(input, returned, argument);
  if (argument.onChange === "update") return wasRequested && wasReturned && isSame(input, output) ? "none" : "update";
  // Nobody wants another resource because an update, which cannot be sent again, may or may not have been carried out.
  return wasRequested || wasReturned || isNotKnown ? "none" : "replace";
}

/**
 * Whether the API has a value, as far as it can tell: many servers trim what they are sent, and store null for the empty text where
 * null is a value.
 */
export function isSameAsReturned(
  value: Json | undefined,
  returned: Json | undefined,
  { acceptsNull }: Argument,
): boolean {
  const trim = (one: Json | undefined) => (typeof one === "string" ? one.trim() || (acceptsNull ? null : "") : one);
  return isSame(trim(value), trim(returned));
}

/** Whether the API has, or may have, another value than the output, or the package has requested another one. */
export function differsFromOutput({ output, requested, returned }: StoredValues): boolean {
  return !isDeepStrictEqual(requested, output) || !isDeepStrictEqual(returned, output);
}

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
 * - `null`: that value.
 */
type Source = "input" | "response" | keyof StoredValues | "requested with output" | "returned with output" | "null";

/** For each value the sources in their order: the first that has a value counts, and null is one. */
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
  nullable: { output: ["response", "null"], requested: ["requested"], returned: ["response", "returned"] },
  /** The same, of what may be a secret, which nothing marks any more. The state keeps the response in `answered`, which is secret. */
  "nullable secret": { output: ["null"], requested: ["requested"], returned: ["response", "returned"] },
  /** No response ever has it. The request succeeded, so that it no longer matters whether an earlier one took effect. */
  "never shown": { output: ["null"], requested: ["requested with output"], returned: ["null"] },
} satisfies Record<string, Rule>;

/** After a read, by whether the argument can be updated. */
const read = {
  /** It shows the API's value from now on. An unknown outcome stays: the update may take effect later. */
  updates: { output: ["response", "output"], requested: ["requested"], returned: ["response", "returned"] },
  /** Resources that are built from the output would be replaced for somebody else's change. */
  replaces: { output: ["output"], requested: ["requested"], returned: ["response", "returned"] },
  /** It had no value so far. */
  "replaces, without a value": {
    output: ["response", "output"],
    requested: ["requested"],
    returned: ["response", "returned"],
  },
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
    // The output of a left-out secret stays null.
    if (output === null && mayBeSecret) return read.replaces;
    if (canBeUpdated) return read.updates;
    return output !== null || acceptsNull ? read.replaces : read["replaces, without a value"];
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
      case "null":
        return null;
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
  const repeated = known.find((value) => value !== undefined && isSameAsReturned(value, response, argument));
  return repeated === undefined ? response : repeated;
}
