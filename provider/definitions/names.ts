/** The names of a resource. Tokens, loaders and keys are in every state, so they must never change. */

export interface ResourceNames<ClassName extends string = string> {
  readonly class: ClassName;
  /** Such as `websocketCluster`. The host exports the resource under it. */
  readonly exportName: string;
  readonly label: string;
  readonly token: string;
}

export function nameResource<ClassName extends string>(className: ClassName): ResourceNames<ClassName> {
  return {
    class: className,
    exportName: className.charAt(0).toLowerCase() + className.slice(1),
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
export function formatLoader(exportName: string): string {
  return `exports.handler=()=>require("pulumi-apphosting/host").${exportName}`;
}

/** Writes the loader of a `get`. In a refresh, only this text distinguishes it from a managed resource. */
export function formatGetLoader(exportName: string): string {
  return formatLoader(`readers.${exportName}`);
}

/** The engine shows no property whose name begins with `__` (`resource.IsInternalPropertyKey`). */
export const hiddenProperties = {
  /** A secret. host/state/state.ts has its form. */
  state: "__apphosting",
  /** True where the program has consented to a delete, as an input and in the state. */
  consent: "__deletable",
} as const;
