/** The models of all classes. */

import type { ApiType } from "../definitions/index.js";
import type { Model } from "./account.js";
import { application } from "./application.js";
import { cache } from "./cache.js";
import { environment } from "./environment.js";

export const models: Readonly<Record<ApiType, Model>> = {
  applications: application,
  environments: environment,
  caches: cache,
};
