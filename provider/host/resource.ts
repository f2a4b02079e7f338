/** Builds a resource for one call of the engine, from the program's inputs and the state. */

import type { JsonObject } from "../api/http/json.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import type { Session } from "./session.js";
import type { ManagedResource, NewResource, StoredResource } from "./state/model.js";
import { decodeState, getOutputs } from "./state/state.js";

export function buildNewResource(
  session: Session,
  definition: Definition,
  inputs: JsonObject,
  id?: string,
): NewResource {
  const old = session.run.findReplaced(definition, inputs);
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
  const resolved = session.resolve(definition, state.hasFallbackId);
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

/**
 * Returns what the program sets. Null leaves an argument out, unless it's a value, or it's the id of an existing
 * resource, which `check` refuses.
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

/** Returns the id of the resource that the program adopts, if it names one. It may be unknown in a preview. */
export function getAdoptedId({ idArgument }: Definition, inputs: JsonObject): string | undefined {
  const id = inputs[idArgument];
  return typeof id === "string" ? id : undefined;
}
