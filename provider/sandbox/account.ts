/** The sandbox's account: what it holds at first, and the operations on it. */

import { createApplication } from "./application.js";
import { newCache, updateCache } from "./cache.js";
import { createEnvironment, newEnvironment } from "./environment.js";
import { one, type Resource, type Route } from "./resource.js";

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

export const routes: readonly Route<SandboxState>[] = [createApplication, createEnvironment, updateCache];
