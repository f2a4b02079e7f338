/**
 * Names the outputs of a dynamic resource that are secrets. (The plugin marks secrets itself.)
 *
 * Some outputs always are secrets. Others are if an argument that the API repeats is one: it makes the slug of an application from
 * the name, for instance. Whether an argument is a secret is known late, because it may be an output or a promise, and because the
 * program's transformations may replace it. So this module follows the order in which the SDK works:
 *
 * 1. The class calls the constructor of the SDK with our list in `additionalSecretOutputs`.
 * 2. That constructor makes one list of transformations: those in the options of the resource, then those of its parents from the
 *    nearest on, then those of the stack. It runs them in this order, each on the arguments and options that the one before
 *    returned. It reads the list while it runs, so a transformation that is appended meanwhile runs as well:
 *    - Our `appendMark` comes first in the options. It appends our `markLast` behind all others.
 *    - The transformations of the program run. One may return a copy of the options, which has a copy of our list, and names that we
 *      add to our own list later do not reach it. One may also return another argument than we have seen in step 1.
 *    - `markLast` runs on what the engine will get. It starts a new list, and hands over that one.
 *    A child of the resource inherits both, so each of them leaves every other resource as it is.
 * 3. The SDK waits until it knows the values of all arguments. Meanwhile we learn whether one is a secret, and add to the same list.
 * 4. The SDK reads the list and sends it to the engine. What is added later has no effect. So the value of an argument
 *    that decides about a name resolves only after the name is added.
 */

import * as pulumi from "@pulumi/pulumi";
import { argumentNames, type Definition, outputNames } from "../definitions/definition.js";
import { answeredOutput, askedOutput } from "../definitions/state-names.js";
import { isDeferred } from "./arguments.js";

/** Adds the names of secret outputs to the options, and sees to it that no transformation of the program loses them. */
export function addSecretOutputs(
  definition: Definition,
  args: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  // The first resource that runs `appendMark` is ours, because the SDK constructs it before its children.
  let marked: pulumi.Resource | undefined;
  const markLast: pulumi.ResourceTransformation = ({ resource, props, opts }) =>
    resource === marked ? markSecrets(definition, props, opts) : undefined;
  const appendMark: pulumi.ResourceTransformation = ({ resource }) => {
    marked ??= resource;
    // This member of the SDK is the list of transformations. Its types do not declare it.
    const { __transformations } = resource as { __transformations?: pulumi.ResourceTransformation[] };
    if (resource === marked) __transformations?.push(markLast);
    return undefined;
  };
  const { opts } = markSecrets(definition, args, options);
  return { ...opts, transformations: [appendMark, ...(options.transformations ?? [])] };
}

/** Returns options with a list of secret outputs, to which names are added as they become known, and arguments that wait for that. */
function markSecrets<Options extends pulumi.CustomResourceOptions>(
  definition: Definition,
  props: pulumi.Inputs,
  opts: Options,
): { props: pulumi.Inputs; opts: Options } {
  const always = [askedOutput, answeredOutput, ...outputNames(definition, ({ secret }) => secret === true)];
  const names = [...new Set([...always, ...(opts.additionalSecretOutputs ?? [])])];
  const markedOptions = { ...opts, additionalSecretOutputs: names };
  const repeated = argumentNames(definition, ({ row }) => row.makesOutputsSecret === true).map((name) => props[name]);
  const secrecies = repeated.filter(isDeferred).map(isSecret);
  if (secrecies.length === 0) return { props, opts: markedOptions };

  const nullable = argumentNames(definition, ({ acceptsNull }) => acceptsNull);
  /** The output of an argument that the program leaves out is what the API returns, which may repeat the secret. */
  const isLeftOut = (name: string, value: unknown) =>
    value === undefined || (value === null && !nullable.includes(name));
  const returned = Object.keys(definition.rows).filter((name) => isLeftOut(name, props[name]));
  for (const secrecy of secrecies) secrecy.then((isOne) => isOne && names.push(...returned));

  const isAnySecret = Promise.all(secrecies).then((all) => all.includes(true));
  // An argument that is an output or a promise may resolve to nothing, and is left out then.
  const undecided = argumentNames(definition, ({ name, row: { role, sent, returned } }) => {
    return role === "optional" && sent !== false && returned !== false && isDeferred(props[name]);
  });
  const waiting = undecided.map((name) => [
    name,
    pulumi.output(props[name]).apply(async (value: unknown) => {
      if (isLeftOut(name, value) && (await isAnySecret)) names.push(name);
      return value;
    }),
  ]);
  return { props: { ...props, ...Object.fromEntries(waiting) }, opts: markedOptions };
}

/** Whether a value is a secret. A value that fails is none; the SDK reports the failure. */
function isSecret(value: pulumi.Output<unknown> | Promise<unknown>): Promise<boolean> {
  return pulumi.isSecret(pulumi.output(value)).catch(() => false);
}
