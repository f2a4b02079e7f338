/** Which outputs of a dynamic resource are secrets; the plugin marks its own. */

import * as pulumi from "@pulumi/pulumi";
import { argumentNames, type Definition, outputNames } from "../definitions/definition.js";
import { answeredOutput, askedOutput } from "../definitions/state.js";
import { isLater } from "./arguments.js";

/** The options with the outputs that are secrets: those that always are, and all that the API makes of a secret argument. */
export function withSecretOutputs(
  definition: Definition,
  args: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  const always = [askedOutput, answeredOutput, ...outputNames(definition, ({ secret }) => secret === true)];
  const repeated = argumentNames(definition, ({ row }) => row.makesOutputsSecret === true);

  function marked<Options extends pulumi.CustomResourceOptions>(props: pulumi.Inputs, opts: Options): Options {
    const names = [...new Set([...always, ...(opts.additionalSecretOutputs ?? [])])];
    const answered = Object.keys(definition.rows).filter((output) => props[output] === undefined);
    for (const value of repeated.map((argument) => props[argument]).filter(isLater)) {
      // Whether it is a secret is known when its value is. The SDK reads the list after that; of a value that fails, it
      // says so.
      const isSecret = pulumi.isSecret(pulumi.output(value)).catch(() => false);
      isSecret.then((secret) => secret && names.push(...answered));
    }
    return { ...opts, additionalSecretOutputs: names };
  }

  let own: pulumi.Resource | undefined;
  // What the others return counts, whatever it has left out or copied too early, or made of an argument.
  const last: pulumi.ResourceTransformation = ({ resource, props, opts }) =>
    resource === own ? { props, opts: marked(props, opts) } : undefined;
  // The SDK runs those that are added meanwhile, too. The resource's children have its transformations.
  const first: pulumi.ResourceTransformation = ({ resource }) => {
    own ??= resource;
    // Where the SDK keeps the resource's own transformations, then those of its parents and of the stack.
    const { __transformations } = resource as { __transformations?: pulumi.ResourceTransformation[] };
    if (resource === own) __transformations?.push(last);
    return undefined;
  };
  return { ...marked(args, options), transformations: [first, ...(options.transformations ?? [])] };
}
