/** The list of all resources. What is for each class follows from it, or a test says what is missing. */

import { application } from "./application.js";
import { cache } from "./cache.js";
import type { Definition, RowsByName } from "./definition.js";
import { environment } from "./environment.js";

const all = [application, environment, cache] as const;

export type ClassName = (typeof all)[number]["names"]["class"];
/** The types that the API gives to resources. */
export type ApiType = (typeof all)[number]["apiType"];

export const definitions: readonly Definition<RowsByName, ClassName, ApiType>[] = all;
