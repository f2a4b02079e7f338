/** The list of all resources. */

import { application } from "./application.js";
import { cache } from "./cache.js";
import type { Definition } from "./definition.js";
import { environment } from "./environment.js";

export const definitions: readonly Definition[] = [application, environment, cache];
