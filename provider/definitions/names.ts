/** The names of a resource: in code, in sentences, on the wire, and in every user's state. */

export interface ResourceNames<ClassName extends string = string> {
  readonly class: ClassName;
  /** Such as `websocketCluster`. The host exports the resource under it, and the loader in each state has it. */
  readonly code: string;
  /** Such as `websocket cluster`. */
  readonly label: string;
  /** The type token. It's in every state, so it must never change. */
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

export interface WrittenName {
  /** Such as `buildCommand`. */
  readonly name: string;
  /** Such as `build_command`. */
  readonly wireName: string;
}

export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The key of the loader among inputs and outputs. */
export const providerKey = "__provider";

/**
 * Writes the loader: the text by which Pulumi's process for dynamic resources finds the host of a resource. It requires
 * the installed package and captures nothing, so a state runs the currently installed code. It's in every state, so it
 * must never change.
 *
 * Pulumi's own `dynamic.Resource` serializes its code under the same key. Its serializer works neither under Bun nor
 * where a package manager links packages, and it adds a page of text to each resource in the state.
 */
export function formatLoader(code: string): string {
  return `exports.handler=()=>require("pulumi-apphosting/host").${code}`;
}

/** Writes the loader of a `get`. In a refresh, nothing else tells it from a managed resource. */
export function formatReaderLoader(code: string): string {
  return formatLoader(`readers.${code}`);
}

/**
 * What the package adds to the state. The engine shows no property whose name begins with `__`
 * (`resource.IsInternalPropertyKey`).
 */
export const hiddenProperties = {
  /** host/state/state.ts knows its form. A secret. */
  state: "__apphosting",
  /** True where the program has consented to a delete, as an input and in the state. */
  deletable: "__deletable",
} as const;
