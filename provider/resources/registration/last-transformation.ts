/**
 * Sees to it that what a resource must have is still there after the transformations of a program.
 *
 * The SDK makes one list of transformations: those in the options of the resource, then those of its parents from the nearest on,
 * then those of the stack. It runs them in this order, each on the arguments and options that the one before returned, and it
 * reads the list while it runs, so that a transformation that is appended meanwhile runs as well:
 *
 * 1. Our first one stands before all others in the options. It appends our last one behind all others.
 * 2. The transformations of the program run. One may return other options, without those that we have set.
 * 3. Our last one runs on what the engine will get.
 *
 * A child of the resource inherits both, so each of them leaves every other resource as it is.
 */

import type * as pulumi from "@pulumi/pulumi";

export type Transform = (
  props: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
) => { props: pulumi.Inputs; opts: pulumi.CustomResourceOptions };

/** Adds a transformation that runs after all others of the resource that is made with these options. */
export function addLastTransformation(
  options: pulumi.CustomResourceOptions,
  transform: Transform,
): pulumi.CustomResourceOptions {
  // The first resource that runs `appendLast` is ours, because the SDK constructs it before its children.
  let own: pulumi.Resource | undefined;
  const last: pulumi.ResourceTransformation = ({ resource, props, opts }) =>
    resource === own ? transform(props, opts) : undefined;
  const appendLast: pulumi.ResourceTransformation = ({ resource }) => {
    own ??= resource;
    // This member of the SDK is the list of transformations. Its types do not declare it.
    const { __transformations } = resource as { __transformations?: pulumi.ResourceTransformation[] };
    if (resource === own) __transformations?.push(last);
    return undefined;
  };
  return { ...options, transformations: [appendLast, ...(options.transformations ?? [])] };
}
