/** What every state holds: promises to each later release. */

/** The type under which the engine knows a kind of resource. */
export function typeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/apphosting:${kind}`;
}

/** The type of the same resource where the plugin serves it. */
export function pluginToken(kind: string): string {
  return `apphosting:index:${kind}`;
}

/** The outputs that keep, always as secrets, what was asked of the API and what it answered, where an argument's output differs. */
export const askedOutput = "asked";
export const answeredOutput = "answered";

/** The key under which the engine carries the loader's text among inputs and outputs. */
export const providerKey = "__provider";
