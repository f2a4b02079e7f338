/** Which outputs of a dynamic resource are secrets; the plugin marks its own. */

import * as pulumi from "@pulumi/pulumi";
import { argumentNames, type Definition, outputNames } from "../definitions/definition.js";
import { answeredOutput, askedOutput } from "../definitions/state.js";

/** The options with the outputs that are secrets: those that always are, and all that the API makes of a secret argument. */
export function withSecretOutputs(
  definition: Definition,
  args: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  const additionalSecretOutputs = secretNames(definition, args, options.additionalSecretOutputs);
  // What it returns counts, whatever it has left out or copied too early, or made of an argument.
  const again: pulumi.ResourceTransformation = ({ props, opts }) => {
    const { additionalSecretOutputs: given } = opts as pulumi.CustomResourceOptions;
    if (props === args && given === additionalSecretOutputs) return undefined;
    return { props, opts: { ...opts, additionalSecretOutputs: secretNames(definition, props, given) } };
  };
  return { ...options, additionalSecretOutputs, transformations: [atLast(again), ...(options.transformations ?? [])] };
}

/**
 * Whether an argument is a secret is known when its value is; the SDK reads the list after that, when it has
 * serialized the arguments.
 */
function secretNames(definition: Definition, args: pulumi.Inputs, given: string[] = []): string[] {
  const always = [askedOutput, answeredOutput, ...outputNames(definition, ({ secret }) => secret === true)];
  const names = [...new Set([...always, ...given])];
  const answered = Object.keys(definition.rows).filter((output) => args[output] === undefined);
  for (const argument of argumentNames(definition, (row) => row.makesOutputsSecret === true)) {
    const value: unknown = args[argument];
    if (!pulumi.Output.isInstance(value) && !(value instanceof Promise)) continue;
    pulumi.isSecret(pulumi.output(value)).then(
      (secret) => secret && names.push(...answered),
      // Where the value fails, the SDK says so.
      () => {},
    );
  }
  return names;
}

interface Transformed extends pulumi.Resource {
  /** Where the SDK keeps the resource's own transformations, then those of its parents and of the stack. */
  readonly __transformations?: pulumi.ResourceTransformation[];
}

/** Puts a transformation behind all others of the resource: the SDK runs those that are added meanwhile, too. */
function atLast(transformation: pulumi.ResourceTransformation): pulumi.ResourceTransformation {
  let own: pulumi.Resource | undefined;
  return ({ resource }) => {
    // The resource's children have its transformations, too.
    if (own === undefined) {
      own = resource;
      const { __transformations: all } = resource as Transformed;
      all?.push((args) => (args.resource === own ? transformation(args) : undefined));
    }
    return undefined;
  };
}
