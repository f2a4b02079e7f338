/** What the program sets of a resource. */

import type { JsonObject } from "../../api/http/json.js";
import { type DocumentedDefinition, listArgumentNames } from "../../definitions/definition.js";

/** The arguments that the program sets, by name, and the loader of a dynamic resource. An argument that it leaves out is absent. */
export type Inputs = JsonObject;

/**
 * Returns what the program sets, without the arguments that are null and thereby left out. Null stays where it is a value, and
 * where `check` refuses it.
 */
export function selectInputs(definition: DocumentedDefinition, news: JsonObject): Inputs {
  const nullable = listArgumentNames(definition, ({ acceptsNull, row }) => acceptsNull || row.role === "existingId");
  return Object.fromEntries(Object.entries(news).filter(([name, value]) => value !== null || nullable.includes(name)));
}
