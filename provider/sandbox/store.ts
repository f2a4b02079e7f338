/** The sandbox's memory: an account with three caches, and what requests made of it. */

import type { JsonObject } from "../api/json.js";
import { cache as definition } from "../definitions/cache.js";
import { wireNames } from "../definitions/definition.js";
import { type AllFieldNames, defaultFieldNames } from "../definitions/field-names.js";
import { newApplication, newCache, newEnvironment, one, type Resource } from "./resources.js";

/** All that is in the account. */
export interface SandboxState {
  applications: Resource[];
  environments: Resource[];
  caches: Resource[];
}

/**
 * `env-0` is there for `cache-1` to be in use. Its application is not: what a program creates is then all that the
 * account has, and easy to count.
 */
export function freshState(): SandboxState {
  const environment = newEnvironment(0, "app-0", { name: "seeded", branch: "main" });
  environment.relationships.cache = one("caches", "cache-1");
  return {
    applications: [],
    environments: [environment],
    caches: [
      newCache(1, "sessions", "250mb", environment.id),
      newCache(2, "pages", "valkey-pro.1gb"),
      newCache(3, "queue", "managed.cache.t4g.small"),
    ],
  };
}

/** A new application comes with an environment; the application shows no build command, so that is where it goes. */
export function addApplication(state: SandboxState, asked: JsonObject): Resource {
  const number = state.applications.length + 1;
  const environment = newEnvironment(state.environments.length, `app-${number}`, {
    name: "main",
    branch: "main",
    build_command: asked.build_command ?? null,
  });
  const application = newApplication(number, asked, environment);
  state.environments.push(environment);
  state.applications.push(application);
  return application;
}

export function addEnvironment(state: SandboxState, application: Resource, asked: JsonObject): Resource {
  const environment = newEnvironment(state.environments.length, application.id, asked);
  state.environments.push(environment);
  for (const [name, ids] of Object.entries({
    environments: [{ type: "environments", id: environment.id }],
    deployments: environment.relationships.deployments?.data,
  })) {
    const listed = application.relationships[name]?.data;
    if (Array.isArray(listed) && Array.isArray(ids)) listed.push(...ids);
  }
  return environment;
}

export function hasEnvironmentNamed(state: SandboxState, application: Resource, name: unknown): boolean {
  const { data } = application.relationships.environments ?? { data: [] };
  const ids = Array.isArray(data) ? data.map(({ id }) => id) : [];
  return state.environments.some(({ id, attributes }) => ids.includes(id) && attributes.name === name);
}

/** Changes what is stated and nothing else; a field that the API does not know is dropped without a word. */
export function changeCache(cache: Resource, names: AllFieldNames, asked: JsonObject): void {
  const fields = wireNames(definition, names);
  for (const [argument, attribute] of Object.entries(wireNames(definition, defaultFieldNames))) {
    const value = asked[fields[argument] as string];
    if (value !== undefined) cache.attributes[attribute] = value;
  }
}
