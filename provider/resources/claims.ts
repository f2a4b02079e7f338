/** Refuses two resources of one program for one thing that exists: each would turn back what the other sets. */

import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definitions/definition.js";
import { resourceType } from "./manager.js";

/** Kind and id → name of the resource that has it, for each explicit provider, else for each run of a program. */
const claims = new WeakMap<object, Map<string, string>>();

/** The id, once it is claimed: at once where the program knows it, else before the resource is registered. */
export function claimed(id: unknown, definition: Definition, name: string, options: pulumi.CustomResourceOptions) {
  const { class: kind, words } = definition.names;
  const { provider, parent } = options;
  const owner = provider ?? parent?.getProvider(resourceType(kind)) ?? pulumi.runtime.getStackResource();
  // A unit test with mocks has no stack.
  if (owner === undefined || id === undefined) return id;
  const taken = claims.get(owner) ?? new Map<string, string>();
  claims.set(owner, taken);
  const claim = (known: unknown) => {
    // Where it is no id, the host says what is wrong with it.
    if (typeof known !== "string") return known;
    const other = taken.get(`${kind} ${known}`);
    taken.set(`${kind} ${known}`, other ?? name);
    if (other === undefined) return known;
    const says =
      `${kind} "${name}": ${kind} "${other}" of this program has the same ${definition.idArgument?.name}. ` +
      `Each would turn back what the other sets: set all of one ${words} in one resource.`;
    // Nobody shows the stack, and Node 20.20 takes half a minute to colour the SDK's lines in it.
    throw Object.assign(new pulumi.RunError(says), { stack: "" });
  };
  return typeof id === "string" ? claim(id) : pulumi.output(id).apply(claim);
}
