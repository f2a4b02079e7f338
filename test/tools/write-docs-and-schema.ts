/** Writes what follows from the definitions and their comments: `npm run write:docs-and-schema`. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderChangesPage } from "./changes-page";
import { renderReference } from "./reference";
import { renderSchema } from "./schema";

const root = join(__dirname, "../..");

const texts = {
  "docs/changes.md": renderChangesPage(readFileSync(join(root, "docs/changes.md"), "utf8")),
  "docs/reference.md": renderReference(),
  "provider/plugin/schema.json": renderSchema(),
};

for (const [file, text] of Object.entries(texts)) writeFileSync(join(root, file), text);
