/** Reads what a response tells of a resource, by the names of arguments and outputs. */

import type { DocumentedDefinition } from "../../definitions/definition.js";
import type { ArgumentRow, OutputRow } from "../../definitions/field.js";
import type { Json, JsonObject } from "../http/json.js";
import { parseCombinedOutputs } from "./derived-outputs.js";
import { parseEnvelope, parseRelationship } from "./envelope.js";
import { type AddMismatch, dropAbsent, type Mismatch, parseField, searchField } from "./fields.js";

export interface ResourceResponse {
  /** Undefined where the response has none. */
  readonly id: string | undefined;
  /** Undefined where the response has none. */
  readonly type: string | undefined;
  /** The values that the response has. Null is a value. */
  readonly values: JsonObject;
  /** A sentence that the API sends beside the resource. */
  readonly message: string | undefined;
  readonly mismatches: readonly Mismatch[];
}

/** Stands for the response where no request was sent. */
export const noResponse: ResourceResponse = {
  id: undefined,
  type: undefined,
  values: {},
  message: undefined,
  mismatches: [],
};

/**
 * Reads a response by the rows of a definition. An attribute is read by its documented name, whatever the user has set as
 * `fieldNames`: the API documents the attribute `size` of a response, for instance, and leaves open alone which field of a
 * request sets it.
 */
export function parseResponse(definition: DocumentedDefinition, body: Json | undefined): ResourceResponse {
  const mismatches: Mismatch[] = [];
  const addMismatch: AddMismatch = (field, expected) => {
    mismatches.push({ field, expected });
  };
  const envelope = parseEnvelope(body, addMismatch);
  const { id, type, attributes, message } = envelope;

  function parseOutput(name: string, { relationship, searchedIn, derived, holds }: OutputRow): Json | undefined {
    if (relationship !== undefined) {
      const cardinality = holds.shape.type === "texts" ? "many" : "one";
      return parseRelationship(relationship, cardinality, envelope, addMismatch);
    }
    if (searchedIn !== undefined) return searchField(name, holds, searchedIn, attributes, addMismatch);
    return derived ? undefined : parseField(name, holds, attributes, addMismatch);
  }

  function parseArgument(name: string, { holds, echoed }: ArgumentRow): Json | undefined {
    const isInBody = definition.arguments.some((argument) => argument.name === name && argument.hasBodyField);
    return isInBody && echoed !== false ? parseField(name, holds, attributes, addMismatch) : undefined;
  }

  // One list in the order of the rows, because mismatches are printed in this order.
  const values = Object.entries(definition.rows).map(([name, row]) => [
    name,
    row.role === "output" ? parseOutput(name, row) : parseArgument(name, row),
  ]);
  const combined = parseCombinedOutputs(definition, envelope, addMismatch);
  return { id, type, values: dropAbsent({ ...Object.fromEntries(values), ...combined }), message, mismatches };
}
