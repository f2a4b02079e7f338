/** Finds the functions for outputs that no row can describe, by the name of the resource in code. */

import type { Definition } from "../definitions/definition.js";
import { makeConnectionUri, readCacheEnvironments } from "./cache-outputs.js";
import type { Envelope } from "./envelope.js";
import type { AddMismatch } from "./fields.js";
import type { JsonObject } from "./json.js";
import { readRepositoryDetails } from "./repository-details.js";

type ReadOutputs = (envelope: Envelope, addMismatch: AddMismatch) => JsonObject;
type MakeOutputs = (outputs: JsonObject) => JsonObject;

const readers: Readonly<Record<string, ReadOutputs>> = {
  application: readRepositoryDetails,
  cache: readCacheEnvironments,
};

const makers: Readonly<Record<string, MakeOutputs>> = { cache: makeConnectionUri };

/** Reads the outputs that several parts of a response make together. */
export function readCombinedOutputs({ names }: Definition, envelope: Envelope, addMismatch: AddMismatch): JsonObject {
  return readers[names.code]?.(envelope, addMismatch) ?? {};
}

/** Adds the outputs that are made of other outputs. */
export function addComputedOutputs({ names }: Definition, outputs: JsonObject): JsonObject {
  return { ...outputs, ...makers[names.code]?.(outputs) };
}
