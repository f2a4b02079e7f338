/** The account of the sandbox: the types of resources in it, what it holds at first, and how resources come and go. */

import type { JsonObject } from "../api/http/json.js";
import type { UndocumentedFieldNames } from "../definitions/field-names.js";
import { applications } from "./application.js";
import { caches } from "./cache.js";
import { environments } from "./environment.js";
import type { ListResources, Resource, ResourceModel } from "./model.js";

/** The model of each type, by the name that the API gives the type. */
export const models = { applications, environments, caches } satisfies Record<string, ResourceModel>;

export type ResourceType = keyof typeof models;
export const resourceTypes = Object.keys(models) as ResourceType[];

/** All that is in the account. */
export interface SandboxState extends Record<ResourceType, Resource[]> {}

/** The account, with what it remembers beside its resources. */
export interface Contents {
  readonly state: SandboxState;
  /** The number of the next resource of each type. No id comes twice, not even after a delete. */
  readonly nextNumbers: Record<ResourceType, number>;
  /** The resources whose delete is accepted but not done, each with the number of reads that still find it. */
  readonly deletions: Map<Resource, number>;
}

/** The account of a sandbox, with what its requests need. */
export interface Account {
  readonly token: string;
  readonly fieldNames: UndocumentedFieldNames;
  readonly contents: Contents;
  /** Whether the sandbox takes operations that the API does not document. */
  readonly operations?: boolean;
  /** How many reads still find a resource after its delete was accepted. It is 0 unless it is set. */
  readonly deletedAfterReads?: number;
}

/** Ids that take the place of the default ones, for the resources of a type that the account holds at first. */
export type SeedIds = Readonly<Partial<Record<ResourceType, readonly string[]>>>;

/** Creates what a new account holds. */
export function createContents(seedIds: SeedIds = {}): Contents {
  const mapTypes = <Value>(make: (model: ResourceModel) => Value) =>
    Object.fromEntries(resourceTypes.map((type) => [type, make(models[type])])) as Record<ResourceType, Value>;
  const contents = {
    state: mapTypes((): Resource[] => []),
    nextNumbers: mapTypes(({ firstNumber = 1 }) => firstNumber),
    deletions: new Map<Resource, number>(),
  };
  for (const type of resourceTypes) {
    const { listSeeds }: ResourceModel = models[type];
    for (const { id, fields } of listSeeds?.(seedIds[type]) ?? []) addResource(contents, type, fields, id);
  }
  return contents;
}

/** Creates the function by which a model sees the other resources of the account. */
export function createLister({ state }: Contents): ListResources {
  return (type) => state[type as ResourceType];
}

/**
 * Adds a resource to the account.
 *
 * @param fields the fields of a body, and the arguments in its path
 * @param givenId the id, where it is not to be the next one
 */
export function addResource(contents: Contents, type: ResourceType, fields: JsonObject, givenId?: string): Resource {
  const { prefix, create }: ResourceModel = models[type];
  const number = contents.nextNumbers[type]++;
  const id = givenId ?? `${prefix}-${number}`;
  const { attributes, relationships } = create({
    id,
    number,
    fields,
    listResources: createLister(contents),
    addResource: (other, otherFields) => addResource(contents, other as ResourceType, otherFields),
  });
  const resource = { id, type, attributes, relationships };
  contents.state[type].push(resource);
  return resource;
}

/** Removes a resource at once. */
export function removeResource(contents: Contents, type: ResourceType, id: string): void {
  const { undocumented }: ResourceModel = models[type];
  const resources = contents.state[type];
  const index = resources.findIndex((resource) => resource.id === id);
  const [resource] = index === -1 ? [] : resources.splice(index, 1);
  if (resource === undefined) return;
  contents.deletions.delete(resource);
  undocumented?.detach?.(resource, createLister(contents));
}
