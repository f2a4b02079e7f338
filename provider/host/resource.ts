/** A resource during one call of the engine, with what this kind of call has of it: the program's inputs, the state, or an address. */

import type { Json, JsonObject } from "../api/http/json.js";
import {
  type Definition,
  formatFallbackId,
  listArgumentNames,
  type ResolvedDefinition,
  resolveDefinition,
} from "../definitions/definition.js";
import { defaultFieldNames } from "../definitions/field-names.js";
import { formatLoader, formatReaderLoader, providerKey } from "../definitions/names.js";
import type { Include } from "../definitions/settings.js";
import type { Session } from "./session.js";
import { decodeState, getOutputs, type State } from "./state.js";

interface ResolvedResource {
  readonly session: Session;
  /** With the operations that the user names, unless the package has made the id: these operations would not find the resource. */
  readonly definition: ResolvedDefinition;
}

/** One that the program creates or adopts, and the state does not have. */
export interface NewResource extends ResolvedResource {
  readonly kind: "new";
  /** The id that the program adopts, or that the API has given by now. */
  readonly id: string | undefined;
  readonly inputs: JsonObject;
  /** The resource that it replaces, as the state has it. */
  readonly replaced: StoredResource | undefined;
}

/** One as the state has it: the engine reads it, deletes it, or replaces it. */
export interface StoredResource extends ResolvedResource {
  readonly kind: "stored";
  readonly id: string;
  readonly state: State;
  /** Whether another provider has written the state. The engine would delete the resource by the code of that one. */
  readonly isForeign: boolean;
}

/** One that the state and the program have. */
export interface ManagedResource extends ResolvedResource {
  readonly kind: "managed";
  readonly id: string;
  readonly inputs: JsonObject;
  /** The same resource as the state has it. */
  readonly stored: StoredResource;
}

/** One that the program refers to by `get`. */
export interface GetResource extends ResolvedResource {
  readonly kind: "get";
  readonly id: string;
  /** The arguments that stand in a path. */
  readonly address: JsonObject;
}

export type Resource = NewResource | StoredResource | ManagedResource | GetResource;

export function buildNewResource(
  session: Session,
  definition: Definition,
  inputs: JsonObject,
  id?: string,
): NewResource {
  const old = session.replaced.get(definition, inputs);
  const replaced = old && buildStoredResource(session, definition, old.id, old.properties);
  return { kind: "new", session, definition: resolve(session, definition, id, inputs), id, inputs, replaced };
}

export function buildStoredResource(
  session: Session,
  definition: Definition,
  id: string,
  properties: JsonObject,
  isForeign = false,
): StoredResource {
  const state = decodeState(definition, isForeign ? {} : properties);
  const resolved = resolve(session, definition, id, getOutputs(state));
  return { kind: "stored", session, definition: resolved, id, state, isForeign };
}

export function buildManagedResource(
  session: Session,
  definition: Definition,
  id: string,
  properties: JsonObject,
  news: JsonObject,
): ManagedResource {
  const inputs = selectInputs(definition, news);
  const stored = buildStoredResource(session, definition, id, properties, hasForeignLoader(definition, properties));
  return { kind: "managed", session, definition: stored.definition, id, inputs, stored };
}

/** Whether another provider has written these inputs or outputs, such as a `dynamic.Resource` of the user's own, or that of another class. */
export function hasForeignLoader({ names }: Definition, { [providerKey]: loader }: JsonObject): boolean {
  if (typeof loader !== "string") return false;
  return ![formatLoader(names.code), formatReaderLoader(names.code)].includes(loader);
}

export function buildGetResource(
  session: Session,
  definition: Definition,
  id: string,
  address: JsonObject,
): GetResource {
  return { kind: "get", session, definition: resolve(session, definition, id, address), id, address };
}

/** Resolves a definition under the settings of a session, for the resource of this id. */
function resolve(session: Session, definition: Definition, id: string | undefined, values: JsonObject) {
  const { operations = [], include = {}, fieldNames = defaultFieldNames } = session.settings.values;
  return resolveDefinition(definition, {
    operations: isFallbackId(definition, id, values) ? [] : operations,
    include: include[definition.names.class as keyof Include] ?? [],
    fieldNames,
  });
}

/** Returns the values of arguments and outputs: those of the program, or else those in the state. */
export function getCurrentValues(resource: Resource): JsonObject {
  switch (resource.kind) {
    case "new":
      return resource.inputs;
    case "stored":
      return getOutputs(resource.state);
    case "managed":
      return { ...getOutputs(resource.stored.state), ...resource.inputs };
    case "get":
      return resource.address;
  }
}

/** Whether the package has made the id from these arguments, because the API returned none. */
export function isFallbackId(definition: Definition, id: string | undefined, values: JsonObject): boolean {
  // Earlier releases left white space at its end.
  return id !== undefined && id.trim() === formatFallbackId(definition, values);
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

/** Returns the id of the existing resource that the program adopts, if it names one. The id may be unknown in a preview. */
export function getAdoptedId({ idArgument }: Definition, inputs: JsonObject): string | undefined {
  const { [idArgument]: id } = inputs;
  return typeof id === "string" ? id : undefined;
}

/** The text by which the engine writes a value that it does not know before `up`. */
export const unknownInput = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value, or a value inside it, is not known before `up`. */
export function isUnknown(value: Json | undefined): boolean {
  if (value === unknownInput) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}
