import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { DocumentedResource } from "./facts";

const others = ["facts.ts", "index.ts"];
const files = readdirSync(__dirname).filter((file) => !others.includes(file));

export const documented: readonly DocumentedResource[] = files.flatMap((file) =>
  Object.values<DocumentedResource>(require(join(__dirname, file))),
);
