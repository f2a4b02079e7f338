/**
 * The rules for one argument of one resource. They are pure: they decide what has changed and what the state keeps
 * next, and neither send nor print anything.
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

/**
 * What the state keeps after a request that succeeded, and of a resource that exists and is adopted without a read.
 *
 * @param response the value in the response, undefined where the response tells nothing of the argument
 */
export function afterResponse(values: ArgumentValues, argument: Argument, response: Json | undefined): StoredValues {
  const { input } = values;
  if (input !== undefined) {
    const isOther = response !== undefined && !isSameAsReturned(input, response, argument);
    return { output: input, requested: input, returned: isOther ? response : input };
  }
  // Nothing marks the output as a secret where the program leaves the argument out.
  const shown = argument.row.mayHoldSecrets ? undefined : response;
  const output = shown ?? (becomesNullWhenLeftOut(argument) ? null : values.output);
  // Of an argument that is never sent or never echoed, no response will ever tell the value. The request has succeeded, so that
  // the engine now keeps inputs without the argument, and it no longer matters whether an earlier request for it took effect.
  const isSettled = becomesNullWhenLeftOut(argument) && !argument.acceptsNull;
  const returned = isSettled ? null : changeWithOutput(values, argument, values.returned, output);
  return {
    output,
    requested: changeWithOutput(values, argument, values.requested, output),
    returned: orElse(response, returned),
  };
}

/**
 * What the state keeps after a request that failed, although the API may have carried it out.
 *
 * @param wasChanged whether a change of this argument was the reason for the request, or one of the reasons
 */
export function afterUnknownOutcome(values: ArgumentValues, argument: Argument, wasChanged: boolean): StoredValues {
  const kept = afterResponse(values, argument, undefined);
  // The engine keeps the input from before the failure. Where the program again sets what it now leaves out, the engine
  // would see no change, although the output has forgotten the value.
  const isNewlyForgotten = kept.output === null && values.output !== null;
  const isNotKnown = wasChanged || isNewlyForgotten || values.returned === unknownOutcome;
  return isNotKnown ? { ...kept, returned: unknownOutcome } : kept;
}

/** What the state keeps where an update had nothing to send. It settles no unknown outcome. */
export function afterNothingSent(values: ArgumentValues, argument: Argument): StoredValues {
  const kept = afterResponse(values, argument, undefined);
  return values.returned === unknownOutcome ? { ...kept, returned: unknownOutcome } : kept;
}

/**
 * What the state keeps after a read. An argument that can be updated shows the API's value from now on. Any other
 * argument keeps its output, because resources that are built from it would be replaced for somebody else's change; it
 * shows the API's value only where it had none.
 */
export function afterRead(values: StoredValues, argument: Argument, response: Json | undefined): StoredValues {
  const { output, requested, returned } = values;
  const canBeUpdated = argument.onChange === "update";
  const isHiddenSecret = argument.row.mayHoldSecrets === true && output === null;
  const isKept = isHiddenSecret || (!canBeUpdated && (output !== null || argument.acceptsNull));
  const settled = settleResponse(response, values, argument);
  return {
    output: isKept ? output : orElse(settled, output),
    requested,
    // The outcome of an update that has failed stays unknown: the update may take effect later, and the engine still has
    // the input from before it, so that it would see no change where the program goes back to that. An argument that cannot be
    // updated any more is settled by what the API has now.
    returned: returned === unknownOutcome && canBeUpdated ? unknownOutcome : orElse(settled, returned),
  };
}

/** Returns the value of the state that a response repeats, as far as the API can tell, or else the value of the response. */
function settleResponse(
  response: Json | undefined,
  { output, requested }: StoredValues,
  argument: Argument,
): Json | undefined {
  if (response === undefined) return undefined;
  const repeated = [output, requested].find((value) => isSameAsReturned(value, response, argument));
  return repeated === undefined ? response : repeated;
}

/**
 * What the state keeps once the program adopts a resource by its id. Nothing is ever sent for an argument that
 * cannot be updated of such a resource, so its output counts as requested and as returned.
 */
export function afterAdoption(values: StoredValues, { onChange }: Argument): StoredValues {
  const { output } = values;
  return onChange === "update" ? values : { output, requested: output, returned: output };
}

/**
 * Whether the output becomes null when the program leaves the argument out and the response has no value of it. This is so where
 * perhaps no later response has a value either: the argument is never sent, never echoed, or accepts null. A value that is kept
 * could be a secret, which nothing marks any more without the argument. The id by which a resource was adopted stays: what the
 * stack has not created, it never deletes.
 */
function becomesNullWhenLeftOut({ acceptsNull, row }: Argument): boolean {
  if (row.role === "existingId") return false;
  return acceptsNull || row.sent === false || row.echoed === false;
}

/**
 * A value that was the same as the output stays the same as the output when that changes. Every other value stays as it is. If
 * the argument accepts null, each value stays: its output becomes null when the program leaves it out, but the API still has the
 * value that was requested.
 */
function changeWithOutput<Value>(
  { output: before }: StoredValues,
  { acceptsNull }: Argument,
  value: Value,
  output: Json,
): Value | Json {
  return !acceptsNull && isDeepStrictEqual(value, before) ? output : value;
}

/** The value of a response, or `otherwise` where the response has none. Null is a value. */
function orElse<Value>(response: Json | undefined, otherwise: Value): Json | Value {
  return response === undefined ? otherwise : response;
}
