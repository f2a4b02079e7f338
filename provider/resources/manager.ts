/** Who manages the resources of a program: Pulumi's dynamic provider, or the plugin of this package. */

import * as pulumi from "@pulumi/pulumi";
import { pluginToken, typeToken } from "../definitions/state.js";

type Manager = "dynamic provider" | "plugin";

const modules: Readonly<Record<Manager, string>> = {
  "dynamic provider": "pulumi-apphosting",
  plugin: "pulumi-apphosting/plugin",
};

let manager: Manager | undefined;

/**
 * Called by each module that a program can import, as it loads.
 *
 * @throws RunError in a program that imports both: one thing would be managed twice
 */
export function manageBy(chosen: Manager): void {
  if (manager !== undefined && manager !== chosen) {
    throw new pulumi.RunError(
      `This program imports ${modules[manager]} and ${modules[chosen]}, itself or by a library. Import one of them everywhere.`,
    );
  }
  manager = chosen;
}

export function isPlugin(): boolean {
  return manager === "plugin";
}

/** The type under which the engine knows a kind of resource. */
export function resourceType(kind: string): string {
  return isPlugin() ? pluginToken(kind) : typeToken(kind);
}
