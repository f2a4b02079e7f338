/** The resource envelope of an answer: the primary resource, its relationships, and what is included with it. */

import { type Oddity, readFields, readText, type Table } from "./fields.js";
import { isObject, type Json, type JsonObject } from "./json.js";

export interface Envelope {
  /** The id of the primary resource, unless the answer carries none. */
  readonly id: string | undefined;
  readonly attributes: JsonObject;
  readonly relationships: JsonObject;
  /** Absent where the answer has no such list, which is not the same as an empty one. */
  readonly included: readonly JsonObject[] | undefined;
}

/** What an answer says, in the names of outputs. */
export interface Answered {
  readonly id: string | undefined;
  readonly outputs: JsonObject;
  readonly oddities: readonly Oddity[];
}

/** Related resources: the relationship's name on the wire, the output's name, and how many it names. */
export type Relationships = readonly (readonly [wire: string, output: string, cardinality: "one" | "many"])[];

/** Takes an answer apart. Anything but an object is an answer without fields. */
export function readEnvelope(body: Json | undefined): Envelope {
  const envelope = isObject(body) ? body : {};
  const primary = isObject(envelope.data) ? envelope.data : envelope;
  return {
    id: readText(primary.id) || undefined,
    attributes: isObject(primary.attributes) ? primary.attributes : {},
    relationships: isObject(primary.relationships) ? primary.relationships : {},
    included: Array.isArray(envelope.included) ? envelope.included.filter(isObject) : undefined,
  };
}

/** The attributes and relationships of an answer, by the tables of its resource. */
export function readResource(
  envelope: Envelope,
  attributes: Table,
  relationships: Relationships,
  odd: Oddity[],
): JsonObject {
  const outputs = readFields(attributes, envelope.attributes, odd);
  for (const [wire, output, cardinality] of relationships) {
    const entry = envelope.relationships[wire];
    const linked = isObject(entry) ? entry.data : undefined;
    if (linked === undefined || linked === null) continue;
    const ids = (Array.isArray(linked) ? linked : [linked]).map(idOf);
    if (Array.isArray(linked) !== (cardinality === "many") || ids.includes(undefined)) {
      odd.push({
        field: `relationships.${wire}`,
        expected: cardinality === "one" ? "one id" : "a list of ids",
      });
    } else {
      outputs[output] = (cardinality === "one" ? ids[0] : ids) as Json;
    }
  }
  return outputs;
}

function idOf(reference: Json): string | undefined {
  return isObject(reference) ? readText(reference.id) || undefined : undefined;
}

/**
 * An object whose key is not documented, known by what it holds: flat in its parent, or under any key, also an
 * empty one.
 */
export function findNested(parent: Json | undefined, holds: (candidate: JsonObject) => boolean): JsonObject {
  if (!isObject(parent)) return {};
  return [parent, ...Object.values(parent).filter(isObject)].find(holds) ?? {};
}
