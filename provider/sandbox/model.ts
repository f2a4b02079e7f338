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
  /** Undefined is an empty body. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** All of a type that the account holds. */
export type All = (type: string) => readonly Resource[];

/** A kind of resource: what its requests do beside what its definition says. */
export interface SandboxKind {
  /** Its operations, and what their bodies have to be. */
  readonly definition: Definition;
  /** Of its ids: this and a number. */
  readonly prefix: string;
  /** The number of the first one; 1 unless it is set. */
  readonly first?: number;
  /** Lists the resources that the account holds at first, with other ids where some are given. */
  readonly listSeeds?: (ids?: readonly string[]) => readonly Seed[];
  readonly create: (made: Made) => Pick<Resource, "attributes" | "relationships">;
  /** Of the answer to a create; 200 everywhere else. */
  readonly createdStatus?: number;
  /** Finds what is wrong, beside the definition, with what a create asks for, or an update of this resource. */
  readonly errors?: (asked: JsonObject, all: All, updated?: Resource) => FieldErrors;
  /** What comes with it in an answer. */
  readonly included?: (resource: Resource, all: All) => readonly JsonObject[];
  /** How it is updated and deleted, where the API has no documented operation for it. */
  readonly undocumented?: UpdateAndDelete;
}

/** A resource that the account holds at first. */
export interface Seed {
  readonly id: string;
  /** What a request would have asked for. */
  readonly asked: JsonObject;
}

/** What an update and a delete do to the account: the sandbox's own choice, because the API documents neither. */
export interface UpdateAndDelete {
  /** Changes what the body sets. Fields that no update takes stay as they are. */
  readonly update: (resource: Resource, body: JsonObject, all: All) => void;
  /** Explains why the resource cannot be deleted, if it cannot. */
  readonly explainConflict: (resource: Resource, all: All) => string | undefined;
  /** Takes the resource out of all that links to it, and removes what cannot exist without it. */
  readonly detach: (resource: Resource, all: All, remove: (type: string, id: string) => void) => void;
}

/** What a new resource is made from. */
export interface Made {
  readonly id: string;
  /** The number in its id. */
  readonly number: number;
  /** The fields of the body, and the arguments in the path. */
  readonly asked: JsonObject;
  /** All that is there without it. */
  readonly all: All;
  /** Makes one that comes with it. */
  readonly add: (type: string, asked: JsonObject) => Resource;
}

export const now = "2026-03-09T12:00:00Z";

export function one(type: string, id: string | null): Relationship {
  return { data: id === null ? null : { type, id } };
}

export function many(type: string, ...ids: string[]): Relationship {
  return { data: ids.map((id) => ({ type, id })) };
}

/** Adds another one to a relationship to many. */
export function link(relationship: Relationship | undefined, type: string, id: string): void {
  if (Array.isArray(relationship?.data)) relationship.data.push({ type, id });
}

/** Takes these out of a relationship to many. */
export function unlink(relationship: Relationship | undefined, ids: readonly string[]): void {
  if (relationship === undefined || !Array.isArray(relationship.data)) return;
  relationship.data = relationship.data.filter(({ id }) => !ids.includes(id));
}

/** The ids of all that it links to. */
export function idsOf(relationship: Relationship | undefined): string[] {
  return [relationship?.data ?? []].flat().map(({ id }) => id);
}

export function slugOf(name: Json | undefined, otherwise: string): string {
  const words = String(name)
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join("-") ?? otherwise;
}
