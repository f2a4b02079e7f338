/** Finds keys of the stack's configuration that are no setting. Without it, a misspelt key would have no effect, and nobody would say so. */

import * as pulumi from "@pulumi/pulumi";
import { settingNames } from "../definitions/settings.js";

/** Describes each such key. */
export function describeUnknownSettings(): string[] {
  const keys = Object.keys(pulumi.runtime.allConfig()).filter((key) => key.startsWith("apphosting:"));
  const names = keys.map((key) => key.slice("apphosting:".length));
  const unknown = names.filter((name) => !settingNames.some((setting) => setting === name));
  // In a project that is called `apphosting`, the other keys are the program's own.
  if (unknown.length === 0 || pulumi.getProject() === "apphosting") return [];
  return unknown.map((name) => {
    const near = settingNames.filter((setting) => setting.toLowerCase().startsWith(name.slice(0, 3).toLowerCase()));
    const hint =
      near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `The settings are ${settingNames.join(", ")}.`;
    return `apphosting:${name} isn't a setting of pulumi-apphosting, so it has no effect. ${hint}`;
  });
}
