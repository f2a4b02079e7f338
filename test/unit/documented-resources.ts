/** Each resource: what the API documents of it, and its definition. Loads no class and no SDK of Pulumi. */

import type { JsonObject } from "../../provider/api/http/json.js";
import { application as definitionOfApplication } from "../../provider/definitions/application.js";
import { cache as definitionOfCache } from "../../provider/definitions/cache.js";
import type { Definition } from "../../provider/definitions/definition.js";
import { environment as definitionOfEnvironment } from "../../provider/definitions/environment.js";
import { definitions } from "../../provider/definitions/index.js";
import { type DocumentedResource, listOutputNames, selectValidInputs } from "../documented/facts.js";
import { documented as facts } from "../documented/index.js";

export interface TestedResource {
  readonly documented: DocumentedResource;
  readonly definition: Definition;
  /** A valid value of every argument that is for the API, or of every one that it requires. */
  readonly valid: JsonObject;
  readonly required: JsonObject;
  /** Null for each output, as the state has it of which nothing is known. Every argument is one. */
  readonly nulls: JsonObject;
}

function gatherResource(definition: Definition): TestedResource {
  const { class: className } = definition.names;
  const documented = facts.find((one) => one.className === className);
  if (documented === undefined) throw new Error(`test/documented/index.ts has no ${className}`);
  const [valid, required] = [selectValidInputs(documented), selectValidInputs(documented, "required")];
  const nulls = Object.fromEntries(listOutputNames(documented).map((name) => [name, null]));
  return { documented, definition, valid, required, nulls };
}

export const resources: readonly TestedResource[] = definitions.map(gatherResource);
export const application = gatherResource(definitionOfApplication);
export const environment = gatherResource(definitionOfEnvironment);
export const cache = gatherResource(definitionOfCache);

export function formatTitle({ definition, required }: TestedResource, id: string): string {
  const { names, uniqueBy } = definition;
  const owners = uniqueBy.filter((name) => name !== "name").map((name) => ` of ${required[name]}`);
  return `${names.class} ${required.name}${owners.join("")} (${id})`;
}
