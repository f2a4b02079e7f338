/** What a program hands over; one in JavaScript may hand over anything. */

import * as pulumi from "@pulumi/pulumi";

/** Whether only the engine will know it. */
export function isLater(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/**
 * Arguments, of which null counts as none.
 *
 * @throws RunError for arguments in one output, of which nothing but its type could be said
 */
export function plainArguments<Args extends object>(resource: string, args: Args | null | undefined): Partial<Args> {
  if (isLater(args)) {
    throw new pulumi.RunError(
      `${resource}: its arguments are one output or promise. Pass an object: each of its values can be an output.`,
    );
  }
  return args ?? {};
}

/** Options as well. The SDK does not expect null in each of them. */
export function plainOptions<Options extends object>(options: Options | null | undefined): Partial<Options> {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== null)) as Partial<Options>;
}

/**
 * Refuses what the engine would not keep: a Date or a Map is an empty object to it, so that a change of one is none.
 *
 * @throws RunError
 */
export function checkPlain(value: unknown, label: string): void {
  if (isLater(value) || value === null || ["string", "number", "boolean", "undefined"].includes(typeof value)) return;
  const isPlain = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
  if (typeof value !== "object" || !isPlain) {
    const type = typeof value === "object" ? (value.constructor?.name ?? "class instance") : typeof value;
    throw new pulumi.RunError(
      `${label} is a ${type}, whose changes the engine does not see. Pass text, a number, true, false, or a list or an object of ` +
        `these${value instanceof Date ? ": toISOString() of the date" : ""}.`,
    );
  }
  for (const [key, inside] of Object.entries(value)) checkPlain(inside, `${label}.${key}`);
}
