/** What every state holds: promises to each later release. */

/** The type under which the engine knows a kind of resource. */
export function typeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/apphosting:${kind}`;
}

/** The type of the same resource where the plugin serves it. */
export function pluginToken(kind: string): string {
  return `apphosting:index:${kind}`;
}

/**
 * The output that keeps, always as a secret, what was requested where the API answered another value: state holds the
 * API's value under the argument's name.
 */
export const askedOutput = "asked";

/** The key under which the engine carries the loader's text among inputs and outputs. */
export const providerKey = "__provider";
