/**
 * Prepares what the SDK sends to the engine for a resource. Without it, the engine would find no code for a resource, and would delete what
 * leaves the program.
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

import type * as pulumi from "@pulumi/pulumi";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { providerKey } from "../definitions/names.js";
import { checkInstallation } from "./installation.js";
import {
  checkArguments,
  dropNullOptions,
  refuseDelete,
  refuseDeleteFirst,
  refuseImport,
  refuseOpaqueValue,
  reserveId,
} from "./refusals.js";
import { nameSecretOutputs } from "./secrets.js";

/**
 * Writes the loader: the text by which the process for dynamic resources finds the host of a resource. It requires the installed
 * package and captures nothing, so that state of any release runs the code that is installed today.
 *
 * @param code the name of the resource in code, under which the host exports it
 */
export function formatLoader(code: string): string {
  return `exports.handler=()=>require("pulumi-apphosting/host").${code}`;
}

/** What the constructor of `pulumi.CustomResource` takes. */
export interface Registration {
  readonly type: string;
  readonly name: string;
  readonly properties: pulumi.Inputs;
  readonly options: pulumi.CustomResourceOptions;
  /** The argument that is the id of an existing resource, where the program sets it. */
  readonly idArgument?: string | undefined;
}

/**
 * Checks what the program's process alone can check, and adds the loader and the options that every resource has.
 *
 * @throws RunError for arguments or an option that cannot work, and where the engine would not find the package
 */
export function prepareRegistration(
  definition: Definition,
  name: string,
  givenArgs?: object | null,
  givenOptions?: pulumi.CustomResourceOptions | null,
): Registration {
  const { names, idArgument } = definition;
  const resource = `${names.class} "${name}"`;
  // A required argument that is missing passes here. The host reports it, with all other mistakes of the arguments.
  const args = checkArguments(resource, givenArgs);
  const programOptions = dropNullOptions(givenOptions);
  refuseImport(definition, resource, programOptions);
  if (programOptions.retainOnDelete === false) refuseDelete(definition, resource, args, programOptions);
  for (const argument of listArgumentNames(definition, ({ row }) => row.type.shape.type === "list")) {
    refuseOpaqueValue(args[argument], `${resource}: ${argument}`);
  }
  checkInstallation();
  const id = reserveId(args[idArgument.name], definition, name, programOptions);
  // The engine deletes what is not retained. Where the program's transformations return other options, these have to get it again.
  const complete: Transform = (props, others) => {
    const options = { ...others, retainOnDelete: others.retainOnDelete ?? true };
    refuseDeleteFirst(definition, resource, options);
    return nameSecretOutputs(definition, props, options);
  };
  return {
    type: names.token,
    name,
    properties: {
      ...declareOutputs(definition),
      ...args,
      [idArgument.name]: id,
      [providerKey]: formatLoader(names.code),
    },
    options: addLastTransformation(complete({}, programOptions).opts, complete),
    idArgument: id === undefined ? undefined : idArgument.name,
  };
}

/** Puts each output into the properties as undefined: the SDK never resolves an output that is not among them. */
export function declareOutputs({ rows }: Definition): pulumi.Inputs {
  return Object.fromEntries(Object.keys(rows).map((output) => [output, undefined]));
}

export type Transform = (
  props: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
) => { props: pulumi.Inputs; opts: pulumi.CustomResourceOptions };

/**
 * Adds a transformation that runs after all others of the resource that is made with these options: one of the program may return other
 * options, or a copy of the list of secret outputs.
 *
 * The SDK makes one list of transformations: those in the options of the resource, then those of its parents from the nearest on,
 * then those of the stack. It runs them in this order, each on the arguments and options that the one before returned, and it
 * reads the list while it runs, so that a transformation that is appended meanwhile runs as well:
 *
 * 1. Our first one stands before all others in the options. It appends our last one behind all others.
 * 2. The transformations of the program run.
 * 3. Our last one runs on what the engine will get.
 *
 * A child of the resource inherits both, so each of them leaves every other resource as it is.
 */
export function addLastTransformation(
  options: pulumi.CustomResourceOptions,
  transform: Transform,
): pulumi.CustomResourceOptions {
  // The first resource that runs `appendLast` is ours, because the SDK constructs it before its children.
  let own: pulumi.Resource | undefined;
  const last: pulumi.ResourceTransformation = ({ resource, props, opts }) =>
    resource === own ? transform(props, opts) : undefined;
  const appendLast: pulumi.ResourceTransformation = ({ resource }) => {
    own ??= resource;
    // This member of the SDK is the list of transformations. Its types do not declare it.
    const { __transformations } = resource as { __transformations?: pulumi.ResourceTransformation[] };
    if (resource === own) __transformations?.push(last);
    return undefined;
  };
  // A function of another dynamic resource may capture ours. The SDK then serializes ours with its transformations, and parses these by
  // TypeScript 3.8 where the project has no compiler. It leaves out a function that has this mark.
  for (const transformation of [last, appendLast]) Object.assign(transformation, { doNotCapture: true });
  return { ...options, transformations: [appendLast, ...(options.transformations ?? [])] };
}
