/** The paths by which an API reads resources. None is documented, so none is known until a user names it. */

import { pathArguments } from "../definitions/definition.js";
import { definitions } from "../definitions/index.js";
import { filled, placeholders } from "../definitions/operation.js";
import type { Target } from "./target.js";

/** Class name → path below the base URL. */
export type ReadPaths = Readonly<Record<string, string>>;

/** What is wrong with them, as the end of a sentence. */
export function readPathsRule(paths: ReadPaths): string | undefined {
  for (const [name, path] of Object.entries(paths)) {
    const definition = definitions.find(({ kind }) => kind.class === name);
    const known = definitions.map(({ kind }) => kind.class).join(", ");
    if (definition === undefined) return `must not have ${name}: it may have ${known}`;
    const allowed = ["id", ...pathArguments(definition)];
    const hasOthers = placeholders(path).some((placeholder) => !allowed.includes(placeholder));
    if (/^\/(?!\/)[^#]*$/.test(path) && path.includes("{id}") && !hasOthers) continue;
    const braces = allowed.map((one) => `{${one}}`).join(", ");
    return `must have a path of ${name} that begins with one /, holds {id} and no #; of placeholders it may hold ${braces}`;
  }
  return undefined;
}

/** @throws Error where the path would lead elsewhere, as an id of `..` does */
export function checkedPath({ definition, session, id, inputs }: Target): string {
  const { kind } = definition;
  const { readPaths, baseUrl } = session.settings;
  const values = { ...inputs, id };
  const template = readPaths?.[kind.class] ?? "";
  const absent = placeholders(template).find((name) => typeof values[name as "id"] !== "string");
  if (absent !== undefined) throw new Error(`apphosting:readPaths has {${absent}}, which is not known of it`);
  const path = filled(template, values, encodeURIComponent);
  const base = new URL(baseUrl).href.replace(/\/$/, "");
  if (new URL(baseUrl + path).href === base + path) return path;
  throw new Error(
    `apphosting:readPaths makes the path ${path} of it, which leads elsewhere: check the path and the id of the ${kind.words}`,
  );
}
