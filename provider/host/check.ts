/** Every mistake of a resource at once, before its request. */

import type { CheckFailure } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../api/json.js";
import { providerKey } from "../definitions/state.js";
import { isUnknown } from "./changes.js";
import { isUnlisted, type Rules } from "./rules.js";
import type { Session } from "./session.js";

export function checkArguments(kind: string, rules: Rules, inputs: JsonObject, session: Session): CheckFailure[] {
  const { problems, settings } = session;
  const reasons = [...problems, ...unknownArguments(kind, rules, inputs)];
  for (const [argument, rule] of Object.entries(rules)) {
    const value = inputs[argument];
    if (isUnknown(value)) continue;
    const issues = rule.safeParse(value).error?.issues ?? [];
    const counted = issues.filter((issue) => !(settings.allowUnlistedValues && isUnlisted(issue)));
    reasons.push(...counted.map(({ message }) => `${argument} ${message}`));
  }
  // The engine prints the value of a property that a failure names, and the value may be a secret.
  return [...new Set(reasons)].map((reason) => ({ property: "", reason }));
}

function unknownArguments(kind: string, rules: Rules, inputs: JsonObject): string[] {
  return Object.keys(inputs)
    .filter((name) => name !== providerKey && !Object.hasOwn(rules, name))
    .map((name) => `${name} is no argument of ${kind}; its arguments are ${Object.keys(rules).join(", ")}`);
}
