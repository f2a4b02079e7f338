/** The tables of all resources. A test says where one is missing. */

import { application } from "./application.js";
import { cache } from "./cache.js";
import { environment } from "./environment.js";
import type { Rows, Table } from "./table.js";

const all = [application, environment, cache] as const;

export type ClassName = (typeof all)[number]["className"];
export type ApiType = (typeof all)[number]["apiType"];

export const tables: readonly Table<Rows, ClassName, ApiType>[] = all;
