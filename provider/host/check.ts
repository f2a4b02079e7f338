/** Finds every mistake in the arguments of a resource at once, before anything is sent. */

import type { Json, JsonObject } from "../api/http/json.js";
import { createArgumentSchema } from "../api/schemas.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { hiddenProperties, providerKey } from "../definitions/names.js";
import { formatOperationsCommand } from "../definitions/settings.js";
import { makeSafe } from "./safe-text.js";
import { isUnknown, type Session } from "./session.js";
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

  const describeUnknownArgument = (name: string) =>
    `${names.class} has no argument ${makeSafe({ session }, name)}; its arguments are ${known.join(", ")}`;

  return (inputs) => {
    const unknown = Object.keys(inputs).filter((name) => !reserved.includes(name) && !known.includes(name));
    const mistakes = schemas.flatMap(([name, schema]) => {
      const { [name]: value } = inputs;
      if (holdsOutputAsText(value)) return [`${name} ${outputAsText}`];
      const { error } = isUnknown(value) ? {} : schema.safeParse(value);
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
      `retainOnDelete can't be false, because no ${names.label} is ever deleted: ${deletion.never}. Leave it out`,
    ];
  }
  // What is wrong with the setting is a mistake of its own.
  if (operations === undefined || operations.includes("delete")) return [];
  const command = formatOperationsCommand([...operations, "delete"]);
  return [
    `retainOnDelete can't be false, because the API documents no delete. Leave it out, or, if your API has one, add it. ${command}`,
  ];
}

const outputAsText =
  "has an output inside a template literal or JSON.stringify, which can't read its value. Use pulumi.interpolate or pulumi.jsonStringify instead";

/**
 * Whether a value, or a value inside it, is what Pulumi's SDK makes of an output that a program turns into text. It is the text of a warning,
 * which the API would accept as a branch, for instance.
 */
function holdsOutputAsText(value: Json | undefined): boolean {
  if (typeof value === "string") return /Calling \[to(String|JSON)\] on an \[Output<T>\] is not supported/.test(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsOutputAsText);
}
