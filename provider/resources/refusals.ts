/**
 * What a constructor refuses. Without it, a program that asks for what cannot work would lose a resource, create a second one, or have two
 * resources turn back each other's settings, and its author would see that only later, in the account.
 */

import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definitions/definition.js";

/** Whether the program hands over an output or a promise, whose value it does not know yet. */
export function isDeferred(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** Whether a value is a resource of a class, also one that another copy of the package has made. */
export function isResourceOf({ names }: Definition, value: unknown): boolean {
  return pulumi.CustomResource.isInstance(value) && (value as { __pulumiType?: unknown }).__pulumiType === names.token;
}

/**
 * Reads the arguments of a resource or a provider. A program in JavaScript can leave them out.
 *
 * @throws RunError where all arguments are one output, because nothing of them but their type would be known, and for malformed text
 */
export function checkArguments(resource: string, args: object | null | undefined): pulumi.Inputs {
  if (isDeferred(args)) {
    throw new pulumi.RunError(
      `${resource}: its arguments are a single output or promise. Pass an object: each of its values can be an output.`,
    );
  }
  refuseMalformedText(resource, `The name of ${resource}`);
  return checkEntries(args ?? {}, `${resource}: `);
}

function checkEntries(values: object, prefix: string): Record<string, unknown> {
  const entries = Object.entries(values).map(([key, value]) => {
    const label = prefix + key;
    refuseMalformedText(key, label);
    return [key, checkText(value, label)];
  });
  return Object.fromEntries(entries);
}

/**
 * Checks all text in a value, and returns the value. What the program does not know yet is checked as soon as it is known.
 *
 * @throws RunError for malformed text
 */
export function checkText(value: unknown, label: string): unknown {
  const check = (known: unknown) => checkText(known, label);
  if (typeof value === "string") refuseMalformedText(value, label);
  if (pulumi.Output.isInstance(value)) return value.apply(check);
  if (value instanceof Promise) return value.then(check);
  if (Array.isArray(value)) return value.map((item, index) => checkText(item, `${label}.${index}`));
  if (typeof value === "object" && value !== null && isPlainObject(value)) return checkEntries(value, `${label}.`);
  return value;
}

/**
 * Refuses half of a surrogate pair, which UTF-8 cannot write. The engine would not take the registration, and name neither the argument nor the
 * resource: before any check, so that the host cannot report it.
 */
function refuseMalformedText(text: string, label: string): void {
  if (text.isWellFormed()) return;
  throw createError(`${label} has half of a character, such as an emoji that \`slice\` cut in two.`.toWellFormed());
}

/**
 * Creates an error that can come of an output. The engine does not show its stack, but Node 20.20 takes half a minute to colour the SDK's lines in
 * one.
 */
export function createError(message: string): pulumi.RunError {
  return Object.assign(new pulumi.RunError(message), { stack: "" });
}

/** Reads options, and drops those of null, as a program in JavaScript can have them: the SDK does not expect null in each of them. */
export function dropNullOptions<Options extends object>(options: Options | null | undefined): Partial<Options> {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== null)) as Partial<Options>;
}

/** @throws RunError where the program wants to read a resource that the stack then manages: no read returns all of its arguments */
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

/**
 * Refuses a value that the engine does not keep. A Date or a Map, for instance, is an empty object to it, so that it would not see
 * a change.
 *
 * @throws RunError
 */
export function refuseOpaqueValue(value: unknown, label: string): void {
  if (isDeferred(value) || value === null || ["string", "number", "boolean", "undefined"].includes(typeof value))
    return;
  if (typeof value !== "object" || !(Array.isArray(value) || isPlainObject(value))) {
    const noPrototype = typeof value === "object" && Object.getPrototypeOf(value) === null;
    const type = typeof value === "object" ? (value.constructor?.name ?? "class instance") : typeof value;
    throw new pulumi.RunError(
      `${label} is ${noPrototype ? "an object without a prototype" : `a ${type}`}, ` +
        "and the engine doesn't see its changes. " +
        "Pass text, a number, true, false, or a list or an object of these" +
        `${value instanceof Date ? ": toISOString() of the date" : ""}.`,
    );
  }
  for (const [key, inside] of Object.entries(value)) refuseOpaqueValue(inside, `${label}.${key}`);
}

/** Whether a value is an object as a literal makes one, also one of another realm, such as a test runner's. The SDK needs its prototype. */
function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype !== null && Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}

/**
 * Refuses to delete the old resource of a replacement first where it is retained. The engine would take it for gone before it creates the
 * next one. Where that create fails, the engine wants a new resource from then on, also if the program goes back. To adopt one twice does
 * no harm.
 *
 * @throws RunError
 */
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

function findProvider(
  { names }: Definition,
  { provider, parent }: pulumi.CustomResourceOptions,
): pulumi.ProviderResource | undefined {
  return provider ?? parent?.getProvider(names.token);
}

/**
 * The name of the resource that has reserved an id, by the class and the id. There is one map for each explicit provider, whose
 * account may have the same ids as another, and one for each run of a program.
 */
const reservations = new WeakMap<object, Map<string, string>>();

/**
 * Reserves the id of an existing thing for one resource of a program, because a second one would turn back what this one sets. Returns the
 * id. One that the program does not know yet is reserved before the engine registers the resource.
 *
 * @throws RunError where another resource has reserved it
 */
export function reserveId(
  id: unknown,
  definition: Definition,
  name: string,
  options: pulumi.CustomResourceOptions,
): unknown {
  const { class: className, label } = definition.names;
  const owner = findProvider(definition, options) ?? pulumi.runtime.getStackResource();
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
    throw createError(
      `${className} "${name}": ${className} "${other}" of this program has the same ${definition.idArgument}. ` +
        `Each would undo what the other sets: manage each ${label} with one resource.`,
    );
  };
  return typeof id === "string" ? reserve(id) : pulumi.output(id).apply(reserve);
}
