/** What the resource classes share: the loader, the checks of the program side, and the options that always hold. */

import * as pulumi from "@pulumi/pulumi";
import { argumentNames, type Definition } from "../definitions/definition.js";
import { exampleOf } from "../definitions/named-operations.js";
import { pluginToken, providerKey, typeToken } from "../definitions/state.js";
import { checkPlain, plainArguments, plainOptions } from "./arguments.js";
import { claimed } from "./claims.js";
import { checkInstallation } from "./installation.js";
import { isPlugin, resourceType } from "./manager.js";
import { warnOfMisspeltSettings } from "./misspelt-settings.js";
import { canDelete } from "./provider.js";
import { addSecretOutputs } from "./secret-outputs.js";
import { shortenStackTraces } from "./stack-traces.js";
import type { ResourceClass } from "./types.js";

/**
 * The text that the engine keeps with each resource and runs in the host process. It requires the installed package
 * and captures nothing, so state written by any release runs the code that is installed today.
 */
export const loader = (host: string): string => `exports.handler=()=>require("pulumi-apphosting/host").${host}`;

/** Makes the class of a resource. */
export function resourceClass<Args extends object, R>(definition: Definition & { rows: R }): ResourceClass<Args, R> {
  class ApiResource extends pulumi.CustomResource {
    static readonly __pulumiType = resourceType(definition.names.class);

    constructor(name: string, args: Args, options?: pulumi.CustomResourceOptions) {
      const registration = prepareRegistration(definition, name, args, options);
      // The state of a resource holds one source line. The engine takes it from the stack trace; without this it would be a
      // line of this file, and not the caller's `new`.
      const restoreStackTraces = shortenStackTraces(__filename);
      try {
        try {
          super(registration.type, name, registration.properties, registration.options);
        } finally {
          restoreStackTraces();
        }
      } catch (error) {
        // An error thrown inside `super()` has no frames, because stack traces were switched off. Give it those of the caller.
        if (error instanceof Error && Object.isExtensible(error) && !error.stack?.includes("\n    at ")) {
          Error.captureStackTrace(error, ApiResource);
        }
        throw error;
      }
      const idArgument = definition.idArgument?.name;
      if (pulumi.runtime.isDryRun() && idArgument !== undefined && registration.properties[idArgument] !== undefined) {
        // In a preview, the engine knows the id of no new resource. Of one that exists it is an argument: as the engine has
        // it, because a transformation or ignoreChanges can set another one than the program.
        const { id } = this;
        const known = (this as unknown as Record<string, pulumi.Output<string | null>>)[idArgument];
        Object.defineProperty(this, "id", { value: known?.apply((set) => set ?? id) });
      }
    }
  }
  // The SDK makes the outputs, one for each row.
  return ApiResource as unknown as ResourceClass<Args, R>;
}

/** What the constructor of `pulumi.CustomResource` takes beside the name. */
export interface Registration {
  readonly type: string;
  readonly properties: pulumi.Inputs;
  readonly options: pulumi.CustomResourceOptions;
}

/**
 * Checks what only the program side can know, and adds the loader and the options that always hold.
 *
 * @throws RunError for arguments or an option that cannot work, and where the engine would not find the package
 */
export function prepareRegistration(
  definition: Definition,
  name: string,
  givenArgs?: object | null,
  givenOptions?: pulumi.CustomResourceOptions | null,
): Registration {
  const { class: className, code } = definition.names;
  const resource = `${className} "${name}"`;
  // The host names what is missing.
  const args: pulumi.Inputs = plainArguments(resource, givenArgs);
  const options = plainOptions(givenOptions);
  const idArgument = definition.idArgument?.name;
  refuseImport(resource, idArgument, options);
  if (options.retainOnDelete === false) refuseDelete(definition, resource, args, options);
  if (options.customTimeouts !== undefined) {
    pulumi.log.warn(`${resource}: customTimeouts has no effect; set apphosting:timeoutSeconds`);
  }
  for (const argument of argumentNames(definition, ({ row }) => row.holds.shape.type === "list")) {
    checkPlain(args[argument], `${resource}: ${argument}`);
  }
  checkInstallation();
  warnOfMisspeltSettings();
  // The SDK resolves no output that is not in the properties.
  const outputs = Object.fromEntries(Object.keys(definition.rows).map((output) => [output, undefined]));
  const properties: pulumi.Inputs = { ...outputs, ...args };
  if (idArgument !== undefined) properties[idArgument] = claimed(args[idArgument], definition, name, options);
  // The engine deletes what is not retained. Only a program that says so itself lets it.
  const own = { ...options, retainOnDelete: options.retainOnDelete ?? true };
  if (isPlugin()) {
    // A stack whose resources were dynamic goes on with them, and the plugin marks its secrets itself.
    const aliases = [...(options.aliases ?? []), { type: typeToken(className) }];
    return { type: pluginToken(className), properties, options: { ...own, aliases } };
  }
  const dynamic = { ...properties, [providerKey]: loader(code) };
  return {
    type: typeToken(className),
    properties: dynamic,
    options: addSecretOutputs(definition, dynamic, own),
  };
}

/** @throws RunError where the program wants to read a resource: no read returns all of its arguments */
function refuseImport(resource: string, idArgument: string | undefined, options: pulumi.CustomResourceOptions): void {
  const option = (["id", "import"] as const).find((name) => options[name] !== undefined);
  if (option === undefined) return;
  const instead = idArgument === undefined ? "Leave it out." : `Set the id of what exists as ${idArgument} instead.`;
  throw new pulumi.RunError(`${resource}: ${option} cannot work, for the API has no operation that reads. ${instead}`);
}

/** @throws RunError where the program wants a resource to be deleted, and the package could not or must not delete it */
function refuseDelete(
  definition: Definition,
  resource: string,
  args: pulumi.Inputs,
  { provider, parent }: pulumi.CustomResourceOptions,
): void {
  const { names, idArgument, operations } = definition;
  const refuse = (why: string): never => {
    throw new pulumi.RunError(`${resource}: retainOnDelete: false cannot work, ${why}`);
  };
  const retained = "Leave it out: the resource is then retained when it leaves the stack.";
  if (!canDelete(names.class, provider ?? parent?.getProvider(resourceType(names.class)))) {
    const setting = `\`pulumi config set --path apphosting:operations.${names.class} '${exampleOf(definition)}'\``;
    const named = operations.create.method === "POST" ? ` If your API has one, name it: ${setting}` : "";
    refuse(`for the API has no operation that deletes. ${retained}${named}`);
  }
  if (idArgument?.effect === "record" && (args[idArgument.name] ?? null) !== null) {
    refuse(`for ${idArgument.name} names what the stack has not created. ${retained}`);
  }
}
