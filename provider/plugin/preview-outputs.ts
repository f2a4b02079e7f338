/** What a preview can know of outputs, and whether `up` came to the same. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../api/http/json.js";
import { type DocumentedDefinition, listOutputNames } from "../definitions/definition.js";
import { unknownInput } from "../host/state/comparison.js";

/** Returns the outputs of a resource as a preview knows them: those that the program sets have values, all others are unknown. */
export function predictOutputs({ rows }: DocumentedDefinition, inputs: JsonObject): JsonObject {
  return { ...Object.fromEntries(Object.keys(rows).map((name) => [name, unknownInput])), ...inputs };
}

/** Selects the outputs that an update leaves as they are. An output that is null is not among them, because it may get a value. */
export function selectStableOutputs(
  definition: DocumentedDefinition,
  state: JsonObject,
  changed: readonly string[],
): JsonObject {
  const names = listOutputNames(
    definition,
    ({ stableUnless }) => stableUnless?.every((name) => !changed.includes(name)) === true,
  );
  return Object.fromEntries(Object.entries(state).filter(([name, value]) => names.includes(name) && value !== null));
}

/** Lists the outputs that were to stay as they are, and that the update has changed nevertheless. */
export function listUnexpectedChanges(stable: JsonObject, outputs: JsonObject): string[] {
  return Object.keys(stable).filter((name) => !isDeepStrictEqual(stable[name], outputs[name]));
}
