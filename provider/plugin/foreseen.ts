/** What a preview can say of outputs, and whether `up` came to the same. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../api/json.js";
import { type Definition, outputNames } from "../definitions/definition.js";
import { unknownInput } from "../host/values.js";

/** The outputs of a resource that is to be created: what the program sets is known, and everything else is not. */
export function foreseeOutputs({ rows }: Definition, inputs: JsonObject): JsonObject {
  return { ...Object.fromEntries(Object.keys(rows).map((name) => [name, unknownInput])), ...inputs };
}

/** The outputs that an update leaves as they are. One that is null may get a value. */
export function selectStableOutputs(definition: Definition, state: JsonObject, changed: readonly string[]): JsonObject {
  const names = outputNames(
    definition,
    ({ stableUnless }) => stableUnless?.every((name) => !changed.includes(name)) === true,
  );
  return Object.fromEntries(Object.entries(state).filter(([name, value]) => names.includes(name) && value !== null));
}

/** The names of stable outputs that an update has nevertheless changed. */
export function findUnforeseen(stable: JsonObject, outputs: JsonObject): string[] {
  return Object.keys(stable).filter((name) => !isDeepStrictEqual(stable[name], outputs[name]));
}
