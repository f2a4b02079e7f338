/**
 * Prepares what the SDK sends to the engine for a `get`, which reads a resource that exists and manages nothing. Without it, a program
 * could refer to another stack's resources only by copies of their values.
 */

import * as pulumi from "@pulumi/pulumi";
import { type Definition, listArgumentNames, listOutputNames } from "../definitions/definition.js";
import { providerKey } from "../definitions/names.js";
import { checkInstallation } from "./installation.js";
import { checkArguments, dropNullOptions, isDeferred } from "./refusals.js";
import { addLastTransformation, declareOutputs, type Registration, type Transform } from "./registration.js";

/**
 * Writes the loader of what a `get` reads. It is another one than that of a managed resource, because nothing else tells the two
 * apart in a refresh, and because a `get` has no arguments in the state. Like that one, it is a promise.
 */
function formatReaderLoader(code: string): string {
  return `exports.handler=()=>require("pulumi-apphosting/host").readers.${code}`;
}

/**
 * Checks what the program's process alone can check, and adds the loader and the options that every `get` has.
 *
 * @throws RunError for arguments that cannot work, and where the engine would not find the package
 */
export function prepareGet(
  definition: Definition,
  name: string,
  givenId: unknown,
  givenState?: object | null,
  givenOptions?: pulumi.CustomResourceOptions | null,
): Registration {
  const { names, idArgument } = definition;
  const resource = `${names.class} "${name}"`;
  const state = checkGetState(definition, resource, givenState);
  const programOptions = dropNullOptions(givenOptions);
  if (programOptions.import !== undefined) {
    throw new pulumi.RunError(
      `${resource}: import cannot work beside get. Leave it out: the id of get tells what is read.`,
    );
  }
  checkInstallation();
  const id = checkGetId(resource, givenId);
  const properties: pulumi.Inputs = {
    ...declareOutputs(definition),
    ...state,
    [idArgument.name]: id,
    [providerKey]: formatReaderLoader(names.code),
  };
  // A transformation may return options without the id, with which the engine would create a resource. It has no arguments to
  // change, because the outputs are what the API returns.
  const complete: Transform = (_, { additionalSecretOutputs = [], ...others }) => ({
    props: properties,
    opts: {
      ...others,
      id,
      additionalSecretOutputs: [...new Set([...listSecretOutputs(definition), ...additionalSecretOutputs])],
    },
  });
  return {
    type: names.token,
    name,
    properties,
    options: addLastTransformation(complete({}, programOptions).opts, complete),
  };
}

/**
 * Reads what a `get` takes beside the id: what stands in the path of the create, and in no response.
 *
 * @throws RunError for anything else
 */
function checkGetState(definition: Definition, resource: string, state: object | null | undefined): pulumi.Inputs {
  const allowed = listArgumentNames(
    definition,
    ({ name, isInPath }) => isInPath && name !== definition.idArgument.name,
  );
  const values = Object.entries(checkArguments(resource, state)).filter(([, value]) => (value ?? null) !== null);
  const other = values.find(([key]) => !allowed.includes(key));
  if (other === undefined) return Object.fromEntries(values);
  const takes = allowed.length === 0 ? "nothing" : `${allowed.join(", ")} alone, for the output of that name`;
  throw new pulumi.RunError(
    `${resource}: the state of get takes ${takes}, and not ${other[0]}: the outputs are what the API returns. Options are the fourth argument.`,
  );
}

/** Checks an id at once where the program knows it, and otherwise before the engine reads. Without an id, the SDK would create. */
function checkGetId(resource: string, id: unknown): string | pulumi.Output<string> {
  function check(value: unknown): string {
    if (typeof value === "string" && value.trim() !== "") return value;
    const error = new pulumi.RunError(`${resource}: get needs the id of what exists, a string that is not empty.`);
    // The engine does not show the stack, but Node 20.20 takes half a minute to colour the SDK's lines in that of an output.
    if (isDeferred(id)) error.stack = "";
    throw error;
  }
  return isDeferred(id) ? pulumi.all([id]).apply(([value]) => check(value)) : check(id);
}

/** An argument that often holds secrets is one here: the program does not set it, so that nothing else marks it. */
function listSecretOutputs(definition: Definition): string[] {
  return [
    ...listArgumentNames(definition, ({ row }) => row.mayHoldSecrets === true),
    ...listOutputNames(definition, ({ secret }) => secret === true),
  ];
}
