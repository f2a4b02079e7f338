/** Refuses two resources of one program for one thing that exists: each would turn back what the other states. */

import * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../definitions/state.js";

/** Kind and id → name of the resource that has it, for each explicit provider, else for each run of a program. */
const claims = new WeakMap<object, Map<string, string>>();

/** What says which one it is. */
export interface Claim {
  readonly kind: string;
  readonly argument: string;
  /** Name of the resource. */
  readonly name: string;
}

/** Wherever the program knows the id: at once where it is plain text, else before the resource is registered. */
export function claimed(
  id: pulumi.Input<unknown>,
  claim: Claim,
  options: pulumi.CustomResourceOptions,
): pulumi.Input<unknown> {
  const owner =
    options.provider ?? options.parent?.getProvider(typeToken(claim.kind)) ?? pulumi.runtime.getStackResource();
  // A unit test with mocks has no stack.
  if (owner === undefined || id === undefined || id === null) return id;
  const take = (known: unknown) => takeOnce(owner, known, claim);
  return typeof id === "string" ? take(id) : pulumi.output(id).apply(take);
}

function takeOnce(owner: object, id: unknown, { kind, argument, name }: Claim): unknown {
  // No id: nothing is claimed, and the host says what is wrong with it.
  if (typeof id !== "string") return id;
  const taken = claims.get(owner) ?? new Map<string, string>();
  claims.set(owner, taken);
  const key = `${kind} ${id}`;
  const other = taken.get(key);
  if (other !== undefined) {
    const error = new pulumi.RunError(
      `${kind} "${name}": ${kind} "${other}" of this program has the same ${argument}. Each would turn back what the ` +
        `other states: state all of one ${kind.toLowerCase()} in one resource.`,
    );
    // Nobody shows it, and Node 20.20 takes half a minute to colour the SDK's lines in it.
    error.stack = "";
    throw error;
  }
  taken.set(key, name);
  return id;
}
