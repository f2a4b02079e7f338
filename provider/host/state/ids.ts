/** Who a resource is: whether the program adopts it by its id, whether the package has made that id, and its address in the API. */

import type { JsonObject } from "../../api/http/json.js";
import { type DocumentedDefinition, listArgumentNames } from "../../definitions/definition.js";
import { fillTemplate } from "../../definitions/operation.js";
import type { Inputs } from "./inputs.js";

/** Finds the id by which the program adopts a resource that exists, where it does. */
export function findExistingId({ idArgument }: DocumentedDefinition, inputs: Inputs): string | undefined {
  const id = idArgument.adoptedBy === "id" ? inputs[idArgument.name] : undefined;
  return typeof id === "string" ? id : undefined;
}

/** Whether the program sets the id of a resource that exists, which is perhaps not known yet. */
export function namesExistingId({ idArgument }: DocumentedDefinition, inputs: Inputs): boolean {
  return idArgument.adoptedBy === "id" && idArgument.name in inputs;
}

/**
 * Whether a resource is one that the program adopts by its id, as `existingId`. A change of what the API cannot update then
 * corrects the state. The id of a resource that is adopted by a PATCH, such as a cache, does not count.
 *
 * @param values what the program sets, or the properties in the state of a resource that is read or deleted
 */
export function isAdoptedById({ idArgument }: DocumentedDefinition, id: string, values: JsonObject): boolean {
  return idArgument.adoptedBy === "id" && values[idArgument.name] === id;
}

/** Whether the package has made the id from the arguments, because the API returned none. */
export function isMadeId({ fallbackId }: DocumentedDefinition, id: string, values: JsonObject): boolean {
  return fallbackId !== undefined && id === fillTemplate(fallbackId, values);
}

/**
 * Writes what tells a resource from every other of the account: the API may count ids below each parent anew.
 *
 * @param values the properties in the state, or what the program sets
 */
export function formatAddress(
  { operations: { create } }: DocumentedDefinition,
  values: JsonObject,
  id: string,
): string {
  return `${create.method} ${fillTemplate(create.path, values)} ${id}`;
}

/** Selects what the program says of the address of a resource that it does not manage, or what the state has of it. */
export function selectAddressValues(definition: DocumentedDefinition, id: string, properties: JsonObject): JsonObject {
  const { idArgument } = definition;
  const inPath = listArgumentNames(definition, ({ isInPath }) => isInPath);
  const given = Object.entries(properties).filter(([name, value]) => inPath.includes(name) && value !== null);
  return { ...Object.fromEntries(given), ...(idArgument.adoptedBy === "PATCH" ? { [idArgument.name]: id } : {}) };
}
