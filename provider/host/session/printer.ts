/** Prints lines for the user, by way of the engine. */

/** What a printer needs of the engine, which shows the lines. */
export interface LineLink {
  info(line: string): void;
  warn(line: string): void;
}

export class Printer {
  private readonly warned = new Set<string>();

  constructor(private readonly engine: LineLink) {}

  /** Prints a line about what goes on. */
  info(line: string): void {
    this.engine.info(line);
  }

  warn(...lines: readonly string[]): void {
    for (const line of lines) {
      this.warned.add(line);
      this.engine.warn(line);
    }
  }

  /**
   * Prints the warnings that this process has not printed before: some say the same of many resources, and the engine asks for the
   * same preview several times.
   */
  warnOnce(...lines: readonly string[]): void {
    this.warn(...lines.filter((line) => !this.warned.has(line)));
  }
}
