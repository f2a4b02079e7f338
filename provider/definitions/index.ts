/** The list of all resources. */

import { application } from "./application.js";
import { cache } from "./cache.js";
import type { Definition } from "./definition.js";
import { environment } from "./environment.js";

export const definitions: readonly Definition[] = [application, environment, cache];

/**
 * Lists the resources that belong to one of a class, because the path of their create holds its id. Whatever replaces that one
 * replaces them, too.
 */
export function listChildren({ names }: Definition): Definition[] {
  return definitions.filter(
    ({ operations: { create } }) => create.method === "POST" && create.placeholders.includes(`${names.code}Id`),
  );
}
