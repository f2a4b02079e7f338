/** What a response says of a resource, in the names of outputs. */

import type { Definition } from "../definitions/definition.js";
import type { Row } from "../definitions/field.js";
import { combined } from "./derived.js";
import { readEnvelope, readRelationship } from "./envelope.js";
import { present, type Report, readAnywhere, readField } from "./fields.js";
import type { Json } from "./json.js";

export type ResourceResponse = ReturnType<typeof readResponse>;

/** Of a request that was not sent. */
export const noResponse: ResourceResponse = { id: undefined, outputs: {}, message: undefined, mismatches: [] };

/** `mismatches` are the documented fields of another type, without an output. */
export function readResponse({ kind, rows, inCreate }: Definition, body: Json | undefined) {
  const mismatches: { field: string; expected: string }[] = [];
  const report: Report = (field, expected) => {
    mismatches.push({ field, expected });
  };
  const envelope = readEnvelope(body, report);
  const { id, attributes, message } = envelope;

  function read(name: string, row: Row): Json | undefined {
    if (row.relationship !== undefined)
      return readRelationship(row.relationship, row.holds.type === "texts", envelope, report);
    if (row.anywhere !== undefined) return readAnywhere(name, row, attributes, report);
    const isReturned = row.role === "output" ? !row.derived : inCreate.includes(name) && row.returned !== false;
    return isReturned ? readField(name, row.holds, attributes, report) : undefined;
  }

  const values = Object.entries(rows).map(([name, row]) => [name, read(name, row)]);
  const outputs = { ...Object.fromEntries(values), ...combined[kind.code]?.(envelope, report) };
  return { id, outputs: present(outputs), message, mismatches };
}
