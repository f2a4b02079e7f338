/** What a constructor refuses: a resource would be lost or created twice, or two would undo each other's changes. */

import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definitions/definition.js";

export function isDeferred(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** Whether a value is a resource of a class, also of another copy of the package. */
export function isResourceOf({ names }: Definition, value: unknown): boolean {
  return pulumi.CustomResource.isInstance(value) && (value as { __pulumiType?: unknown }).__pulumiType === names.token;
}

/** @throws RunError for a single output or promise, whose members the constructor can't know */
export function checkArguments(resource: string, args: object | null | undefined): pulumi.Inputs {
  if (isDeferred(args)) {
    throw new pulumi.RunError(
      `${resource}: its arguments are a single output or promise. Pass an object: each of its values can be an output.`,
    );
  }
  return { ...args };
}

/** Without a stack: for an error of an output, Node 20.20 takes half a minute to color the SDK's lines. */
export function createError(message: string): pulumi.RunError {
  return Object.assign(new pulumi.RunError(message), { stack: "" });
}

/** A program in JavaScript can have options of null, which the SDK doesn't expect. */
export function dropNullOptions<Options extends object>(options: Options | null | undefined): Partial<Options> {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== null)) as Partial<Options>;
}

/** @throws RunError */
export function refuseImport(
  { names, idArgument }: Definition,
  resource: string,
  options: pulumi.CustomResourceOptions,
): void {
  if (options.import === undefined) return;
  throw new pulumi.RunError(
    `${resource}: import can't work, because no read returns all required arguments. ` +
      `To adopt an existing resource, set ${idArgument} to its id instead. ` +
      `To use one that the stack doesn't manage, use ${names.class}.get.`,
  );
}

/** @throws RunError for a retained resource, unless its create is a PATCH, which can be repeated */
export function refuseDeleteFirst(
  { create }: Definition,
  resource: string,
  { retainOnDelete, deleteBeforeReplace }: pulumi.CustomResourceOptions,
): void {
  if (!retainOnDelete || !deleteBeforeReplace || create.method !== "POST") return;
  throw new pulumi.RunError(
    `${resource}: deleteBeforeReplace can't work, because the resource is retained: ` +
      "the engine would take the old one for deleted, " +
      "and if the create of the new one failed, every later preview would show a new one to create. " +
      "Leave deleteBeforeReplace out.",
  );
}

/** The names of the resources by class and reserved id, for each explicit provider and each run. */
const reservations = new WeakMap<object, Map<string, string>>();

/**
 * Reserves the id of an existing resource, and returns it.
 *
 * @throws RunError if another resource has reserved it: each would undo what the other sets
 */
export function reserveId(
  id: unknown,
  definition: Definition,
  name: string,
  options: pulumi.CustomResourceOptions,
): unknown {
  const { class: className, label, token } = definition.names;
  const { parent, provider = parent?.getProvider(token) } = options;
  const owner = provider ?? pulumi.runtime.getStackResource();
  // A unit test with mocks has no stack.
  if (owner === undefined || id === undefined) return id;
  const reserved = reservations.get(owner) ?? new Map<string, string>();
  reservations.set(owner, reserved);
  const reserve = (knownId: unknown) => {
    // The host reports a value of another type.
    if (typeof knownId !== "string") return knownId;
    const key = `${className} ${knownId}`;
    const other = reserved.get(key);
    reserved.set(key, other ?? name);
    if (other === undefined) return knownId;
    throw createError(
      `${className} "${name}": ${className} "${other}" of this program has the same ${definition.idArgument}. ` +
        `Each would undo what the other sets: manage each ${label} with one resource.`,
    );
  };
  return typeof id === "string" ? reserve(id) : pulumi.output(id).apply(reserve);
}
