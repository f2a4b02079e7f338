/** Prepares what the SDK sends to the engine for a `get`, which reads a resource that exists and manages nothing. */

import * as pulumi from "@pulumi/pulumi";
import { type DocumentedDefinition, listArgumentNames, listOutputNames } from "../definitions/definition.js";
import { formatTypeToken, providerKey } from "../definitions/state-names.js";
import { isDeferred, takeArguments, takeOptions } from "./registration/arguments.js";
import { checkInstallation } from "./registration/installation.js";
import { addLastTransformation, type Transform } from "./registration/last-transformation.js";
import type { Registration } from "./registration/registration.js";

/**
 * Writes the loader of what a `get` reads. It is another one than that of a managed resource, because nothing else tells the two
 * apart in a refresh, and because a `get` keeps no arguments. Like that one, it is a promise.
 */
export function formatReaderLoader(code: string): string {
  return `exports.handler=()=>require("pulumi-apphosting/host").readers.${code}`;
}

/**
 * Checks what the program's process alone can check, and adds the loader and the options that every `get` has.
 *
 * @param givenState what the address of a named read has beside the id
 * @throws RunError for arguments that cannot work, and where the engine would not find the package
 */
export function prepareGet(
  definition: DocumentedDefinition,
  name: string,
  givenId: unknown,
  givenState?: object | null,
  givenOptions?: pulumi.CustomResourceOptions | null,
): Registration {
  const { class: className, code } = definition.names;
  const resource = `${className} "${name}"`;
  const state = selectState(definition, resource, takeArguments(resource, givenState));
  const options = takeOptions(givenOptions);
  if (options.import !== undefined) {
    throw new pulumi.RunError(
      `${resource}: import cannot work beside get. Leave it out: the id of get tells what is read.`,
    );
  }
  checkInstallation();
  const id = waitForState(readId(resource, givenId), state);
  const outputs = Object.fromEntries(Object.keys(definition.rows).map((output) => [output, undefined]));
  const properties: pulumi.Inputs = {
    ...outputs,
    ...state,
    [definition.idArgument.name]: id,
    [providerKey]: formatReaderLoader(code),
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
    type: formatTypeToken(className),
    properties,
    options: addLastTransformation(complete(properties, options).opts, complete),
  };
}

/** @throws RunError for a value that no address of the class has */
function selectState(definition: DocumentedDefinition, resource: string, state: pulumi.Inputs): pulumi.Inputs {
  const { idArgument } = definition;
  const allowed = listArgumentNames(definition, ({ name, isInPath }) => isInPath && name !== idArgument.name);
  const given = Object.fromEntries(Object.entries(state).filter(([, value]) => (value ?? null) !== null));
  const other = Object.keys(given).find((key) => !allowed.includes(key));
  if (other === undefined) return given;
  const takes = allowed.length === 0 ? "nothing" : `${allowed.join(", ")} alone, for the address of the read`;
  throw new pulumi.RunError(
    `${resource}: the state of get takes ${takes}, and not ${other}: the outputs are what the API returns. Options are the fourth argument.`,
  );
}

/** Checks an id at once where the program knows it, and otherwise before the engine reads. Without an id, the SDK would create. */
function readId(resource: string, id: pulumi.Input<unknown>): string | pulumi.Output<string> {
  function check(value: unknown): string {
    if (typeof value === "string" && value.trim() !== "") return value;
    const error = new pulumi.RunError(`${resource}: get needs the id of what exists, a string that is not empty.`);
    // The engine does not show the stack, but Node 20.20 takes half a minute to colour the SDK's lines in that of an output.
    if (isDeferred(id)) error.stack = "";
    throw error;
  }
  return isDeferred(id) ? pulumi.all([id]).apply(([value]) => check(value)) : check(id);
}

/** Makes the id unknown as long as a value of the address is unknown: the engine then reads nothing in a preview. */
function waitForState(id: string | pulumi.Output<string>, state: pulumi.Inputs): string | pulumi.Output<string> {
  const deferred = Object.values(state).filter(isDeferred);
  return deferred.length === 0 ? id : pulumi.all([pulumi.all(deferred), id]).apply(([, known]) => known);
}

/** An argument that often holds secrets is one here: the program does not set it, so that nothing else marks it. */
function listSecretOutputs(definition: DocumentedDefinition): string[] {
  return [
    ...listArgumentNames(definition, ({ row }) => row.mayHoldSecrets === true),
    ...listOutputNames(definition, ({ secret }) => secret === true),
  ];
}
