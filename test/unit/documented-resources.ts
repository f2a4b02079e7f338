/** Each resource: what the API documents of it, and its table. Loads no class and no SDK of Pulumi. */

import { application as applicationTable } from "../../provider/rows/application.js";
import { cache as cacheTable } from "../../provider/rows/cache.js";
import { environment as environmentTable } from "../../provider/rows/environment.js";
import { tables } from "../../provider/rows/index.js";
import type { JsonObject } from "../../provider/rows/json.js";
import type { Table } from "../../provider/rows/table.js";
import { type DocumentedResource, listOutputNames } from "../documented/facts.js";

export interface TestedResource {
  readonly documented: DocumentedResource;
  readonly table: Table;
  /** A valid value of each argument, except the id of an existing resource; and of each that is required. */
  readonly valid: JsonObject;
  readonly required: JsonObject;
  /** Null for each argument and output, as in a state that knows none. */
  readonly nulls: JsonObject;
}

function gatherResource(table: Table): TestedResource {
  const file = `../documented/${table.noun.replaceAll(" ", "-")}`;
  const documented = require(file)[table.exportName] as DocumentedResource;
  const args = Object.entries(documented.arguments).filter(([, { adopted }]) => !adopted);
  return {
    documented,
    table,
    valid: Object.fromEntries(args.map(([name, { valid }]) => [name, valid])),
    required: Object.fromEntries(args.flatMap(([name, { required, valid }]) => (required ? [[name, valid]] : []))),
    nulls: Object.fromEntries(listOutputNames(documented).map((name) => [name, null])),
  };
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
