/** Finds every mistake in the arguments of a resource at once, before anything is sent. */

import type { Json, JsonObject } from "../api/http/json.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { hiddenProperties, providerKey } from "../definitions/names.js";
import { findConsentObstacle } from "./deletion.js";
import * as mistakes from "./messages/mistakes.js";
import { isUnknown } from "./resource.js";
import type { Session } from "./session.js";
import { hasConsent } from "./state.js";

export interface CheckFailure {
  /** Always empty: the engine prints the value of a property that a failure names, and the value may be a secret. */
  readonly property: "";
  readonly reason: string;
}

/** Creates the function that checks the arguments of a resource, and the configuration. */
export function createCheck(
  definition: Definition,
  session: Session,
): (inputs: JsonObject, state: { isForeign: boolean; isForcedReplacement: boolean }) => CheckFailure[] {
  const known = listArgumentNames(definition);
  let schemas: ReturnType<typeof createSchemas> | undefined;

  return (inputs, { isForeign, isForcedReplacement }) => {
    const unknown = Object.keys(inputs).filter((name) => !reserved.includes(name) && !known.includes(name));
    schemas ??= createSchemas(definition, session.settings.values.allowUnlistedValues === true);
    const wrongValues = schemas.flatMap(([name, schema]) => {
      const { [name]: value } = inputs;
      if (holdsOutputAsText(value)) return [mistakes.describeOutputAsText(name)];
      const { error } = isUnknown(value) ? {} : schema.safeParse(value);
      return (error?.issues ?? []).map(({ message }) => `${name} ${message}`);
    });
    const obstacle = hasConsent(inputs) ? findConsentObstacle(definition, session) : undefined;
    const reasons = [
      ...session.settings.problems,
      ...unknown.map((name) => mistakes.describeUnknownArgument(definition, session, name)),
      ...wrongValues,
      ...(isForeign && inputs[definition.idArgument] === undefined ? [mistakes.describeForeignState(definition)] : []),
      ...(isForcedReplacement ? [mistakes.describeForeignReplacement(definition)] : []),
      ...(obstacle === undefined ? [] : [mistakes.describeConsentMistake(definition, session, obstacle)]),
    ];
    return [...new Set(reasons)].map((reason) => ({ property: "", reason }));
  };
}

/** Creates the schema of each argument. Zod is loaded with the first check, so that a refresh and a destroy do not wait for it. */
function createSchemas(definition: Definition, allowsUnlisted: boolean) {
  const { createArgumentSchema } = require("../api/schemas.js") as typeof import("../api/schemas.js");
  return definition.arguments.map(
    (argument) => [argument.name, createArgumentSchema(argument, allowsUnlisted)] as const,
  );
}

/** What the program's process adds to the arguments. */
const reserved: readonly string[] = [providerKey, hiddenProperties.deletable];

const outputAsText = /Calling \[to(String|JSON)\] on an \[Output<T>\] is not supported/;

/**
 * Whether a value, or a value inside it, is what Pulumi's SDK makes of an output that a program turns into text. It is the text of a warning,
 * which the API would accept as a branch, for instance.
 */
function holdsOutputAsText(value: Json | undefined): boolean {
  if (typeof value === "string") return outputAsText.test(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsOutputAsText);
}
