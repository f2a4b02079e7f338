/** Runs the commands of documents. */

import { readFileSync } from "node:fs";

/** Reads the blocks of shell commands in a document, with these values for its placeholders. */
export function readCommands(document: string, values: Readonly<Record<string, string>>): string[] {
  return [...readFileSync(document, "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) =>
    Object.entries(values).reduce((commands, [placeholder, value]) => commands.replaceAll(placeholder, value), block),
  );
}
