/** What no row can say of a resource's outputs, by the kind's name in code. */

import type { Definition } from "../definitions/definition.js";
import { readRepository } from "./application.js";
import { connectionUri, readEnvironments } from "./cache.js";
import type { Envelope } from "./envelope.js";
import type { Report } from "./fields.js";
import type { JsonObject } from "./json.js";

interface Derived {
  /** Outputs that several parts of a response make together. */
  readonly read?: (envelope: Envelope, report: Report) => JsonObject;
  /** Outputs that are made of other outputs. */
  readonly made?: (outputs: JsonObject) => JsonObject;
}

/** With those that are made of others. */
export function completed({ kind }: Definition, outputs: JsonObject): JsonObject {
  return { ...outputs, ...derived[kind.code]?.made?.(outputs) };
}

export const derived: Readonly<Record<string, Derived>> = {
  application: { read: readRepository },
  cache: { read: readEnvironments, made: connectionUri },
};
