/** Prints lines for the user, by way of the engine. */

/** A line for the user. One that `isOnce` says the same of many resources, and is printed once in a process. */
export interface Notice {
  readonly line: string;
  readonly isOnce: boolean;
}

/** What a printer needs of the engine, which shows the lines. */
export interface LineLink {
  info(line: string): void;
  warn(line: string): void;
}

export class Printer {
  private readonly printed = new Set<string>();

  constructor(private readonly engine: LineLink) {}

  /** Prints a line about what goes on. */
  info(line: string): void {
    this.engine.info(line);
  }

  /** Prints a warning. The engine shows it as one of the resource with the plugin, and as one of the stack otherwise. */
  warn(line: string): void {
    this.printed.add(line);
    this.engine.warn(line);
  }

  /** Prints notices as warnings. */
  print(notices: readonly Notice[]): void {
    for (const { line, isOnce } of notices) {
      if (isOnce) this.warnOnce(line);
      else this.warn(line);
    }
  }

  /** Prints a warning unless this process has printed the same line before. */
  warnOnce(line: string): void {
    if (!this.printed.has(line)) this.warn(line);
  }
}
