import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version of this package, as its package.json says. */
export const version: string = (
  JSON.parse(readFileSync(join(__dirname, "..", "..", "package.json"), "utf8")) as { version: string }
).version;
