/** Which arguments have changed, and what that means for the resource. */

import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject } from "../api/json.js";
import { askedOutput } from "../definitions/state.js";
import { differs } from "./outputs.js";

export interface Changes {
  readonly changed: readonly string[];
  /** Changed although the program has the same inputs as before: the API did not apply the setting. */
  readonly notApplied: readonly string[];
  readonly replaces: string[];
}

/** `replacing` are the arguments of which a change replaces. An argument that is left out is not managed and never a change. */
export function changedArguments(inputs: JsonObject, state: JsonObject, replacing: readonly string[]): Changes {
  const isSame = (name: string, value: unknown) =>
    !isUnknown(inputs[name]) && isDeepStrictEqual(inputs[name] ?? null, value ?? null);
  const asked = state[askedOutput];
  const requested = isObject(asked) ? { ...state, ...asked } : state;
  const asRequested = (name: string) => isSame(name, requested[name]);
  const canReplace = (name: string) => replacing.includes(name);
  // What cannot be changed is not replaced for a value that the API made of the requested one.
  const changed = Object.keys(inputs).filter(
    (name) => !isSame(name, state[name]) && !(canReplace(name) && asRequested(name)),
  );
  return {
    changed,
    notApplied: changed.filter((name) => asRequested(name) && differs(state[name], inputs[name], false)),
    replaces: changed.filter(canReplace),
  };
}

/** How the engine writes a value that is not known before `up`. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value, or one inside it, is not known. */
export function isUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}
