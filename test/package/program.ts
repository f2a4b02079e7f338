/** Accepted by each compiler. */

import type { Output } from "@pulumi/pulumi";
import { Application, Cache, Environment, Provider } from "pulumi-apphosting";
import { cache } from "pulumi-apphosting/host";
import { startSandbox } from "pulumi-apphosting/sandbox";

export const update = cache.update;
export const url: Promise<string> = startSandbox({ port: 0 }).then((sandbox) => sandbox.url);

/** Outputs that may be null are arguments. */
export function build(web: Application): Output<string | null> {
  const { organizationId: clusterId, region, buildCommand } = web;
  new Application("api", { name: "Shop API", sourceControlProvider: "hostA", clusterId, region });
  const place = { applicationId: web.id, branch: "main", clusterId };
  const { usesHibernation } = new Environment("staging", { ...place, name: "staging", buildCommand });
  const { size } = Cache.get("shared", "cache-2");
  return new Cache("sessions", { cacheId: "cache-1", name: "sessions", usesHibernation, size }).connectionUri;
}

/** What `get` reads is usable wherever the class is, also in the types that a library publishes. */
export const shared = Cache.get("shared", "cache-1");
export const live: Environment = Environment.get("live", shared.id, { applicationId: shared.cacheId });
export const press = new Provider("press", { token: "t", operations: ["read"], include: { Environment: ["branch"] } });
