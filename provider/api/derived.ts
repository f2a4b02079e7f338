/** The outputs that no row can describe, by the resource's name in code. */

import type { Definition } from "../definitions/definition.js";
import { makeConnectionUri, readCacheEnvironments } from "./cache-outputs.js";
import type { Envelope } from "./envelope.js";
import type { AddMismatch } from "./fields.js";
import type { JsonObject } from "./json.js";
import { readRepositoryDetails } from "./repository-details.js";

type ByName<Read> = Readonly<Record<string, Read>>;

const combinedOutputs: ByName<(envelope: Envelope, addMismatch: AddMismatch) => JsonObject> = {
  application: readRepositoryDetails,
  cache: readCacheEnvironments,
};

const derivedOutputs: ByName<(outputs: JsonObject) => JsonObject> = { cache: makeConnectionUri };

/** Reads the outputs that several parts of a response make together. */
export function readCombinedOutputs({ names }: Definition, envelope: Envelope, addMismatch: AddMismatch): JsonObject {
  return combinedOutputs[names.code]?.(envelope, addMismatch) ?? {};
}

/** Returns the outputs with those that are made of other outputs. */
export function withDerivedOutputs({ names }: Definition, outputs: JsonObject): JsonObject {
  return { ...outputs, ...derivedOutputs[names.code]?.(outputs) };
}
