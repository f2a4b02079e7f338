import * as pulumi from "@pulumi/pulumi";

/**
 * Refuses what the engine would not keep: a Date or a Map is an empty object to it, so that a change of one is none. What an
 * output or a promise will be is not known yet.
 *
 * @throws RunError
 */
export function checkPlain(value: unknown, label: string): void {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return;
  if (value === null || ["string", "number", "boolean", "undefined"].includes(typeof value)) return;
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
