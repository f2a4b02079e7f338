/** Writes what follows from the definitions and their comments: `npm run write:docs`. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderChangesPage } from "./changes-page";
import { renderReference } from "./reference";

const root = join(__dirname, "../..");

const texts = {
  "docs/changes.md": renderChangesPage(readFileSync(join(root, "docs/changes.md"), "utf8")),
  "docs/reference.md": renderReference(),
};

for (const [file, text] of Object.entries(texts)) writeFileSync(join(root, file), text);
