/** Misspelt names in the stack's configuration: without a warning, a setting that nobody reads has no effect and nobody knows. */

import * as pulumi from "@pulumi/pulumi";
import { isSettingName, settingNames } from "../../definitions/settings.js";
import { findClosestName } from "../../definitions/spelling.js";

const namespace = "apphosting:";

/** The runs of a program, by the resource of their stack, whose configuration has been looked at. */
const runs = new WeakSet<pulumi.Resource>();

/**
 * Called by each resource and provider; the first of a run prints the warnings. Only the program's side can: it has the whole
 * configuration, where the host looks up one name after the other.
 */
export function warnOfMisspeltSettings(): void {
  const run = pulumi.runtime.getStackResource();
  // A unit test with mocks has no stack.
  if (run === undefined || runs.has(run)) return;
  runs.add(run);
  const keys = Object.keys(pulumi.runtime.allConfig());
  for (const warning of describeMisspeltSettings(keys, pulumi.getProject())) pulumi.log.warn(warning);
}

/** A sentence for each key that is nearly a setting's. The others belong to somebody else, as do all of a project of that name. */
export function describeMisspeltSettings(keys: readonly string[], project: string): string[] {
  if (`${project}:` === namespace) return [];
  const names = keys.filter((key) => key.startsWith(namespace)).map((key) => key.slice(namespace.length));
  const others = names.filter((name) => !isSettingName(name));
  return others.flatMap((name) => {
    const meant = findClosestName(name, settingNames);
    return meant === undefined
      ? []
      : [`apphosting:${name} is no setting and has no effect. Did you mean apphosting:${meant}?`];
  });
}
