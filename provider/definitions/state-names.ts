/** The names that stand in every user's state. They are a promise: no release can change them. */

/** The type under which the engine knows a dynamic resource of a class. */
export const formatTypeToken = (className: string): string => `pulumi-nodejs:dynamic/apphosting:${className}`;

/**
 * Two outputs, always secrets. They hold what was requested of the API, and what it returned, for those arguments of which
 * this differs from the output.
 */
export const askedOutput = "asked";
export const answeredOutput = "answered";

/** The key under which the engine carries the loader's text among inputs and outputs. */
export const providerKey = "__provider";
