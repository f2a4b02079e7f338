/** Finds every mistake in the arguments of a resource at once, before anything is sent. */

import type { JsonObject } from "../api/http/json.js";
import { createArgumentSchema } from "../api/schemas.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { providerKey } from "../definitions/names.js";
import { findClosestName } from "../definitions/spelling.js";
import { isUnknown } from "./resource.js";
import type { Session } from "./session.js";

export interface CheckFailure {
  /** Always empty: the engine prints the value of a property that a failure names, and the value may be a secret. */
  readonly property: "";
  readonly reason: string;
}

/** Creates the function that checks the arguments of a resource, and the configuration. */
export function createCheck(definition: Definition, session: Session): (inputs: JsonObject) => CheckFailure[] {
  const { names } = definition;
  const known = listArgumentNames(definition);
  const allowsUnlistedValues = () => session.settings.values.allowUnlistedValues === true;
  const schemas = definition.arguments.map(
    (argument) => [argument.name, createArgumentSchema(argument, allowsUnlistedValues)] as const,
  );

  function describeUnknownArgument(name: string): string {
    const meant = findClosestName(name, known);
    const rest = meant === undefined ? `; its arguments are ${known.join(", ")}` : `. Did you mean ${meant}?`;
    return `${names.class} has no argument ${name}${rest}`;
  }

  return (inputs) => {
    const unknown = Object.keys(inputs).filter((name) => name !== providerKey && !known.includes(name));
    const mistakes = schemas.flatMap(([name, schema]) => {
      const { error } = isUnknown(inputs[name]) ? {} : schema.safeParse(inputs[name]);
      return (error?.issues ?? []).map(({ message }) => `${name} ${message}`);
    });
    const reasons = [...session.settings.problems, ...unknown.map(describeUnknownArgument), ...mistakes];
    return [...new Set(reasons)].map((reason) => ({ property: "", reason }));
  };
}
