/** What a resource is called. */
export interface ResourceNames {
  /** The class that a program imports: `Cache`, or `WebsocketCluster` if there were websocket clusters. */
  readonly class: string;
  /** The name in code: `websocketCluster`. The host exports the resource under it, and the loader in each state has it. */
  readonly code: string;
  /** The name in a sentence: `websocket cluster`. */
  readonly words: string;
}

export function nameResource(className: string): ResourceNames {
  return {
    class: className,
    code: className.charAt(0).toLowerCase() + className.slice(1),
    words: className.replace(/\B[A-Z]/g, " $&").toLowerCase(),
  };
}

/** Writes a name as the API does: `build_command`. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
