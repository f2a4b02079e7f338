/**
 * The last step of the build: a source map keeps which line of which source a line of the program is of. That is all
 * that a stack trace needs; the compiler's maps say it for each word, which is a third of the published package.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decode, encode } from "@jridgewell/sourcemap-codec";

const dist = join(import.meta.dirname, "..", "dist");

for (const path of readdirSync(dist, { recursive: true })) {
  if (!path.endsWith(".js.map")) continue;
  const { version, sources, mappings } = JSON.parse(readFileSync(join(dist, path), "utf8"));
  const thinned = encode(decode(mappings).map(linesOnly));
  writeFileSync(join(dist, path), JSON.stringify({ version, sources, names: [], mappings: thinned }));
}

/** One segment from the start of the line, and one wherever the compiler joined in another line of the source. */
function linesOnly(segments) {
  const changes = segments.filter(([, , line], index) => line !== segments[index - 1]?.[2]);
  return changes.map(([column, source, line], index) => [index === 0 ? 0 : column, source, line, 0]);
}
