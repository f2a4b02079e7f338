/**
 * Names the outputs of a dynamic resource that are secrets.
 *
 * Some outputs always are secrets. Others are if an argument that the API repeats is one: it makes the slug of an application
 * from the name, for instance. Whether an argument is a secret is known late, because it may be an output or a promise, and
 * because the program's transformations may replace it. So names are added twice: to the options with which the class calls the
 * SDK, and to those that all transformations have left (see last-transformation.ts). One of them may return a copy of the
 * options, which has a copy of our list: names that we add to our own list later do not reach it.
 *
 * The SDK waits until it knows the values of all arguments. Then it reads the list and sends it to the engine; what is added later
 * has no effect. So an argument whose own output may have to be named is handed to the SDK as a promise that resolves only after
 * that is decided.
 */

import * as pulumi from "@pulumi/pulumi";
import { type DocumentedDefinition, listArgumentNames, listOutputNames } from "../../definitions/definition.js";
import { answeredOutput, askedOutput } from "../../definitions/state-names.js";
import { isDeferred } from "./arguments.js";

/** Returns options with a list of secret outputs, to which names are added as they become known, and arguments that wait for that. */
export function addSecretOutputs<Options extends pulumi.CustomResourceOptions>(
  definition: DocumentedDefinition,
  props: pulumi.Inputs,
  opts: Options,
): { props: pulumi.Inputs; opts: Options } {
  const always = [askedOutput, answeredOutput, ...listOutputNames(definition, ({ secret }) => secret === true)];
  const names = [...new Set([...always, ...(opts.additionalSecretOutputs ?? [])])];
  const markedOptions = { ...opts, additionalSecretOutputs: names };
  const repeated = listArgumentNames(definition, ({ row }) => row.makesOutputsSecret === true).map(
    (name) => props[name],
  );
  const secrecies = repeated.filter(isDeferred).map(isSecret);
  if (secrecies.length === 0) return { props, opts: markedOptions };

  const nullable = listArgumentNames(definition, ({ acceptsNull }) => acceptsNull);
  /** The output of an argument that the program leaves out is what the API returns, which may repeat the secret. */
  const isLeftOut = (name: string, value: unknown) =>
    value === undefined || (value === null && !nullable.includes(name));
  const returned = Object.keys(definition.rows).filter((name) => isLeftOut(name, props[name]));
  for (const secrecy of secrecies) secrecy.then((isOne) => isOne && names.push(...returned));

  const isAnySecret = Promise.all(secrecies).then((all) => all.includes(true));
  // An argument that is an output or a promise may resolve to nothing, and is left out then.
  const undecided = listArgumentNames(definition, ({ name }) => isDeferred(props[name]));
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
