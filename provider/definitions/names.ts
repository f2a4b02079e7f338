/** What a kind of resource is called. */
export function names(className: string) {
  return {
    /** The class that a program imports: `WebsocketCluster`. */
    class: className,
    /** In code and in the state: `websocketCluster`. */
    code: className.charAt(0).toLowerCase() + className.slice(1),
    /** In a sentence: `websocket cluster`. */
    words: className.replace(/\B[A-Z]/g, " $&").toLowerCase(),
  };
}

/** A name as the API writes it: `build_command`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
