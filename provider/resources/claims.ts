/** Refuses two resources of one program for one thing that exists: each would turn back what the other sets. */

import * as pulumi from "@pulumi/pulumi";
import type { Names } from "../definitions/names.js";
import { resourceType } from "./manager.js";

/** Kind and id → name of the resource that has it, for each explicit provider, else for each run of a program. */
const claims = new WeakMap<object, Map<string, string>>();

/** Wherever the program knows the id: at once where it is plain text, else before the resource is registered. */
export function claimed(
  id: unknown,
  { kind, argument, name }: { readonly kind: Names; readonly argument: string; readonly name: string },
  { provider, parent }: pulumi.CustomResourceOptions,
): unknown {
  const owner = provider ?? parent?.getProvider(resourceType(kind.class)) ?? pulumi.runtime.getStackResource();
  // A unit test with mocks has no stack.
  if (owner === undefined || id === undefined) return id;
  const taken = claims.get(owner) ?? new Map<string, string>();
  claims.set(owner, taken);
  const claim = (known: unknown) => {
    // Where it is no id, the host says what is wrong with it.
    if (typeof known !== "string") return known;
    const other = taken.get(`${kind.code} ${known}`);
    if (other !== undefined) {
      const error = new pulumi.RunError(
        `${kind.class} "${name}": ${kind.class} "${other}" of this program has the same ${argument}. Each would turn back what the ` +
          `other sets: set all of one ${kind.words} in one resource.`,
      );
      // Nobody shows it, and Node 20.20 takes half a minute to colour the SDK's lines in it.
      error.stack = "";
      throw error;
    }
    taken.set(`${kind.code} ${known}`, name);
    return known;
  };
  return typeof id === "string" ? claim(id) : pulumi.output(id).apply(claim);
}
