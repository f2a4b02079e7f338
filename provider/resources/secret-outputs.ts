/** Which outputs of a dynamic resource are secrets; the plugin marks its own. */

import * as pulumi from "@pulumi/pulumi";
import { argumentNames, type Definition, outputNames } from "../definitions/definition.js";
import { answeredOutput, askedOutput } from "../definitions/state.js";
import { isLater } from "./arguments.js";

/** Adds the outputs that are secrets to the options: those that always are, and all that the API makes of a secret argument. */
export function addSecretOutputs(
  definition: Definition,
  args: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  let own: pulumi.Resource | undefined;
  // Runs after all other transformations: one of them may return options without our secret outputs, or another argument.
  const last: pulumi.ResourceTransformation = ({ resource, props, opts }) =>
    resource === own ? markSecrets(definition, props, opts) : undefined;
  // The SDK runs those that are added meanwhile, too. The resource's children have its transformations.
  const first: pulumi.ResourceTransformation = ({ resource }) => {
    own ??= resource;
    // Where the SDK keeps the resource's own transformations, then those of its parents and of the stack.
    const { __transformations } = resource as { __transformations?: pulumi.ResourceTransformation[] };
    if (resource === own) __transformations?.push(last);
    return undefined;
  };
  const { opts } = markSecrets(definition, args, options);
  return { ...opts, transformations: [first, ...(options.transformations ?? [])] };
}

/**
 * Lists the secret outputs in the options. What is known later is added to the list when it is known: the SDK reads the list after it
 * has waited for the values of all arguments.
 */
function markSecrets<Options extends pulumi.CustomResourceOptions>(
  definition: Definition,
  props: pulumi.Inputs,
  opts: Options,
): { props: pulumi.Inputs; opts: Options } {
  const always = [askedOutput, answeredOutput, ...outputNames(definition, ({ secret }) => secret === true)];
  const names = [...new Set([...always, ...(opts.additionalSecretOutputs ?? [])])];
  const marked = { ...opts, additionalSecretOutputs: names };
  const repeated = argumentNames(definition, ({ row }) => row.makesOutputsSecret === true).map((name) => props[name]);
  const areSecret = repeated.filter(isLater).map(isSecret);
  if (areSecret.length === 0) return { props, opts: marked };

  const { rows } = definition;
  const nullable = argumentNames(definition, ({ acceptsNull }) => acceptsNull);
  /** An argument that the program leaves out has the value that the API answers. */
  const isLeftOut = (name: string, value: unknown) =>
    value === undefined || (value === null && !nullable.includes(name));
  const answered = Object.keys(rows).filter((name) => isLeftOut(name, props[name]));
  for (const known of areSecret) known.then((secret) => secret && names.push(...answered));

  const isAnySecret = Promise.all(areSecret).then((all) => all.includes(true));
  // An output or a promise may turn out to be empty: the SDK waits for these, too.
  const waiting = argumentNames(definition, ({ name, row: { role, sent, returned } }) => {
    return role === "optional" && sent !== false && returned !== false && isLater(props[name]);
  });
  const watched = waiting.map((name) => [
    name,
    pulumi.output(props[name]).apply(async (value: unknown) => {
      if (isLeftOut(name, value) && (await isAnySecret)) names.push(name);
      return value;
    }),
  ]);
  return { props: { ...props, ...Object.fromEntries(watched) }, opts: marked };
}

/** Of a value that fails, the SDK says so itself. */
function isSecret(value: pulumi.Output<unknown> | Promise<unknown>): Promise<boolean> {
  return pulumi.isSecret(pulumi.output(value)).catch(() => false);
}
