/**
 * Resources as the API shows them, and routes to them. Every documented attribute has a value and every relationship an
 * entry; time stands still and ids count up, so that the same program gives the same outputs each time.
 */

import type { Json, JsonObject } from "../api/json.js";
import type { Definition } from "../definitions/definition.js";
import type { AllFieldNames } from "../definitions/field-names.js";
import type { FieldErrors } from "./validation.js";

/** Another resource, by its type and id. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** What a resource is linked to. */
export interface Relationship {
  data: Reference | Reference[] | null;
}

/** A resource, as the API shows it. */
export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly attributes: JsonObject;
  readonly relationships: Record<string, Relationship>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An operation, with the part of the account that it works on. */
export interface Route<State> {
  readonly method: "POST" | "PATCH";
  /** Its first group is the id in the path. */
  readonly path: RegExp;
  /** What the body has to be. */
  readonly definition: Definition;
  /** Whether the resource of the path is there. Default: the path names none. */
  readonly exists?: (state: State, id: string) => boolean;
  /** What is wrong with the body beside its definition. */
  readonly errors?: (state: State, id: string, body: JsonObject) => FieldErrors;
  readonly respond: (state: State, id: string, body: JsonObject, names: AllFieldNames) => Answer;
}

export const now = "2026-03-09T12:00:00Z";

export function one(type: string, id: string | null): Relationship {
  return { data: id === null ? null : { type, id } };
}

export function many(type: string, ...ids: string[]): Relationship {
  return { data: ids.map((id) => ({ type, id })) };
}

export function slugOf(name: Json | undefined, otherwise: string): string {
  const words = String(name)
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join("-") ?? otherwise;
}
