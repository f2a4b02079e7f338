/** The values of one argument of one resource: what a state keeps of it, and what of it is a change. */

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
