/** The paths by which an API reads resources. None is documented, so none is known until a user names it. */

import type { JsonObject } from "../api/json.js";
import { type Definition, pathArguments } from "../definitions/definition.js";
import { definitions } from "../definitions/index.js";
import { filled, placeholders } from "../definitions/operation.js";

/** Class name → path below the base URL. */
export type ReadPaths = Readonly<Record<string, string>>;

/** What is wrong with them, as the end of a sentence. */
export function readPathsRule(paths: ReadPaths): string | undefined {
  const known = definitions.map(({ kind }) => kind.class);
  for (const [name, path] of Object.entries(paths)) {
    const definition = definitions.find(({ kind }) => kind.class === name);
    if (definition === undefined) return `must not have ${name}: it may have ${known.join(", ")}`;
    const allowed = ["id", ...pathArguments(definition)];
    const other = placeholders(path).find((placeholder) => !allowed.includes(placeholder));
    if (other !== undefined) return `must not have {${other}} in the path of ${name}, but ${inBraces(allowed)}`;
    if (!/^\/(?!\/)/.test(path)) return `must have a path of ${name} that begins with one /`;
    if (!path.includes("{id}")) return `must have a path of ${name} with {id} in it`;
    if (path.includes("#")) return `must have a path of ${name} without #`;
  }
  return undefined;
}

/** @throws Error where the path would lead elsewhere, as an id of `..` does */
export function checkedPath(definition: Definition, template: string, values: JsonObject, baseUrl: string): string {
  const absent = placeholders(template).find((name) => typeof values[name] !== "string");
  if (absent !== undefined) throw new Error(`apphosting:readPaths has {${absent}}, which is not known of it`);
  const path = filled(template, values, encodeURIComponent);
  const base = new URL(baseUrl).href.replace(/\/$/, "");
  if (new URL(baseUrl + path).href === base + path) return path;
  throw new Error(
    `apphosting:readPaths makes the path ${path} of it, which leads elsewhere: check the path and the id of the ${definition.kind.words}`,
  );
}

function inBraces(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(", ");
}
