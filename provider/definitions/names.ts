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

/** Writes a name as the API does: `build_command`. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The key under which the engine carries the loader's text among inputs and outputs. */
export const providerKey = "__provider";

/**
 * The secret property of the state that holds what was requested and what the API returned, where these differ from the outputs. The
 * engine shows no property whose name begins with `__`.
 */
export const hiddenProperty = "__apphosting";

/** The property that tells a state in which `hiddenProperty` is secret: the options in a state of 0.4.0 do not name it. */
export const formatProperty = "__v";
export const stateFormat = 1;

/**
 * What holds the same in a state without that property. Releases up to 0.4.0 wrote two secret outputs, by the names of arguments. A read of
 * such a state writes both into the first, which the options of all these releases name as secret.
 */
export const earlierProperties = { requested: "asked", returned: "answered" } as const;
