/** A resource during one call of the engine: its definition, its id and its values. */

import type { Json, JsonObject } from "../api/http/json.js";
import {
  type Definition,
  formatIdentity,
  listArgumentNames,
  type ResolvedDefinition,
} from "../definitions/definition.js";
import type { Session } from "./session.js";

export interface Resource {
  readonly session: Session;
  /** With the operations that the user names, unless the package has made the id: these operations would not find the resource. */
  readonly definition: ResolvedDefinition;
  /** Empty while the resource is not created. */
  readonly id: string;
  /** What the program sets. Empty in a read and a delete, which have no program. */
  readonly inputs: JsonObject;
  /** The properties in the state. Empty while the state does not have the resource. */
  readonly properties: JsonObject;
}

/** Returns the values of arguments and outputs: those of the program, or else those in the state. */
export function getKnownValues({ inputs, properties }: Pick<Resource, "inputs" | "properties">): JsonObject {
  return { ...properties, ...inputs };
}

export function openResource(
  session: Session,
  definition: Definition,
  id: string,
  { inputs = {}, properties = {} }: Partial<Pick<Resource, "inputs" | "properties">>,
): Resource {
  // The id was made when the resource was created, so its arguments in the state count.
  const resolved = session.resolveDefinition(definition, isFallbackId(definition, id, { ...inputs, ...properties }));
  return { session, definition: resolved, id, inputs, properties };
}

/** Whether the package has made the id from the arguments, because the API returned none. */
export function isFallbackId(definition: Definition, id: string, values: JsonObject): boolean {
  return id === formatIdentity(definition, values);
}

/**
 * Returns what the program sets, without the arguments that are null and thereby left out. Null stays where it is a value, and
 * where `check` refuses it.
 */
export function selectInputs(definition: Definition, news: JsonObject): JsonObject {
  const omittedByNull = listArgumentNames(
    definition,
    ({ isNullAValue, row }) => !isNullAValue && row.role !== "existingId",
  );
  return Object.fromEntries(
    Object.entries(news).filter(([name, value]) => value !== null || !omittedByNull.includes(name)),
  );
}

/** Finds the id by which the program adopts a resource that exists, where it does so without a PATCH. */
export function findExistingId({ idArgument }: Definition, inputs: JsonObject): string | undefined {
  const id = idArgument.adoptedBy === "id" ? inputs[idArgument.name] : undefined;
  return typeof id === "string" ? id : undefined;
}

/**
 * Whether these properties are what a `get` hands over before its first read. Those in a state have every row of the definition.
 */
export function hasPathArgumentsAlone({ rows }: Definition, properties: JsonObject): boolean {
  return Object.keys(rows).some((name) => !(name in properties));
}

/** Selects what the address of a `get` needs: in a refresh, the properties are all that was read before, of which nothing stays. */
export function selectPathArguments(definition: Definition, properties: JsonObject): JsonObject {
  const inPath = listArgumentNames(definition, ({ isInPath }) => isInPath);
  return Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => inPath.includes(name) && value !== null),
  );
}

/** Why a resource that leaves the stack is not deleted. */
export type RetainReason = "never deleted" | "fallback id" | "no consent" | "in use" | "not named";

/**
 * Finds why the stack must not delete a resource, or cannot.
 *
 * @param isDeletable whether the program has consented to the delete, and still does
 */
export function findRetainReason(
  { session, definition, id, inputs, properties }: Resource,
  isDeletable: boolean,
): RetainReason | undefined {
  const { names, operations, deletion } = definition;
  if (deletion !== "with consent") return "never deleted";
  if (isFallbackId(definition, id, { ...inputs, ...properties })) return "fallback id";
  if (!isDeletable || session.isWithdrawn(names.class, id)) return "no consent";
  // A create whose response has no id may have returned what exists: its own id is made of what identifies the resource.
  const ids = [id, formatIdentity(definition, properties)];
  if (ids.some((one) => one !== undefined && session.isInUse(names.class, one))) return "in use";
  return operations.delete === undefined ? "not named" : undefined;
}

/** The text by which the engine writes a value that it does not know before `up`. */
export const unknownInput = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value, or a value inside it, is not known before `up`. */
export function isUnknown(value: Json | undefined): boolean {
  if (value === unknownInput) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}
