/** Each resource: what the API documents of it, and its table. Loads no class and no SDK of Pulumi. */

import { application as applicationTable } from "../../provider/rows/application.js";
import { cache as cacheTable } from "../../provider/rows/cache.js";
import { environment as environmentTable } from "../../provider/rows/environment.js";
import { tables } from "../../provider/rows/index.js";
import type { JsonObject } from "../../provider/rows/json.js";
import type { Table } from "../../provider/rows/table.js";
import { type DocumentedResource, listOutputNames, selectValidInputs } from "../documented/facts.js";
import { documented as facts } from "../documented/index.js";

export interface TestedResource {
  readonly documented: DocumentedResource;
  readonly table: Table;
  /** A valid value of every argument that is for the API, or of every one that it requires. */
  readonly valid: JsonObject;
  readonly required: JsonObject;
  /** Null for each output, as the state has it of which nothing is known. Every argument is one. */
  readonly nulls: JsonObject;
}

function gatherResource(table: Table): TestedResource {
  const documented = facts.find(({ className }) => className === table.className);
  if (documented === undefined) throw new Error(`test/documented/index.ts has no ${table.className}`);
  const [valid, required] = [selectValidInputs(documented), selectValidInputs(documented, "required")];
  const nulls = Object.fromEntries(listOutputNames(documented).map((name) => [name, null]));
  return { documented, table, valid, required, nulls };
}

export const resources: readonly TestedResource[] = tables.map(gatherResource);
export const application = gatherResource(applicationTable);
export const environment = gatherResource(environmentTable);
export const cache = gatherResource(cacheTable);

export function formatTitle({ table, required }: TestedResource, id: string): string {
  const { className, uniqueBy } = table;
  const owners = uniqueBy.filter((name) => name !== "name").map((name) => ` of ${required[name]}`);
  return `${className} ${required.name}${owners.join("")} (${id})`;
}
