/** What no row can say of a resource's outputs, by the kind's name in code. */

import type { Definition } from "../definitions/definition.js";
import { readRepository } from "./application.js";
import { connectionUri, readEnvironments } from "./cache.js";
import type { JsonObject } from "./json.js";

type ByKind<Derive> = Readonly<Record<string, Derive>>;

/** Outputs that several parts of a response make together. */
export const combined: ByKind<typeof readRepository> = { application: readRepository, cache: readEnvironments };

/** Outputs that are made of other outputs. */
const made: ByKind<typeof connectionUri> = { cache: connectionUri };

/** With those that are made of others. */
export function completed({ kind }: Definition, outputs: JsonObject): JsonObject {
  return { ...outputs, ...made[kind.code]?.(outputs) };
}
