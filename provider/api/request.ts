/** A request to the API, and its body: arguments under their names on the wire. */

import { type Definition, wireNames } from "../definitions/definition.js";
import type { AllFieldNames } from "../definitions/field-names.js";
import type { Operation } from "./errors.js";
import type { Method } from "./http.js";
import type { JsonObject } from "./json.js";

export interface ApiRequest {
  readonly operation: Operation;
  readonly method: Method;
  /** Path segments below the base URL, not yet encoded. */
  readonly path: readonly string[];
  readonly body: JsonObject;
}

/** Of the inputs, those that go into the body. */
export function requestBody(definition: Definition, names: AllFieldNames, inputs: JsonObject): JsonObject {
  const fields = Object.entries(wireNames(definition, names)).flatMap(([argument, wire]) => {
    const value = inputs[argument];
    return value === undefined ? [] : [[wire, value] as const];
  });
  return Object.fromEntries(fields);
}
