/** The sandbox's account: the kinds of resources in it, what it holds at first, and how resources come and go. */

import type { JsonObject } from "../api/json.js";
import { applications } from "./application.js";
import { caches } from "./cache.js";
import { environments } from "./environment.js";
import type { All, Resource, SandboxKind } from "./model.js";

/** By the type that the API gives their resources. */
export const kinds = { applications, environments, caches } satisfies Record<string, SandboxKind>;

export type ResourceType = keyof typeof kinds;
export const types = Object.keys(kinds) as ResourceType[];

/** All that is in the account. */
export interface SandboxState extends Record<ResourceType, Resource[]> {}

/** The account, with what it remembers beside its resources. */
export interface Contents {
  readonly state: SandboxState;
  /** The number of the next resource of each type: no id comes twice, also after a delete. */
  readonly nextNumbers: Record<ResourceType, number>;
  /** The resources whose delete is accepted but not done, each with the number of reads that still find it. */
  readonly deletions: Map<Resource, number>;
}

/** Ids that take the place of the default ones, for the resources of a type that the account holds at first. */
export type SeedIds = Readonly<Partial<Record<ResourceType, readonly string[]>>>;

export function freshContents(seedIds: SeedIds = {}): Contents {
  const ofEachType = <Value>(make: (kind: SandboxKind) => Value) =>
    Object.fromEntries(types.map((type) => [type, make(kinds[type])])) as Record<ResourceType, Value>;
  const contents = {
    state: ofEachType((): Resource[] => []),
    nextNumbers: ofEachType(({ first = 1 }) => first),
    deletions: new Map<Resource, number>(),
  };
  for (const type of types) {
    const { listSeeds }: SandboxKind = kinds[type];
    for (const { id, asked } of listSeeds?.(seedIds[type]) ?? []) add(contents, type, asked, id);
  }
  return contents;
}

export function allOf({ state }: Contents): All {
  return (type) => state[type as ResourceType];
}

/** Makes a resource as asked: by the fields of a body and the arguments in its path. Without an id, it gets the next one. */
export function add(contents: Contents, type: ResourceType, asked: JsonObject, givenId?: string): Resource {
  const { prefix, create }: SandboxKind = kinds[type];
  const number = contents.nextNumbers[type]++;
  const id = givenId ?? `${prefix}-${number}`;
  const addAnother = (other: string, asked: JsonObject) => add(contents, other as ResourceType, asked);
  const made = create({ id, number, asked, all: allOf(contents), add: addAnother });
  const resource = { id, type, ...made };
  contents.state[type].push(resource);
  return resource;
}

/** Removes a resource at once, with what cannot exist without it. */
export function remove(contents: Contents, type: ResourceType, id: string): void {
  const { undocumented }: SandboxKind = kinds[type];
  const resources = contents.state[type];
  const index = resources.findIndex((resource) => resource.id === id);
  const [resource] = index === -1 ? [] : resources.splice(index, 1);
  if (resource === undefined) return;
  contents.deletions.delete(resource);
  const removeAnother = (other: string, id: string) => remove(contents, other as ResourceType, id);
  undocumented?.detach(resource, allOf(contents), removeAnother);
}
