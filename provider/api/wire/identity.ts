/** Which resource a response is about: its type, its id, and the id in the address of what was created. */

import { definitions } from "../../definitions/index.js";
import type { Json } from "../http/json.js";

/** Reads an id: a text that is not empty, or an integer, unless JavaScript has rounded it and it may name another resource. */
export function parseId(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" ? value.toWellFormed() || undefined : undefined;
}

/** Whether a response names this type: as the API documents it, in the singular, or in another case. */
export function isOfType(type: Json | undefined, apiType: string): boolean {
  if (typeof type !== "string") return false;
  const name = type.toLowerCase();
  const documented = apiType.toLowerCase();
  return name === documented || name === documented.replace(/s$/, "");
}

/** Finds the type of a class by its name in code. The empty text stands for the type of what no class is for. */
export function findApiType(code: string): string {
  return definitions.find(({ names }) => names.code === code)?.apiType ?? "";
}

/** Whether a response names the type of a class where it should name another type. Any other type may be one that nobody documented. */
export function isOfOtherClass(type: Json | undefined, apiType: string): boolean {
  return !isOfType(type, apiType) && definitions.some((definition) => isOfType(type, definition.apiType));
}

/** The last segment of the address of a form, such as `/environments/create`, in the common frameworks. */
const formSegments = ["create", "new"];

/**
 * Finds the id of what a request created: the last segment of `Location`, where the rest is the address of the API and one of these paths.
 * Another address may be that of a job.
 *
 * @param baseUrl the address of the API, without a slash at its end
 * @param paths the encoded path of the request first, from which a relative address starts, then others at which the resource can be
 */
export function findLocationId(
  location: string | undefined,
  baseUrl: string,
  paths: readonly [string, ...string[]],
): string | undefined {
  const requestUrl = baseUrl + paths[0];
  if (location === undefined || !URL.canParse(location, requestUrl)) return undefined;
  const { origin, pathname } = new URL(location, requestUrl);
  const [, parent, segment = ""] = /^(.*)\/([^/]+)\/?$/.exec(pathname) ?? [];
  const parents = paths.map((path) => new URL(baseUrl + path).href);
  if (!parents.includes(`${origin}${parent}`) || formSegments.includes(segment)) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
