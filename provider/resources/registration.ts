/**
 * Prepares what the SDK sends to the engine for a resource. Without it, the engine would find no code for a resource, and would delete what
 * leaves the program.
 *
 * The engine keeps the following in the state of a stack, because it also works where no program runs, or where the program does
 * not have the resource any more:
 *
 * - the type, and the arguments;
 * - of a dynamic resource the loader, as the argument `__provider`. The engine reads and deletes a resource by the loader in the
 *   state, which 0.5.0 or any later release of this package may have written. So the text of the loader is a promise;
 * - options, among them `retainOnDelete`. When a resource leaves the program, the engine deletes it unless this option in the state
 *   says that it is retained. A transformation can drop options, so the host deletes nothing without the consent in its own state;
 * - the line of the program that makes the resource, to show it.
 */

import * as pulumi from "@pulumi/pulumi";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { formatLoader, formatReaderLoader, hiddenProperties, providerKey } from "../definitions/names.js";
import { checkInstallation } from "./installation.js";
import {
  checkArguments,
  checkText,
  createError,
  dropNullOptions,
  isDeferred,
  refuseDeleteFirst,
  refuseImport,
  refuseOpaqueValue,
  reserveId,
} from "./refusals.js";

/** What the constructor of `pulumi.CustomResource` takes. */
export interface Registration {
  readonly properties: pulumi.Inputs;
  readonly options: pulumi.CustomResourceOptions;
  /** The argument that is the id of an existing resource, where the program sets it. */
  readonly idArgument?: string | undefined;
}

/**
 * Checks what the program's process alone can check, and adds the loader and the options that every resource has. With an `id` in the
 * options, the resource is what a `get` reads.
 *
 * @throws RunError for arguments or an option that cannot work, and where the engine would not find the package
 */
export function prepareRegistration(
  definition: Definition,
  name: string,
  givenArgs?: object | null,
  givenOptions?: pulumi.CustomResourceOptions | null,
): Registration {
  const resource = `${definition.names.class} "${name}"`;
  // A required argument that is missing passes here. The host reports it, with all other mistakes of the arguments.
  const args = checkArguments(resource, givenArgs);
  const options = dropNullOptions(givenOptions);
  checkInstallation();
  const prepare = options.id === undefined ? prepareManaged : prepareGet;
  return prepare(definition, name, args, options);
}

function prepareManaged(
  definition: Definition,
  name: string,
  args: pulumi.Inputs,
  { retainOnDelete = true, ...others }: pulumi.CustomResourceOptions,
): Registration {
  const { names, idArgument } = definition;
  const resource = `${names.class} "${name}"`;
  // In a preview, the output of an argument is the input. `up` would find another plan if it were no secret there.
  const secrets = listArgumentNames(definition, ({ row }) => row.secret === true);
  const { additionalSecretOutputs = [] } = others;
  const options = { ...others, retainOnDelete, additionalSecretOutputs: [...additionalSecretOutputs, ...secrets] };
  refuseImport(definition, resource, options);
  refuseDeleteFirst(definition, resource, options);
  for (const argument of listArgumentNames(definition, ({ row }) => row.type.shape.type === "list")) {
    refuseOpaqueValue(args[argument], `${resource}: ${argument}`);
  }
  const id = reserveId(args[idArgument], definition, name, options);
  return {
    properties: {
      ...declareOutputs(definition),
      ...args,
      [idArgument]: id,
      ...(retainOnDelete ? {} : { [hiddenProperties.deletable]: true }),
      [providerKey]: formatLoader(names.code),
    },
    options,
    idArgument: id === undefined ? undefined : idArgument,
  };
}

/** Prepares what a `get` reads. */
function prepareGet(
  definition: Definition,
  name: string,
  args: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
): Registration {
  const { names, idArgument } = definition;
  const resource = `${names.class} "${name}"`;
  if (options.import !== undefined) {
    throw new pulumi.RunError(
      `${resource}: import can't work with get. Leave it out: get reads the resource of its id.`,
    );
  }
  return {
    properties: {
      ...declareOutputs(definition),
      ...checkGetState(definition, resource, args),
      [idArgument]: options.id,
      [providerKey]: formatReaderLoader(names.code),
    },
    options,
  };
}

/** Puts each output into the properties as undefined: the SDK never resolves an output that is not among them. */
function declareOutputs({ rows }: Definition): pulumi.Inputs {
  return Object.fromEntries(Object.keys(rows).map((output) => [output, undefined]));
}

/**
 * Reads what a `get` takes beside the id: what stands in the path of the create, and in no response.
 *
 * @throws RunError for anything else
 */
function checkGetState(definition: Definition, resource: string, state: pulumi.Inputs): pulumi.Inputs {
  const allowed = listArgumentNames(definition, ({ name, isInPath }) => isInPath && name !== definition.idArgument);
  const values = Object.entries(state).filter(([, value]) => (value ?? null) !== null);
  const other = values.find(([key]) => !allowed.includes(key));
  if (other === undefined) return Object.fromEntries(values);
  const takes =
    allowed.length === 0 ? "no state" : `only ${allowed.join(", ")} as its state, for the output of that name`;
  throw new pulumi.RunError(
    `${resource}: get takes ${takes}, but got ${other[0]}. ` +
      "The outputs are what the API returns. Pass options as the fourth argument.",
  );
}

/**
 * Adds the id of a `get` to its options. Without one, the SDK would create: so it is checked at once where the program knows it, and
 * otherwise before the engine reads.
 *
 * @throws RunError
 */
export function addId(
  { names }: Definition,
  name: string,
  id: unknown,
  options?: pulumi.CustomResourceOptions | null,
): pulumi.CustomResourceOptions {
  const resource = `${names.class} "${name}"`;
  function check(value: unknown): string {
    checkText(value, `${resource}: the id of get`);
    if (typeof value === "string" && value.trim() !== "") return value;
    throw createError(`${resource}: get needs the id of an existing resource, a string that isn't empty.`);
  }
  return { ...options, id: isDeferred(id) ? pulumi.all([id]).apply(([value]) => check(value)) : check(id) };
}
