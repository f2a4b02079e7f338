/** Draws the picture of a preview that the README shows: `npm run capture`. Look at it before it is committed. */

import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { drawPreview, picture } from "./capture/preview";

async function capture(): Promise<void> {
  await writeFile(picture, await drawPreview());
  console.log(`Drawn: ${relative(process.cwd(), picture)}`);
}

capture().catch((error: Error) => {
  console.error(`No picture was drawn: ${error.message}`);
  process.exitCode = 1;
});
