/** What the resource classes share: the loader, the checks of the program side, and the options that always hold. */

import * as pulumi from "@pulumi/pulumi";
import { type Definition, namesWhere } from "../definitions/definition.js";
import { pluginToken, providerKey, typeToken } from "../definitions/state.js";
import { checkPlain, plainArguments, plainOptions } from "./arguments.js";
import { claimed } from "./claims.js";
import { checkInstallation } from "./installation.js";
import { isPlugin, resourceType } from "./manager.js";
import { warnOfMisspeltSettings } from "./misspelt-settings.js";
import { withSecretOutputs } from "./secret-outputs.js";
import { shortenStackTraces } from "./stack-traces.js";
import type { ResourceClass } from "./types.js";

/**
 * The text that the engine keeps with each resource and runs in the host process. It requires the installed package
 * and captures nothing, so state written by any release runs the code that is installed today.
 */
export const loader = (host: string): string => `exports.handler=()=>require("pulumi-apphosting/host").${host}`;

/** The class of a kind. The engine records the line that makes one, and not this file. */
export function resourceClass<Args extends object, R>(definition: Definition & { rows: R }): ResourceClass<Args, R> {
  class ApiResource extends pulumi.CustomResource {
    static readonly __pulumiType = resourceType(definition.kind.class);

    constructor(name: string, args: Args, options?: pulumi.CustomResourceOptions) {
      const registered = registration(definition, name, args, options);
      const resume = shortenStackTraces(__filename);
      try {
        super(...registered);
      } catch (error) {
        resume();
        // One that came up meanwhile has no line to look for: it gets that of the program's `new`.
        if (error instanceof Error && Object.isExtensible(error) && !error.stack?.includes("\n    at ")) {
          Error.captureStackTrace(error, ApiResource);
        }
        throw error;
      }
      resume();
      const { existing } = definition;
      if (pulumi.runtime.isDryRun() && existing !== undefined && registered[2][existing] !== undefined) {
        // The engine knows the id of no new resource in a preview, but of one that exists it is an argument, as the engine has
        // it: a transformation or ignoreChanges can set another one than the program.
        const { id } = this;
        const known = (this as unknown as Record<string, pulumi.Output<string | null>>)[existing];
        Object.defineProperty(this, "id", { value: known?.apply((set) => set ?? id) });
      }
    }
  }
  // The SDK makes the outputs, one for each row.
  return ApiResource as unknown as ResourceClass<Args, R>;
}

/**
 * What the constructor of `pulumi.CustomResource` takes: checks what only the program side can know, and adds the loader
 * and the options that always hold.
 *
 * @throws RunError for arguments or an option that cannot work, and where the engine would not find the package
 */
export function registration(
  definition: Definition,
  name: string,
  given?: object | null,
  givenOptions?: pulumi.CustomResourceOptions | null,
): [type: string, name: string, properties: pulumi.Inputs, options: pulumi.CustomResourceOptions] {
  const { class: kind, code } = definition.kind;
  const resource = `${kind} "${name}"`;
  // The host names what is missing.
  const args: pulumi.Inputs = plainArguments(resource, given);
  const options = plainOptions(givenOptions);
  const { existing } = definition;
  const refuse = (option: string, fix: string): never => {
    throw new pulumi.RunError(`${resource}: ${option}. ${fix}`);
  };
  const retained = "Leave it out: the resource is then retained when it leaves the stack.";
  const instead = existing === undefined ? "Leave it out." : `Set the id of what exists as ${existing} instead.`;
  const reading = (["id", "import"] as const).find((option) => options[option] !== undefined);
  if (reading) refuse(`${reading} cannot work, for the API has no operation that reads`, instead);
  if (options.retainOnDelete === false)
    refuse("retainOnDelete: false cannot work, for the API has no operation that deletes", retained);
  if (options.customTimeouts !== undefined) {
    pulumi.log.warn(`${resource}: customTimeouts has no effect; set apphosting:timeoutSeconds`);
  }
  for (const argument of namesWhere(definition, ({ holds }) => holds.type === "list")) {
    checkPlain(args[argument], `${resource}: ${argument}`);
  }
  checkInstallation();
  warnOfMisspeltSettings();
  // The SDK resolves no output that is not in the properties.
  const outputs = Object.fromEntries(Object.keys(definition.rows).map((output) => [output, undefined]));
  const properties: pulumi.Inputs = { ...outputs, ...args };
  if (existing !== undefined) properties[existing] = claimed(args[existing], definition, name, options);
  const own = { ...options, retainOnDelete: true };
  if (isPlugin()) {
    // A stack whose resources were dynamic goes on with them, and the plugin marks its secrets itself.
    const aliases = [...(options.aliases ?? []), { type: typeToken(kind) }];
    return [pluginToken(kind), name, properties, { ...own, aliases }];
  }
  const dynamic = { ...properties, [providerKey]: loader(code) };
  return [typeToken(kind), name, dynamic, withSecretOutputs(definition, dynamic, own)];
}
