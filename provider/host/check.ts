/** Finds every mistake in the arguments of a resource at once, before anything is sent. */

import type { JsonObject } from "../api/http/json.js";
import { createArgumentSchema } from "../api/schemas.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { hiddenProperties, providerKey } from "../definitions/names.js";
import { formatOperationsCommand } from "../definitions/settings.js";
import { findClosestName } from "../definitions/spelling.js";
import { isUnknown } from "./resource.js";
import type { Session } from "./session.js";
import { hasConsent } from "./state.js";

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
    const unknown = Object.keys(inputs).filter((name) => !reserved.includes(name) && !known.includes(name));
    const mistakes = schemas.flatMap(([name, schema]) => {
      const { error } = isUnknown(inputs[name]) ? {} : schema.safeParse(inputs[name]);
      return (error?.issues ?? []).map(({ message }) => `${name} ${message}`);
    });
    const consent = hasConsent(inputs) ? findConsentMistake(definition, session) : [];
    const reasons = [...session.settings.problems, ...unknown.map(describeUnknownArgument), ...mistakes, ...consent];
    return [...new Set(reasons)].map((reason) => ({ property: "", reason }));
  };
}

/** What the program's process adds to the arguments. */
const reserved: readonly string[] = [providerKey, hiddenProperties.deletable];

/** Finds why the package could not or must not delete a resource, although its program consents. */
function findConsentMistake({ names, deletion }: Definition, { settings }: Session): string[] {
  const { operations } = settings.values;
  if (deletion !== "with consent") {
    return [
      `retainOnDelete cannot be false, because no ${names.label} is ever deleted: ${deletion.never}. Leave it out`,
    ];
  }
  // What is wrong with the setting is a mistake of its own.
  if (operations === undefined || operations.includes("delete")) return [];
  const command = formatOperationsCommand([...operations, "delete"]);
  return [
    `retainOnDelete cannot be false, because the API documents no delete. Leave it out, or, if your API has one, name it. ${command}`,
  ];
}
