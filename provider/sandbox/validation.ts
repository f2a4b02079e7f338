/** The documented constraints of the three request bodies, checked all at once. */

import type { Json, JsonObject } from "../api/json.js";
import * as limits from "../api/limits.js";
import type { FieldNames } from "../api/request.js";
import { CacheSize, EvictionPolicy, Region, SourceControlProvider } from "../enums.js";

/** Messages by field, as a 422 answer carries them. */
export type FieldErrors = Record<string, string[]>;

type Kind =
  | "text"
  | "boolean"
  | limits.TextLimit
  | readonly string[]
  | { readonly range: readonly [number, number] };

interface Rule {
  readonly field: string;
  readonly is: Kind;
  readonly required?: true;
  readonly nullable?: true;
}

/** The API states no more required fields than these two. */
export function applicationErrors(body: JsonObject, names: FieldNames): FieldErrors {
  return violations(body, [
    { field: "name", is: limits.applicationName, required: true },
    { field: "region", is: Object.values(Region) },
    { field: "repository", is: limits.repository },
    { field: "build_command", is: limits.buildCommand, nullable: true },
    { field: "root_directory", is: "text" },
    { field: "cluster_id", is: "text" },
    { field: names.sourceControlProvider, is: Object.values(SourceControlProvider), required: true },
  ]);
}

export function environmentErrors(body: JsonObject): FieldErrors {
  return violations(body, [
    { field: "branch", is: "text", required: true },
    { field: "name", is: limits.environmentName, required: true },
    { field: "build_command", is: limits.buildCommand, nullable: true },
    { field: "cluster_id", is: "text", nullable: true },
    { field: "edge_network_id", is: "text", nullable: true },
  ]);
}

/** The eviction policy is taken for every cache: how the API refuses it for other kinds than Valkey is not known. */
export function cacheErrors(body: JsonObject, names: FieldNames): FieldErrors {
  const { min, max } = limits.hibernationTimeout;
  return violations(body, [
    { field: "name", is: limits.cacheName, required: true },
    { field: "auto_upgrade_enabled", is: "boolean" },
    { field: "is_public", is: "boolean" },
    { field: "uses_hibernation", is: "boolean" },
    { field: "hibernation_timeout", is: { range: [min, max] } },
    { field: names.size, is: Object.values(CacheSize) },
    { field: names.evictionPolicy, is: Object.values(EvictionPolicy) },
  ]);
}

function violations(body: JsonObject, rules: readonly Rule[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { field, is, required, nullable } of rules) {
    const value = Object.hasOwn(body, field) ? body[field] : undefined;
    const messages =
      value === undefined || (value === null && (required || nullable))
        ? required
          ? [`${field} is required.`]
          : []
        : complaints(is, value).map((complaint) => `${field} ${complaint}.`);
    if (messages.length > 0) errors[field] = messages;
  }
  return errors;
}

function complaints(kind: Kind, value: Json): string[] {
  if (kind === "boolean") return typeof value === "boolean" ? [] : ["must be true or false"];
  if (typeof kind === "object" && "range" in kind) {
    const [min, max] = kind.range;
    if (!Number.isInteger(value)) return ["must be an integer"];
    return Number(value) < min || Number(value) > max ? [`must be from ${min} to ${max}`] : [];
  }
  if (typeof value !== "string") return ["must be a string"];
  if (kind === "text") return [];
  if (isList(kind)) return kind.includes(value) ? [] : ["has a value that is not listed"];
  return textComplaints(kind, value);
}

function textComplaints({ min = 0, max = Infinity, pattern }: limits.TextLimit, value: string): string[] {
  const length = limits.lengthOf(value);
  return [
    ...(length < min ? [`must have at least ${min} characters`] : []),
    ...(length > max ? [`must have at most ${max} characters`] : []),
    ...(pattern && !pattern.test(value)
      ? ["has characters that are not allowed, or in the wrong place"]
      : []),
  ];
}

/** Array.isArray does not narrow a readonly array. */
function isList(kind: limits.TextLimit | readonly string[]): kind is readonly string[] {
  return Array.isArray(kind);
}
