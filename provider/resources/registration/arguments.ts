/** Reads what a program hands over. A program in JavaScript may hand over anything. */

import * as pulumi from "@pulumi/pulumi";
import { formatTypeToken } from "../../definitions/state-names.js";

/** Whether the program hands over an output or a promise, whose value it does not know yet. */
export function isDeferred(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/**
 * Reads the arguments of a resource or a provider. Null counts as no arguments.
 *
 * @throws RunError where all arguments are one output, because nothing of them but their type would be known
 */
export function takeArguments<Args extends object>(resource: string, args: Args | null | undefined): Partial<Args> {
  if (isDeferred(args)) {
    throw new pulumi.RunError(
      `${resource}: its arguments are one output or promise. Pass an object: each of its values can be an output.`,
    );
  }
  return args ?? {};
}

/** Reads options, and drops those of null: the SDK does not expect null in each of them. */
export function takeOptions<Options extends object>(options: Options | null | undefined): Partial<Options> {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== null)) as Partial<Options>;
}

/**
 * Refuses a value that the engine does not keep. A Date or a Map, for instance, is an empty object to it, so that it would not see
 * a change.
 *
 * @throws RunError
 */
export function checkPlainValue(value: unknown, label: string): void {
  if (isDeferred(value) || value === null || ["string", "number", "boolean", "undefined"].includes(typeof value))
    return;
  const isPlain = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
  if (typeof value !== "object" || !isPlain) {
    const type = typeof value === "object" ? (value.constructor?.name ?? "class instance") : typeof value;
    throw new pulumi.RunError(
      `${label} is a ${type}, whose changes the engine does not see. Pass text, a number, true, false, or a list or an object of ` +
        `these${value instanceof Date ? ": toISOString() of the date" : ""}.`,
    );
  }
  for (const [key, inside] of Object.entries(value)) checkPlainValue(inside, `${label}.${key}`);
}

/** Whether a value is a resource of a class, also one that another copy of the package has made. */
export function isOfClass(value: unknown, className: string): value is pulumi.CustomResource {
  if (!pulumi.CustomResource.isInstance(value)) return false;
  return (value as { __pulumiType?: unknown }).__pulumiType === formatTypeToken(className);
}
