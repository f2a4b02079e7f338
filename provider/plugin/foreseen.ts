/** What a preview says of outputs, and whether `up` came to the same. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../api/json.js";
import { type Definition, namesWhere } from "../definitions/definition.js";
import { unknownValue } from "../host/changes.js";

/** Of a resource that is to be created: what the program sets. */
export function foreseenOutputs({ rows }: Definition, inputs: JsonObject): JsonObject {
  return { ...Object.fromEntries(Object.keys(rows).map((name) => [name, unknownValue])), ...inputs };
}

/** The outputs that an update leaves as they are. One that is null may get a value. */
export function stableOutputs(definition: Definition, state: JsonObject, changed: readonly string[]): JsonObject {
  const names = namesWhere(definition, ({ stableUnless: unless }) => unless?.every((name) => !changed.includes(name)));
  return Object.fromEntries(Object.entries(state).filter(([name, value]) => names.includes(name) && value !== null));
}

/** The names of stable outputs that an update has nevertheless changed. */
export function unforeseen(stable: JsonObject, outputs: JsonObject): string[] {
  return Object.keys(stable).filter((name) => !isDeepStrictEqual(stable[name], outputs[name]));
}
