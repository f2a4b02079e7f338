/** What a response says of a resource, in the names of outputs. */

import type { Definition } from "../definitions/definition.js";
import { bodyArguments } from "../definitions/definition.js";
import type { Row } from "../definitions/field.js";
import { derived } from "./derived.js";
import { type Envelope, readEnvelope, readRelationship } from "./envelope.js";
import { combine, type Mismatch, nothing, type Reading, readAnywhere, readFields } from "./fields.js";
import type { Json, JsonObject } from "./json.js";

export interface ResourceResponse {
  readonly id: string | undefined;
  readonly outputs: JsonObject;
  /** What the API says beside the resource, where it says something. */
  readonly message?: string;
  readonly mismatches: readonly Mismatch[];
}

export function readResponse(definition: Definition, body: Json | undefined): ResourceResponse {
  const envelope = readEnvelope(body);
  const sent = bodyArguments(definition, "create");
  const readings = Object.entries(definition.rows).map(([name, row]) => {
    if (row.role === "output") return readOutput(name, row, envelope);
    const isReturned = sent.includes(name) && row.returned !== false;
    return isReturned ? readFields({ [name]: row.holds }, envelope.attributes) : nothing;
  });
  const { values, mismatches } = combine(
    { values: {}, mismatches: envelope.mismatches },
    ...readings,
    derived[definition.kind.code]?.read?.(envelope) ?? nothing,
  );
  const { id, message } = envelope;
  return { id, outputs: values, mismatches, ...(message === undefined ? {} : { message }) };
}

function readOutput(name: string, row: Extract<Row, { role: "output" }>, envelope: Envelope): Reading {
  const { holds, relationship, anywhere } = row;
  if (row.derived) return nothing;
  if (relationship !== undefined) return readRelationship(name, relationship, holds.type === "texts", envelope);
  if (anywhere === undefined) return readFields({ [name]: holds }, envelope.attributes);
  return readAnywhere(name, holds, envelope.attributes, anywhere);
}
