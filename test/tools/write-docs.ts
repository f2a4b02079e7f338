/** Writes what follows from the tables and their comments: `npm run write:docs`. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pages, renderPage, renderReference } from "./reference";

const root = join(__dirname, "../..");

const texts = Object.keys(pages).map((path) => [path, renderPage(path, readFileSync(join(root, path), "utf8"))]);

for (const [path = "", text = ""] of [...texts, ["docs/reference.md", renderReference()]]) {
  writeFileSync(join(root, path), text);
}
