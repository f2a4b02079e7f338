/**
 * Keeps secrets out of plain text on the program's side. Without it, whoever can read the state would find a cache's password and the
 * variables of environments there, and whoever reads a debug log would find them in that.
 */

import * as pulumi from "@pulumi/pulumi";
import { type Definition, listArgumentNames, listOutputNames } from "../definitions/definition.js";
import { earlierProperties, hiddenProperty } from "../definitions/names.js";
import { isDeferred } from "./refusals.js";

/**
 * Names the secret outputs in the options of a resource, beside those that the program names.
 *
 * Some outputs always are secrets. Others are if an argument of which the API makes other texts is one: it makes the slug of an application
 * from the name, for instance. Whether an argument is a secret is known late, because it may be an output or a promise. The SDK waits until
 * it knows the values of all arguments. Then it reads the list of names and sends it to the engine; what is added later has no effect. So
 * an argument whose own output may have to be named is handed to the SDK as a promise that resolves only after that is decided.
 *
 * @returns options with a list to which names are added as they become known, and arguments that wait for that
 */
export function nameSecretOutputs(
  definition: Definition,
  props: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
): { props: pulumi.Inputs; opts: pulumi.CustomResourceOptions } {
  const always = [
    hiddenProperty,
    ...Object.values(earlierProperties),
    ...listOutputNames(definition, ({ secret }) => secret === true),
  ];
  const names = [...new Set([...always, ...(options.additionalSecretOutputs ?? [])])];
  const opts = { ...options, additionalSecretOutputs: names };
  const sources = listArgumentNames(definition, ({ row }) => row.makesOutputsSecret === true);
  const secrecies = sources
    .map((name) => props[name])
    .filter(isDeferred)
    .map(isSecret);
  if (secrecies.length === 0) return { props, opts };

  const nullable = listArgumentNames(definition, ({ isNullAValue }) => isNullAValue);
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
  return { props: { ...props, ...Object.fromEntries(waiting) }, opts };
}

/** Whether a value is a secret. A value that fails is none; the SDK reports the failure. */
function isSecret(value: pulumi.Output<unknown> | Promise<unknown>): Promise<boolean> {
  return pulumi.isSecret(pulumi.output(value)).catch(() => false);
}

/** The line that the SDK writes when the engine has registered or read a resource of this package, or registered a provider. */
const registrationResponse =
  /^((?:Register|Read)Resource RPC finished: resource:.*?\[(?:pulumi-nodejs:dynamic\/apphosting:\w+|pulumi:providers:pulumi-nodejs)\].*?, resp: ).*$/s;

/**
 * Leaves the responses of the engine out of the SDK's debug log. They hold all outputs in plain text, and the token of a provider. The
 * engine hands that log to event logs, to listeners of the Automation API and to `--debug`. The SDK has no setting for it, so this replaces
 * its `log.debug`.
 */
export function hideResponsesInDebugLog(): void {
  const log: { debug: typeof pulumi.log.debug } = pulumi.log;
  const { debug } = log;
  log.debug = (message, ...others) =>
    debug(typeof message === "string" ? message.replace(registrationResponse, "$1[left out]") : message, ...others);
}
