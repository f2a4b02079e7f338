/** Writes what follows from the definitions and their comments: `npm run write:docs-and-schema`. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { changesPage } from "./changes-page";
import { reference } from "./reference";
import { schemaText } from "./schema";

const texts = {
  "docs/changes.md": changesPage(),
  "docs/reference.md": reference(),
  "provider/plugin/schema.json": schemaText(),
};

for (const [file, text] of Object.entries(texts)) writeFileSync(join(__dirname, "../..", file), text);
