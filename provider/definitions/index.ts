/** The list of all resources. */

import { application } from "./application.js";
import { cache } from "./cache.js";
import type { DocumentedDefinition } from "./definition.js";
import { environment } from "./environment.js";

export const definitions: readonly DocumentedDefinition[] = [application, environment, cache];

/**
 * Lists the resources that belong to one of a class, because the path of their create holds its id. Whatever replaces that one
 * replaces them, too.
 */
export function listChildren({ names }: DocumentedDefinition): DocumentedDefinition[] {
  return definitions.filter(
    ({ operations: { create } }) => create.method === "POST" && create.placeholders.includes(`${names.code}Id`),
  );
}
