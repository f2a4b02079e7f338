/** What a kind of resource is called. */
export interface Names {
  /** The class that a program imports: `WebsocketCluster`. */
  readonly class: string;
  /** In code and in the state: `websocketCluster`. */
  readonly code: string;
  /** In a sentence: `websocket cluster`. */
  readonly words: string;
}

export function names(className: string): Names {
  return {
    class: className,
    code: className.charAt(0).toLowerCase() + className.slice(1),
    words: className.replace(/\B[A-Z]/g, " $&").toLowerCase(),
  };
}

/** A name as the API writes it: `build_command`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
