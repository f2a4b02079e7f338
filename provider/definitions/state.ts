/** What every state holds: promises to each later release. */

/** The type under which the engine knows a kind of resource. */
export const typeToken = (kind: string): string => `pulumi-nodejs:dynamic/apphosting:${kind}`;

/** The type of the same resource where the plugin serves it. */
export const pluginToken = (kind: string): string => `apphosting:index:${kind}`;

/** The outputs that keep, always as secrets, what was asked of the API and what it answered, where an argument's output differs. */
export const askedOutput = "asked";
export const answeredOutput = "answered";

/** The key under which the engine carries the loader's text among inputs and outputs. */
export const providerKey = "__provider";
