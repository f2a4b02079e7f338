/** The sandbox's account: the kinds of resources in it, what it holds at first, and how one more comes into it. */

import type { JsonObject } from "../api/json.js";
import { applications } from "./application.js";
import { caches } from "./cache.js";
import { environments } from "./environment.js";
import type { All, Resource } from "./model.js";

/** By the type that the API gives their resources. */
export const kinds = { applications, environments, caches };

export type ResourceType = keyof typeof kinds;
export const types = Object.keys(kinds) as ResourceType[];

/** All that is in the account. */
export interface SandboxState extends Record<ResourceType, Resource[]> {}

export function freshState(): SandboxState {
  const state = Object.fromEntries(types.map((type) => [type, [] as Resource[]])) as Record<ResourceType, Resource[]>;
  for (const type of types) {
    for (const asked of kinds[type].seeds ?? []) add(state, type, asked);
  }
  return state;
}

export function allOf(state: SandboxState): All {
  return (type) => state[type as ResourceType];
}

/** Makes one as asked: by the fields of a body, and the arguments in its path. */
export function add(state: SandboxState, type: ResourceType, asked: JsonObject): Resource {
  const { prefix, first = 1, create } = kinds[type];
  const number = state[type].length + first;
  const id = `${prefix}-${number}`;
  const addAnother = (other: string, asked: JsonObject) => add(state, other as ResourceType, asked);
  const contents = create({ id, number, asked, all: allOf(state), add: addAnother });
  const resource = { id, type, ...contents };
  state[type].push(resource);
  return resource;
}
