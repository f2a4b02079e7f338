/**
 * Knows how the program imports the package: in which folder, and by which module. The module tells what serves the resources:
 * Pulumi's dynamic provider, or the plugin.
 */

import * as pulumi from "@pulumi/pulumi";
import { formatPluginToken, formatTypeToken } from "../../definitions/state-names.js";

type Module = "pulumi-apphosting" | "pulumi-apphosting/plugin";

/** The folder in which the engine starts the program. It is read at the import, because a program may change its folder later. */
export const programFolder = process.cwd();

/** The whole process shares what the program imports, because the build puts a copy of this code into several files. */
const importedKey = Symbol.for("pulumi-apphosting.imported");
const shared = globalThis as { [importedKey]?: Module };

/**
 * Notes that the program imports a module. Each module that a program can import calls it when it is loaded.
 *
 * @throws RunError in a program that imports both modules, because both could manage the same resource
 */
export function noteImport(module: Module): void {
  const imported = shared[importedKey] ?? module;
  shared[importedKey] = imported;
  if (imported === module) return;
  throw new pulumi.RunError(
    `This program imports ${imported} and ${module}, itself or by a library. Import one of them everywhere.`,
  );
}

export function isPluginImported(): boolean {
  return shared[importedKey] === "pulumi-apphosting/plugin";
}

/** Whether a value is a resource of a class, also one that another copy of the package has made. */
export function isOfClass(value: unknown, className: string): value is pulumi.CustomResource {
  if (!pulumi.CustomResource.isInstance(value)) return false;
  const { __pulumiType: type } = value as { __pulumiType?: unknown };
  return type === formatTypeToken(className) || type === formatPluginToken(className);
}

/** Returns the type under which the engine knows the resources of a class. */
export function findResourceType(className: string): string {
  return isPluginImported() ? formatPluginToken(className) : formatTypeToken(className);
}
