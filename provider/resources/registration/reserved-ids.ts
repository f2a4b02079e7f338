/** Refuses a second resource of one program for the same existing thing, because each would turn back what the other sets. */

import * as pulumi from "@pulumi/pulumi";
import type { DocumentedDefinition } from "../../definitions/definition.js";
import { formatTypeToken } from "../../definitions/state-names.js";

/**
 * The name of the resource that has reserved an id, by the class and the id. There is one map for each explicit provider, whose
 * account may have the same ids as another, and one for each run of a program.
 */
const reservations = new WeakMap<object, Map<string, string>>();

/**
 * Reserves the id of an existing thing for a resource, and returns the id. An id that the program does not know yet is reserved
 * before the engine registers the resource.
 *
 * @throws RunError where another resource has reserved it
 */
export function reserveId(
  id: unknown,
  definition: DocumentedDefinition,
  name: string,
  options: pulumi.CustomResourceOptions,
) {
  const { class: className, words } = definition.names;
  const { provider, parent } = options;
  const owner = provider ?? parent?.getProvider(formatTypeToken(className)) ?? pulumi.runtime.getStackResource();
  // A unit test with mocks has no stack.
  if (owner === undefined || id === undefined) return id;
  const reserved = reservations.get(owner) ?? new Map<string, string>();
  reservations.set(owner, reserved);
  const reserve = (knownId: unknown) => {
    // A value of another type is no id. The host reports it.
    if (typeof knownId !== "string") return knownId;
    const key = `${className} ${knownId}`;
    const other = reserved.get(key);
    reserved.set(key, other ?? name);
    if (other === undefined) return knownId;
    const error = new pulumi.RunError(
      `${className} "${name}": ${className} "${other}" of this program has the same ${definition.idArgument.name}. ` +
        `Each would turn back what the other sets: set all of one ${words} in one resource.`,
    );
    // The engine does not show the stack, but Node 20.20 takes half a minute to colour the SDK's lines in it.
    error.stack = "";
    throw error;
  };
  return typeof id === "string" ? reserve(id) : pulumi.output(id).apply(reserve);
}
