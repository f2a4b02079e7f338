/** What the program sets of a resource. */

import type { JsonObject } from "../../api/http/json.js";
import { type DocumentedDefinition, listArgumentNames } from "../../definitions/definition.js";

declare const isInputs: unique symbol;

/**
 * The arguments that the program sets, by name, and the loader of a dynamic resource. An argument that it leaves out is absent.
 * `selectInputs` makes them, so that nobody passes properties of the state for them.
 */
export type Inputs = JsonObject & { readonly [isInputs]: true };

/**
 * Returns what the program sets, without the arguments that are null and thereby left out. Null stays where it is a value, and
 * where `check` refuses it.
 */
export function selectInputs(definition: DocumentedDefinition, news: JsonObject): Inputs {
  const nullable = listArgumentNames(definition, ({ acceptsNull, row }) => acceptsNull || row.role === "existingId");
  const set = Object.entries(news).filter(([name, value]) => value !== null || nullable.includes(name));
  return Object.fromEntries(set) as Inputs;
}
