/** The sandbox's account: what it holds at first, and the kinds of resources in it. */

import { applications } from "./application.js";
import { caches, newCache } from "./cache.js";
import { environments, newEnvironment } from "./environment.js";
import { one, type Resource, type SandboxKind } from "./model.js";

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

export const kinds: readonly SandboxKind<SandboxState>[] = [applications, environments, caches];
