/**
 * Prepares what the SDK sends to the engine for a resource. The engine keeps it in the state:
 *
 * - the loader, as the argument `__provider`, by which the engine reads and deletes without a program. Its text is a
 *   promise (test/unit/resources/registration.test.ts);
 * - options, such as `retainOnDelete`. A transformation can drop them, so the host deletes nothing without the consent
 *   in its own state.
 */

import * as pulumi from "@pulumi/pulumi";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { formatGetLoader, formatLoader, hiddenProperties, providerKey } from "../definitions/names.js";
import { checkInstallation } from "./installation.js";
import {
  checkArguments,
  createError,
  dropNullOptions,
  isDeferred,
  refuseDeleteFirst,
  refuseImport,
  reserveId,
} from "./refusals.js";

/** What `super()` takes. */
export interface Registration {
  readonly properties: pulumi.Inputs;
  readonly options: pulumi.CustomResourceOptions;
  /** The argument that is the id of an existing resource, where the program sets it. */
  readonly idArgument?: string | undefined;
}

/**
 * Checks what only the program's process can check, and adds the loader and the options. With an `id` in the options,
 * this prepares a `get`.
 *
 * @throws RunError
 */
export function prepareRegistration(
  definition: Definition,
  name: string,
  givenArgs?: object | null,
  givenOptions?: pulumi.CustomResourceOptions | null,
): Registration {
  const resource = `${definition.names.class} "${name}"`;
  // The host reports a missing argument, with all other mistakes.
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
  { retainOnDelete = true, ...rest }: pulumi.CustomResourceOptions,
): Registration {
  const { names, idArgument } = definition;
  const resource = `${names.class} "${name}"`;
  // In a preview, the output of an argument is the input: without this, `up --plan` finds another plan.
  const secrets = listArgumentNames(definition, ({ row }) => row.secret === true);
  const { additionalSecretOutputs = [] } = rest;
  const options = { ...rest, retainOnDelete, additionalSecretOutputs: [...additionalSecretOutputs, ...secrets] };
  refuseImport(definition, resource, options);
  refuseDeleteFirst(definition, resource, options);
  const id = reserveId(args[idArgument], definition, name, options);
  return {
    properties: {
      ...declareOutputs(definition),
      ...args,
      [idArgument]: id,
      ...(retainOnDelete ? {} : { [hiddenProperties.consent]: true }),
      [providerKey]: formatLoader(names.exportName),
    },
    options,
    idArgument: id === undefined ? undefined : idArgument,
  };
}

function prepareGet(
  definition: Definition,
  name: string,
  args: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
): Registration {
  const { names, idArgument } = definition;
  return {
    properties: {
      ...declareOutputs(definition),
      ...checkGetState(definition, name, args),
      [idArgument]: options.id,
      [providerKey]: formatGetLoader(names.exportName),
    },
    options,
  };
}

/** The SDK never resolves an output that isn't among the properties. */
function declareOutputs({ rows }: Definition): pulumi.Inputs {
  return Object.fromEntries(Object.keys(rows).map((output) => [output, undefined]));
}

/** @throws RunError for anything but the arguments in the path of a create, which no response has */
function checkGetState(definition: Definition, name: string, state: pulumi.Inputs): pulumi.Inputs {
  const allowed = listArgumentNames(definition, ({ name, isInPath }) => isInPath && name !== definition.idArgument);
  const values = Object.entries(state).filter(([, value]) => (value ?? null) !== null);
  const other = values.find(([key]) => !allowed.includes(key));
  if (other === undefined) return Object.fromEntries(values);
  throw new pulumi.RunError(
    `${definition.names.class} "${name}": get can't take ${other[0]} as its state. ` +
      "Its outputs are what the API returns. Pass options as the fourth argument.",
  );
}

/** @throws RunError without an id: the SDK would create */
export function addId(
  { names }: Definition,
  name: string,
  id: unknown,
  options?: pulumi.CustomResourceOptions | null,
): pulumi.CustomResourceOptions {
  const resource = `${names.class} "${name}"`;
  function check(value: unknown): string {
    if (typeof value === "string" && value.trim() !== "") return value;
    throw createError(`${resource}: get needs the id of an existing resource, a string that isn't empty.`);
  }
  return { ...options, id: isDeferred(id) ? pulumi.all([id]).apply(([value]) => check(value)) : check(id) };
}
