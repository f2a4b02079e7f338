/** The resource envelope of an answer: the primary resource, its relationships, and what is included with it. */

import { type Oddity, readFields, readText, type Table } from "./fields.js";
import { asObject, isObject, type Json, type JsonObject } from "./json.js";

interface Envelope {
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

/** Takes an answer apart. What is not where it should be is an answer without those fields. */
export function readEnvelope(body: Json | undefined, odd: Oddity[]): Envelope {
  const envelope = readObject(body, odd, "the body") ?? {};
  const primary = readObject(envelope.data, odd, "data") ?? envelope;
  return {
    id: readText(primary.id) || undefined,
    attributes: readObject(primary.attributes, odd, "attributes") ?? {},
    relationships: readObject(primary.relationships, odd, "relationships") ?? {},
    included: readIncluded(envelope.included, odd),
  };
}

function readObject(value: Json | undefined, odd: Oddity[], field: string): JsonObject | undefined {
  const object = asObject(value);
  if (object === undefined && value !== undefined && value !== null)
    odd.push({ field, expected: "an object" });
  return object;
}

function readIncluded(value: Json | undefined, odd: Oddity[]): JsonObject[] | undefined {
  if (value === undefined || value === null) return undefined;
  const whole = Array.isArray(value) ? value.filter(isObject) : undefined;
  if (!Array.isArray(value) || whole?.length !== value.length)
    odd.push({ field: "included", expected: "a list of objects" });
  return whole;
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
    const linked = isObject(entry) ? entry.data : entry;
    if (linked === undefined) continue;
    if (linked === null) {
      outputs[output] = null;
      continue;
    }
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
