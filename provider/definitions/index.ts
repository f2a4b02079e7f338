/** The list of all resources. */

import { application } from "./application.js";
import { cache } from "./cache.js";
import type { Definition } from "./definition.js";
import { environment } from "./environment.js";
import type { Include } from "./settings.js";

const byClass: Readonly<Record<keyof Include, Definition>> = {
  Application: application,
  Environment: environment,
  Cache: cache,
};

export const definitions: readonly Definition[] = Object.values(byClass);
