/** Refuses two resources of one program for one cache: each `up` would turn the settings of the other back. */

import * as pulumi from "@pulumi/pulumi";

/** Cache id → name of the resource that has it, for each explicit provider, else for each run of a program. */
const claims = new WeakMap<object, Map<string, string>>();

/** Wherever the program knows the id: at once where it is plain text, else before the resource is registered. */
export function claimCache(
  cacheId: pulumi.Input<string>,
  name: string,
  options: pulumi.CustomResourceOptions = {},
): pulumi.Input<string> {
  const owner =
    options.provider ??
    options.parent?.getProvider("pulumi-nodejs:dynamic/apphosting:Cache") ??
    pulumi.runtime.getStackResource();
  // A unit test with mocks has no stack.
  if (owner === undefined || cacheId === undefined) return cacheId;
  const take = (id: string) => claim(owner, id, name);
  return typeof cacheId === "string" ? take(cacheId) : pulumi.output(cacheId).apply(take);
}

function claim(owner: object, cacheId: string, name: string): string {
  const taken = claims.get(owner) ?? new Map<string, string>();
  claims.set(owner, taken);
  const other = taken.get(cacheId);
  if (other !== undefined) {
    const error = new pulumi.RunError(
      `Cache "${name}": Cache "${other}" of this program has the same cacheId. Each update would turn back the settings ` +
        "of the other: state all settings of a cache in one resource.",
    );
    // Nobody shows it, and Node 20.20 takes half a minute to colour the SDK's lines in it.
    error.stack = "";
    throw error;
  }
  taken.set(cacheId, name);
  return cacheId;
}
