/** Request bodies: arguments under their names on the wire. */

import type { JsonObject } from "./json.js";

/** Argument name → field name in the request. */
export type WireNames = Readonly<Record<string, string>>;

/** Names of the request fields that the API does not document. */
export interface FieldNames {
  readonly sourceControlProvider: string;
  readonly size: string;
  readonly evictionPolicy: string;
}

export const defaultFieldNames: FieldNames = {
  sourceControlProvider: "source_control_provider_type",
  size: "size",
  evictionPolicy: "eviction_policy",
};

/** The stated arguments that the table names; the others belong to the path or to the program. */
export function body(names: WireNames, stated: JsonObject): JsonObject {
  const entries = Object.entries(names).flatMap(([argument, wire]) => {
    const value = stated[argument];
    return value === undefined ? [] : [[wire, value] as const];
  });
  return Object.fromEntries(entries);
}
