/** What the program sets of a resource, and whether it names one that exists already. */

import type { JsonObject } from "../../api/http/json.js";
import { type Definition, listArgumentNames } from "../../definitions/definition.js";
import { fillTemplate } from "../../definitions/operation.js";

/** The arguments that the program sets, by name, and the loader of a dynamic resource. An argument that it leaves out is absent. */
export type Inputs = JsonObject;

/**
 * Returns what the program sets, without the arguments that are null and thereby left out. Null stays where it is a value, and
 * where `check` refuses it.
 */
export function selectInputs(definition: Definition, news: JsonObject): Inputs {
  const nullable = listArgumentNames(definition, ({ acceptsNull, row }) => acceptsNull || row.role === "existingId");
  return Object.fromEntries(Object.entries(news).filter(([name, value]) => value !== null || nullable.includes(name)));
}

/** Finds the id by which the program adopts a resource that exists, where it does. */
export function findExistingId({ idArgument }: Definition, inputs: Inputs): string | undefined {
  const id = idArgument.adoptedBy === "id" ? inputs[idArgument.name] : undefined;
  return typeof id === "string" ? id : undefined;
}

/** Whether the package has made the id from the arguments, because the API returned none. */
export function isFallbackId({ fallbackId }: Definition, id: string, values: JsonObject): boolean {
  return fallbackId !== undefined && id === fillTemplate(fallbackId, values);
}
