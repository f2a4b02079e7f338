/** Which resource a response is about: its type and its id. */

import { definitions } from "../../definitions/index.js";
import type { Json } from "../http/json.js";

/** Reads an id: text, or an integer that JavaScript hasn't rounded. */
export function parseId(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" ? value.toWellFormed() || undefined : undefined;
}

/** Whether a type is the documented one, in any case, plural or singular. */
export function isOfType(type: Json | undefined, apiType: string): boolean {
  if (typeof type !== "string") return false;
  const name = type.toLowerCase();
  const documented = apiType.toLowerCase();
  return name === documented || name === documented.replace(/s$/, "");
}

/** Finds the type of a class by its name in code; the empty text where there's no such class. */
export function findApiType(code: string): string {
  return definitions.find(({ names }) => names.code === code)?.apiType ?? "";
}

/** Whether a type is that of another class. Any other type may be an undocumented one. */
export function isOfOtherClass(type: Json | undefined, apiType: string): boolean {
  return !isOfType(type, apiType) && definitions.some((definition) => isOfType(type, definition.apiType));
}
