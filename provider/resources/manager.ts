/** Who manages the resources of a program: Pulumi's dynamic provider, or the plugin of this package. */

import * as pulumi from "@pulumi/pulumi";
import { pluginToken, typeToken } from "../definitions/state.js";

type Module = "pulumi-apphosting" | "pulumi-apphosting/plugin";

let imported: Module | undefined;

/**
 * Called by each module that a program can import, as it loads.
 *
 * @throws RunError in a program that imports both: one thing would be managed twice
 */
export function importedAs(module: Module): void {
  imported ??= module;
  if (imported === module) return;
  throw new pulumi.RunError(
    `This program imports ${imported} and ${module}, itself or by a library. Import one of them everywhere.`,
  );
}

export const isPlugin = (): boolean => imported === "pulumi-apphosting/plugin";

/** The type under which the engine knows a kind of resource. */
export const resourceType = (kind: string): string => (isPlugin() ? pluginToken(kind) : typeToken(kind));
