/** Resources as responses show them. */

import type { JsonObject } from "../api/http/json.js";

/** Another resource, by its type and id. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** What a resource is linked to. */
export interface Relationship {
  readonly data: Reference | Reference[] | null;
}

/** A resource, as the API shows it: every documented attribute has a value, and every relationship an entry. */
export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly attributes: JsonObject;
  readonly relationships: Readonly<Record<string, Relationship>>;
}

/** The body of a response. */
export interface Envelope {
  readonly data: Resource;
  readonly included: readonly object[];
}

/** The time at which everything in the sandbox was created. */
export const sandboxTime = "2026-03-09T12:00:00Z";

/** Makes a relationship to one resource, or to none. */
export function linkToOne(type: string, id: unknown): Relationship {
  return { data: typeof id === "string" ? { type, id } : null };
}

/** Makes a relationship to any number of resources. */
export function linkToMany(type: string, ids: readonly string[] = []): Relationship {
  return { data: ids.map((id) => ({ type, id })) };
}
