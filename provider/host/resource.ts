/**
 * Builds a resource for one call of the engine: from the program's inputs, from the state, or from the address that a
 * `get` has.
 */

import type { JsonObject } from "../api/http/json.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { formatLoader, formatReaderLoader, providerKey } from "../definitions/names.js";
import type { Session } from "./session.js";
import type { GetResource, ManagedResource, NewResource, StoredResource } from "./state/model.js";
import { decodeState, getOutputs } from "./state/state.js";

export function buildNewResource(
  session: Session,
  definition: Definition,
  inputs: JsonObject,
  id?: string,
): NewResource {
  const old = session.run.findChanged(definition, inputs);
  const replaced = old && buildStoredResource(session, definition, old.id, old.properties);
  const { token } = session;
  return { kind: "new", definition: session.resolve(definition), id, inputs, values: inputs, token, replaced };
}

export function buildStoredResource(
  session: Session,
  definition: Definition,
  id: string,
  properties: JsonObject,
): StoredResource {
  const state = decodeState(definition, properties);
  const resolved = session.resolve(definition, state.hasMadeId);
  return { kind: "stored", definition: resolved, id, state, values: getOutputs(state), token: session.token };
}

export function buildManagedResource(
  session: Session,
  definition: Definition,
  id: string,
  properties: JsonObject,
  news: JsonObject,
): ManagedResource {
  const inputs = selectInputs(definition, news);
  const stored = buildStoredResource(session, definition, id, properties);
  return { ...stored, kind: "managed", inputs, values: { ...stored.values, ...inputs }, stored };
}

export function buildGetResource(
  session: Session,
  definition: Definition,
  id: string,
  address: JsonObject,
): GetResource {
  return { kind: "get", definition: session.resolve(definition), id, values: address, token: session.token };
}

/**
 * Whether this class wrote the engine's old inputs, or there are none. By an alias, they can be those of any other
 * provider.
 */
export function isOurs({ names }: Definition, oldInputs: JsonObject): boolean {
  const loaders: unknown[] = [formatLoader(names.code), formatReaderLoader(names.code)];
  return Object.keys(oldInputs).length === 0 || loaders.includes(oldInputs[providerKey]);
}

/**
 * Returns what the program sets, without the arguments that are null and thereby left out. Null stays where it's a
 * value, and where `check` refuses it.
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

/**
 * Returns the id of the existing resource that the program adopts, if it names one. The id may be unknown in a preview.
 */
export function getAdoptedId({ idArgument }: Definition, inputs: JsonObject): string | undefined {
  const id = inputs[idArgument];
  return typeof id === "string" ? id : undefined;
}
