/** Which arguments have changed, and what that means for the resource. */

import { isDeepStrictEqual } from "node:util";
import { replacingArguments } from "../definitions/definition.js";
import { answeredOf, askedOf } from "./outputs.js";
import type { Target } from "./target.js";

export interface Changes {
  readonly changed: readonly string[];
  readonly replaces: readonly string[];
}

/**
 * A setting that can be updated has changed where it differs from what was asked or from what the API answered: one of the two may
 * be what the API has. What cannot is replaced only where it differs from both, and not for what the API made of a value.
 * An argument that is left out is not managed, and never a change; nor is `existingId` where it is the resource's id.
 */
export function changedArguments({ definition, id, inputs, state = {} }: Target): Changes {
  const replacing = replacingArguments(definition);
  const changed = Object.keys(inputs).filter((name) => {
    if (name === "existingId") return inputs.existingId !== id;
    const others = [askedOf(state, name), answeredOf(state, name)].filter((value) => !isSame(inputs[name], value));
    return replacing.includes(name) ? others.length === 2 : others.length > 0;
  });
  return { changed, replaces: changed.filter((name) => replacing.includes(name)) };
}

/** A value that is not known yet is never the same. */
export function isSame(value: unknown, other: unknown): boolean {
  return !isUnknown(value) && isDeepStrictEqual(value ?? null, other ?? null);
}

/** How the engine writes a value that is not known before `up`. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value, or one inside it, is not known. */
export function isUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}
