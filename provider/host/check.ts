/** Finds every mistake in the arguments of a resource at once, before anything is sent. */

import type { CheckFailure } from "@pulumi/pulumi/dynamic";
import type { Json, JsonObject } from "../api/http/json.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { formatGetLoader, formatLoader, hiddenProperties, providerKey } from "../definitions/names.js";
import * as mistakes from "./messages/host-failures.js";
import type { Session } from "./session.js";
import { isUnknown } from "./state/plan.js";
import { hasConsent } from "./state/state.js";

export function createCheck(
  definition: Definition,
  session: Session,
): (oldInputs: JsonObject, inputs: JsonObject) => CheckFailure[] {
  const { exportName } = definition.names;
  const loaders: unknown[] = [formatLoader(exportName), formatGetLoader(exportName)];
  const supported = [...listArgumentNames(definition), providerKey, hiddenProperties.consent];
  let schemas: ReturnType<typeof createSchemas> | undefined;

  return (oldInputs, inputs) => {
    const unsupported = Object.keys(inputs).filter((name) => !supported.includes(name));
    schemas ??= createSchemas(definition, session.settings.values.allowUnlistedValues === true);
    const wrongValues = schemas.flatMap(([name, schema]) => {
      const value = inputs[name];
      if (holdsOutputAsText(value)) return [mistakes.describeOutputAsText(name)];
      const { error } = isUnknown(value) ? {} : schema.safeParse(value);
      return (error?.issues ?? []).map(({ message }) => `${name} ${message}`);
    });
    const reasons = [
      ...session.settings.mistakes,
      ...unsupported.map((name) => mistakes.describeUnsupportedArgument(definition, session.token, name)),
      ...wrongValues,
    ];
    // By an alias, the old inputs can be another provider's. A new resource has none.
    const isForeign = Object.keys(oldInputs).length > 0 && !loaders.includes(oldInputs[providerKey]);
    if (isForeign) reasons.push(mistakes.describeForeignState(definition));
    if (hasConsent(inputs)) reasons.push(...findConsentMistakes(definition, session));
    // The engine would print the value of a property, even a secret (test/engine/mistakes.test.ts).
    return [...new Set(reasons)].map((reason) => ({ property: "", reason }));
  };
}

/** Loads zod with the first check, so that a refresh and a destroy don't wait for it. */
function createSchemas(definition: Definition, allowsUnlisted: boolean) {
  const { createArgumentSchema } = require("../api/schemas.js") as typeof import("../api/schemas.js");
  return definition.arguments.map(
    (argument) => [argument.name, createArgumentSchema(argument, allowsUnlisted)] as const,
  );
}

const outputAsText = /Calling \[to(String|JSON)\] on an \[Output<T>\] is not supported/;

/** Finds the SDK's text for an output that a program turned into text: the API would accept it as a branch. */
function holdsOutputAsText(value: Json | undefined): boolean {
  if (typeof value === "string") return outputAsText.test(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsOutputAsText);
}

function findConsentMistakes(definition: Definition, { settings }: Session): string[] {
  const { deletion } = definition;
  if (deletion !== "with consent") return [mistakes.describeNeverDeleted(definition, deletion.never)];
  // A malformed setting is a mistake of its own.
  const { operations = ["delete"] } = settings.values;
  return operations.includes("delete") ? [] : [mistakes.describeDeleteNotEnabled(operations)];
}
