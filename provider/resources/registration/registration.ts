/**
 * Prepares what the SDK sends to the engine for a resource.
 *
 * The engine keeps the following in the state of a stack, because it also works where no program runs, or where the program does
 * not have the resource any more:
 *
 * - the type, and the arguments;
 * - of a dynamic resource the loader, as the argument `__provider`. The engine reads and deletes a resource by the loader in the
 *   state, which any release of this package may have written. So the text of the loader is a promise;
 * - options, among them `retainOnDelete`. When a resource leaves the program, the engine deletes it unless this option in the state
 *   says that it is retained;
 * - the line of the program that makes the resource, to show it.
 */

import * as pulumi from "@pulumi/pulumi";
import { type DocumentedDefinition, listArgumentNames } from "../../definitions/definition.js";
import { formatTypeToken, providerKey } from "../../definitions/state-names.js";
import { checkPlainValue, takeArguments, takeOptions } from "./arguments.js";
import { refuseDelete } from "./delete-permission.js";
import { checkInstallation } from "./installation.js";
import { addLastTransformation } from "./last-transformation.js";
import { reserveId } from "./reserved-ids.js";
import { addSecretOutputs } from "./secret-outputs.js";

/**
 * Writes the loader: the text by which the process for dynamic resources finds the host of a resource. It requires the installed
 * package and captures nothing, so that state of any release runs the code that is installed today.
 *
 * @param code the name of the resource in code, under which the host exports it
 */
export function formatLoader(code: string): string {
  return `exports.handler=()=>require("pulumi-apphosting/host").${code}`;
}

/** What the constructor of `pulumi.CustomResource` takes beside the name. */
export interface Registration {
  readonly type: string;
  readonly properties: pulumi.Inputs;
  readonly options: pulumi.CustomResourceOptions;
}

/**
 * Checks what the program's process alone can check, and adds the loader and the options that every resource has.
 *
 * @throws RunError for arguments or an option that cannot work, and where the engine would not find the package
 */
export function prepareRegistration(
  definition: DocumentedDefinition,
  name: string,
  givenArgs?: object | null,
  givenOptions?: pulumi.CustomResourceOptions | null,
): Registration {
  const { class: className, code } = definition.names;
  const resource = `${className} "${name}"`;
  // A required argument that is missing passes here. The host reports it, with all other mistakes of the arguments.
  const args: pulumi.Inputs = takeArguments(resource, givenArgs);
  const programOptions = takeOptions(givenOptions);
  const idArgument = definition.idArgument.name;
  refuseImport(resource, definition, programOptions);
  if (programOptions.retainOnDelete === false) {
    refuseDelete(definition, resource, args, programOptions);
  }
  if (programOptions.customTimeouts !== undefined) {
    pulumi.log.warn(`${resource}: customTimeouts has no effect; set apphosting:timeoutSeconds`);
  }
  for (const argument of listArgumentNames(definition, ({ row }) => row.holds.shape.type === "list")) {
    checkPlainValue(args[argument], `${resource}: ${argument}`);
  }
  checkInstallation();
  // Each output stands in the properties as undefined, because the SDK never resolves an output that does not.
  const outputs = Object.fromEntries(Object.keys(definition.rows).map((output) => [output, undefined]));
  const properties: pulumi.Inputs = { ...outputs, ...args };
  properties[idArgument] = reserveId(args[idArgument], definition, name, programOptions);
  const retain = (options: pulumi.CustomResourceOptions) => setRetainOnDelete(definition, resource, options);
  const dynamicProperties = { ...properties, [providerKey]: formatLoader(code) };
  const { opts } = addSecretOutputs(definition, dynamicProperties, retain(programOptions));
  const options = addLastTransformation(opts, (props, others) => addSecretOutputs(definition, props, retain(others)));
  return { type: formatTypeToken(className), properties: dynamicProperties, options };
}

/**
 * Retains a resource unless the program itself says that it is not: the engine deletes what is not retained. A transformation that
 * returns other options may have left ours out.
 *
 * @throws RunError where the engine would take a retained resource for gone before it creates the next one. Where that create fails,
 * the engine wants a new resource from then on, also if the program goes back. To adopt one twice does no harm.
 */
function setRetainOnDelete(
  { operations }: DocumentedDefinition,
  resource: string,
  options: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  const { retainOnDelete = true, deleteBeforeReplace } = options;
  if (retainOnDelete && deleteBeforeReplace && operations.create.method === "POST") {
    throw new pulumi.RunError(
      `${resource}: deleteBeforeReplace cannot work, for the resource is retained: the engine takes the old one for gone, and where the ` +
        "create of the new one fails, it wants a new one in every later preview. Leave deleteBeforeReplace out.",
    );
  }
  return { ...options, retainOnDelete };
}

/** @throws RunError where the program wants to read a resource that the stack then manages: no read returns all of its arguments */
function refuseImport(
  resource: string,
  { names, idArgument }: DocumentedDefinition,
  options: pulumi.CustomResourceOptions,
): void {
  const option = (["id", "import"] as const).find((name) => options[name] !== undefined);
  if (option === undefined) return;
  throw new pulumi.RunError(
    `${resource}: ${option} cannot work, for no read returns all required arguments. Set the id of what exists as ${idArgument.name} instead. ` +
      `To refer to what the stack does not manage, use ${names.class}.get.`,
  );
}
