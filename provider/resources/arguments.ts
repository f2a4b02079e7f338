import * as pulumi from "@pulumi/pulumi";

/**
 * Arguments as a program in JavaScript may hand them over: null counts as none.
 *
 * @throws RunError for arguments in one output, of which nothing but its type could be said
 */
export function plainArguments<Args extends object>(resource: string, args: Args | null | undefined): Partial<Args> {
  if (pulumi.Output.isInstance(args) || args instanceof Promise) {
    throw new pulumi.RunError(
      `${resource}: its arguments are one output or promise. Pass an object: each of its values can be an output.`,
    );
  }
  return args ?? {};
}

/** Options as well. The SDK does not expect null in each of them. */
export function plainOptions<Options extends object>(options: Options | null | undefined): Partial<Options> {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== null)) as Partial<Options>;
}
