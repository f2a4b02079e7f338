/** Which arguments have changed, and what that means for the resource. */

import { isDeepStrictEqual } from "node:util";
import { valuesOf } from "./outputs.js";
import type { Target } from "./target.js";

/**
 * A setting that can be updated has changed where it differs from what was asked or from what the API answered: one of the two may
 * be what the API has. What cannot is replaced only where it differs from both, and not for what the API made of a value.
 * Where nothing is known, all that is set has changed. An argument that is left out is not managed, and never a change; nor is
 * `existingId` where it is the resource's id.
 *
 * @returns `replaces`: those that replace the resource; of one whose id the program sets, a change corrects the record
 */
export function changedArguments({ definition, id, inputs, state }: Target) {
  const changed = definition.args.filter((name) => {
    const { [name]: set } = inputs;
    if (set === undefined) return false;
    if (name === "existingId") return set !== id;
    if (state === undefined) return true;
    const { asked, answered } = valuesOf(state, name);
    const others = [asked, answered].filter((value) => !isSame(set, value));
    return definition.replacing.includes(name) ? others.length === 2 : others.length > 0;
  });
  const isRecorded = inputs.existingId === id;
  return { changed, replaces: isRecorded ? [] : changed.filter((name) => definition.replacing.includes(name)) };
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
