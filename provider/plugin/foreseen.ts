/** What a preview says of outputs, and whether `up` came to the same. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../api/json.js";
import type { Definition } from "../definitions/definition.js";
import { unknownValue } from "../host/changes.js";

/** Of a resource that is to be created: what the program sets. */
export function foreseenOutputs({ rows }: Definition, inputs: JsonObject): JsonObject {
  return { ...Object.fromEntries(Object.keys(rows).map((name) => [name, unknownValue])), ...inputs };
}

/** The outputs that an update leaves as they are. One that is null may get a value. */
export function stableOutputs({ rows }: Definition, state: JsonObject, changed: readonly string[]): JsonObject {
  const names = Object.entries(rows).flatMap(([name, row]) => {
    const unless = row.role === "output" ? row.stableUnless : undefined;
    return unless === undefined || unless.some((argument) => changed.includes(argument)) ? [] : [name];
  });
  return Object.fromEntries(Object.entries(state).filter(([name, value]) => names.includes(name) && value !== null));
}

/** The names of stable outputs that an update has nevertheless changed. */
export function unforeseen(stable: JsonObject, outputs: JsonObject): string[] {
  return Object.keys(stable).filter((name) => !isDeepStrictEqual(stable[name], outputs[name]));
}
