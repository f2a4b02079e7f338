/** The names of a resource. Tokens, loaders and keys are in every state, so they must never change. */

export interface ResourceNames<ClassName extends string = string> {
  readonly class: ClassName;
  /** Such as `websocketCluster`. The host exports the resource under it. */
  readonly code: string;
  readonly label: string;
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
  readonly name: string;
  readonly wireName: string;
}

export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const providerKey = "__provider";

/** Pulumi's own serializer works neither under Bun nor with linked packages, and adds a page to each state. */
export function formatLoader(code: string): string {
  return `exports.handler=()=>require("pulumi-apphosting/host").${code}`;
}

/** Writes the loader of a `get`. In a refresh, nothing else tells it from a managed resource. */
export function formatReaderLoader(code: string): string {
  return formatLoader(`readers.${code}`);
}

/** The engine shows no property whose name begins with `__` (`resource.IsInternalPropertyKey`). */
export const hiddenProperties = {
  /** A secret. host/state/state.ts has its form. */
  state: "__apphosting",
  /** True where the program has consented to a delete, as an input and in the state. */
  deletable: "__deletable",
} as const;
