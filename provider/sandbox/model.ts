/**
 * Resources as the API shows them. Every documented attribute has a value, and every relationship an entry. Time stands still, and
 * ids count up, so that the same program gives the same outputs each time.
 */

import type { Json, JsonObject } from "../api/http/json.js";
import type { DocumentedDefinition } from "../definitions/definition.js";
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

export interface SandboxResponse {
  readonly status: number;
  /** Undefined stands for an empty body. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Lists the resources of a type that the account holds. */
export type ListResources = (type: string) => readonly Resource[];

/** What the requests of one type of resource do, beside what its definition says. */
export interface ResourceModel {
  /** The operations, and what their bodies have to be. */
  readonly definition: DocumentedDefinition;
  /** Each id is this prefix and a number. */
  readonly prefix: string;
  /** The number of the first resource. It is 1 unless it is set. */
  readonly firstNumber?: number;
  /** Lists the resources that the account holds at first, with other ids where some are given. */
  readonly listSeeds?: (ids?: readonly string[]) => readonly Seed[];
  readonly create: (request: CreateRequest) => Pick<Resource, "attributes" | "relationships">;
  /** The status of the response to a create. It is 200 unless it is set, as that of every other operation. */
  readonly createStatus?: number;
  /** Finds what the definition does not forbid, but the account does, in a create, or in an update of the resource `updated`. */
  readonly findErrors?: (fields: JsonObject, listResources: ListResources, updated?: Resource) => FieldErrors;
  /** Lists what a response includes beside the resource. */
  readonly listIncluded?: (resource: Resource, listResources: ListResources) => readonly JsonObject[];
  /** How the resource is updated and deleted, where the API documents neither. */
  readonly undocumented?: UpdateAndDelete;
}

/** A resource that the account holds at first. */
export interface Seed {
  readonly id: string;
  /** The fields of a request that would have made it. */
  readonly fields: JsonObject;
}

/** What an update and a delete do to the account. All of it is the sandbox's own choice, because the API documents neither. */
export interface UpdateAndDelete {
  /** Changes what the body sets. Fields that no update takes stay as they are. */
  readonly update: (resource: Resource, body: JsonObject, listResources: ListResources) => void;
  /** Explains why the resource cannot be deleted, if it cannot. */
  readonly explainConflict?: (resource: Resource, listResources: ListResources) => string | undefined;
  /** Takes the resource out of all that links to it. */
  readonly detach?: (resource: Resource, listResources: ListResources) => void;
}

/** What a new resource is made from. */
export interface CreateRequest {
  readonly id: string;
  /** The number in the id. */
  readonly number: number;
  /** The fields of the body, and the arguments in the path. */
  readonly fields: JsonObject;
  /** Lists the resources without the new one. */
  readonly listResources: ListResources;
  /** Adds another resource, which the API makes together with this one. */
  readonly addResource: (type: string, fields: JsonObject) => Resource;
}

/** The time at which everything in the sandbox was created. */
export const sandboxTime = "2026-03-09T12:00:00Z";

/** Makes a relationship to one resource, or to none. */
export function linkToOne(type: string, id: string | null): Relationship {
  return { data: id === null ? null : { type, id } };
}

/** Makes a relationship to any number of resources. */
export function linkToMany(type: string, ...ids: string[]): Relationship {
  return { data: ids.map((id) => ({ type, id })) };
}

/** Adds a resource to a relationship to many. */
export function addLink(relationship: Relationship | undefined, type: string, id: string): void {
  if (Array.isArray(relationship?.data)) relationship.data.push({ type, id });
}

/** Takes resources out of a relationship to many. */
export function removeLinks(relationship: Relationship | undefined, ids: readonly string[]): void {
  if (relationship === undefined || !Array.isArray(relationship.data)) return;
  relationship.data = relationship.data.filter(({ id }) => !ids.includes(id));
}

/** Lists the ids of the resources that a relationship links to. */
export function listLinkedIds(relationship: Relationship | undefined): string[] {
  return [relationship?.data ?? []].flat().map(({ id }) => id);
}

/** Makes a slug from a name, or returns `otherwise` where the name has no ASCII letter or digit. */
export function makeSlug(name: Json | undefined, otherwise: string): string {
  const words = String(name)
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join("-") ?? otherwise;
}
