/** The outputs of a resource after a request. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../api/json.js";
import { askedOutput } from "../definitions/state.js";

/**
 * What the response says; else what was requested; else, after an update, what the state has; else null. An output
 * that is absent from the state is unknown in every preview, so each declared one is there. `nullable` are the arguments
 * for which `null` is a statement of its own.
 */
export function outputsOf(
  declared: readonly string[],
  nullable: readonly string[],
  inputs: JsonObject,
  response: JsonObject,
  state: JsonObject = {},
): JsonObject {
  const isRequested = (name: string) => Object.hasOwn(inputs, name);
  const returned = Object.entries(response).filter(
    ([name, value]) => value !== null || nullable.includes(name) || !isRequested(name),
  );
  // Where null is a statement, leaving out asks for the same.
  const unstated = Object.fromEntries(nullable.map((name) => [name, null]));
  const changed = Object.entries({ ...unstated, ...inputs }).filter(([name, value]) =>
    differs(response[name], value, nullable.includes(name)),
  );
  return {
    ...Object.fromEntries(declared.map((name) => [name, state[name] ?? null])),
    ...inputs,
    ...Object.fromEntries(returned),
    ...(changed.length > 0 ? { [askedOutput]: Object.fromEntries(changed) } : {}),
  };
}

/** A field that a response leaves out is as it was requested; so is null, unless null is a value of the argument. */
export function differs(returned: unknown, requested: unknown, nullable: boolean): boolean {
  if (returned === undefined || (returned === null && !nullable)) return false;
  return !isDeepStrictEqual(returned, requested);
}
