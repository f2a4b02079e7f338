/** Compares values, some of which the engine does not know before `up`. */

import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../api/http/json.js";

/** The text by which the engine writes a value that it does not know before `up`. */
export const unknownInput = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value, or a value inside it, is not known before `up`. */
export function isUnknown(value: unknown): boolean {
  if (value === unknownInput) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}

/** Whether two values are known and the same. Null and an absent value are the same. */
export function isSame(value: Json | undefined, other: Json | undefined): boolean {
  return !isUnknown(value) && isDeepStrictEqual(value ?? null, other ?? null);
}
