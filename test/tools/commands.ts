/** The commands that documents show, to run them. */

import { readFileSync } from "node:fs";

/** The blocks of shell commands in a document, as somebody runs them who has put these values in the place of what is in `<…>`. */
export function readCommands(document: string, values: Readonly<Record<string, string>>): string[] {
  return [...readFileSync(document, "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) =>
    Object.entries(values).reduce((commands, [placeholder, value]) => commands.replaceAll(placeholder, value), block),
  );
}
