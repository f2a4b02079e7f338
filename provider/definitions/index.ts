/** The list of all resources. A test says where one is missing. */

import { application } from "./application.js";
import { cache } from "./cache.js";
import type { Definition, RowsByName } from "./definition.js";
import { environment } from "./environment.js";

const all = [application, environment, cache] as const;

export type ClassName = (typeof all)[number]["names"]["class"];
export type ApiType = (typeof all)[number]["apiType"];

export const definitions: readonly Definition<RowsByName, ClassName, ApiType>[] = all;
