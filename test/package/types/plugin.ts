import type * as dynamic from "pulumi-apphosting";
import { Application, Cache, type CacheArgs, Environment, Provider, Region } from "pulumi-apphosting/plugin";

/** The same types, whatever manages the resources. */
const args: dynamic.CacheArgs & CacheArgs = { cacheId: "cache-1", name: "sessions" };
export const cache: dynamic.Cache = new Cache("sessions", args, { provider: new Provider("press", { token: "t" }) });
export const web: dynamic.Application = new Application("web", {
  name: "Web shop",
  sourceControlProvider: "hostA",
  region: Region.EuCentral1,
});
export const staging: dynamic.Environment = new Environment("staging", {
  applicationId: web.id,
  name: "staging",
  branch: "main",
});

// @ts-expect-error: cacheId is missing
export const one = new Cache("one", { name: "sessions" });
