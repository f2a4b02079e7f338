/**
 * Resources as the API shows them. Every documented attribute has a value and every relationship an
 * entry; time stands still and ids count up, so that the same program gives the same outputs each time.
 */

import type { Json, JsonObject } from "../api/json.js";
import type { Definition } from "../definitions/definition.js";
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

/** A kind of resource, with the part of the account that it works on. */
export interface SandboxKind<State> {
  /** Its operations, and what their bodies have to be. */
  readonly definition: Definition;
  readonly list: (state: State) => Resource[];
  /** Makes a new one of a body, and of the arguments in the path. */
  readonly create?: (state: State, body: JsonObject, path: Path) => Resource;
  /** Of the answer to a create; 200 everywhere else. */
  readonly createdStatus?: number;
  /** What is wrong with the body of a create beside its definition. */
  readonly errors?: (state: State, body: JsonObject, path: Path) => FieldErrors;
  /** What comes with it in an answer. */
  readonly included?: (resource: Resource, state: State) => readonly JsonObject[];
}

/** The values of a path's placeholders. */
export type Path = Readonly<Record<string, string>>;

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
