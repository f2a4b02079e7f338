/** What a resource is called: in code, in sentences, on the wire, and in every user's state. */

export interface ResourceNames<ClassName extends string = string> {
  /** The class that a program imports: `Cache`, or `WebsocketCluster` if there were websocket clusters. */
  readonly class: ClassName;
  /** The name in code: `websocketCluster`. The host exports the resource under it, and the loader in each state has it. */
  readonly code: string;
  /** The name in a sentence: `websocket cluster`. */
  readonly label: string;
  /** The type under which the engine knows a resource of the class. It stands in every state, so that no release can change it. */
  readonly token: string;
}

export function nameResource<ClassName extends string>(className: ClassName): ResourceNames<ClassName> {
  return {
    class: className,
    code: className.charAt(0).toLowerCase() + className.slice(1),
    label: className.replace(/\B[A-Z]/g, " $&").toLowerCase(),
    token: `pulumi-nodejs:dynamic/apphosting:${className}`,
  };
}

/** The name of an argument, an output, or a field inside one. */
export interface WrittenName {
  /** The name in code: `buildCommand`. */
  readonly name: string;
  /** The name as the API writes it: `build_command`. It's kept, because each response is read by it. */
  readonly wireName: string;
}

/** Writes a name as the API does: `build_command`. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The key under which the engine carries the loader's text among inputs and outputs. */
export const providerKey = "__provider";

/**
 * Writes the loader: the text by which the process for dynamic resources finds the host of a resource. It requires the installed package and
 * captures nothing, so state of 0.5.0 or later runs the currently installed code. It stands in every state, so that no release can change it.
 *
 * Pulumi's own `dynamic.Resource` writes its code under the same key. Its serializer is no option: it works neither under Bun nor where a
 * package manager links packages, and it adds a page of text to each resource in the state.
 *
 * @param code the name of the resource in code, under which the host exports it
 */
export function formatLoader(code: string): string {
  return `exports.handler=()=>require("pulumi-apphosting/host").${code}`;
}

/** Writes the loader of what a `get` reads. Nothing else tells it from a managed resource in a refresh. */
export function formatReaderLoader(code: string): string {
  return formatLoader(`readers.${code}`);
}

/**
 * The properties that the package adds to the state of each resource. The engine shows no property whose name begins with `__`, and hands it to
 * diff, update, read and delete.
 */
export const hiddenProperties = {
  /** What was requested and what the API returned, where these differ from the outputs. A secret. */
  values: "__apphosting",
  /** The names of the arguments that the program had set when the state was last written. */
  set: "__set",
  /** True where the program has consented to a delete by `retainOnDelete: false`. An input of the same name carries that to the host. */
  deletable: "__deletable",
} as const;
