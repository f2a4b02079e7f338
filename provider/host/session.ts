/**
 * What the host process knows: its settings, its client, and what this run remembers of the resources. And a resource as one call of the
 * engine has it: its inputs, and what keeps it from being deleted.
 */

import type { ClientSettings, SendRequest } from "../api/http/client.js";
import type { Json, JsonObject } from "../api/http/json.js";
import {
  type Definition,
  formatFallbackId,
  listArgumentNames,
  type ResolvedDefinition,
  resolveDefinition,
} from "../definitions/definition.js";
import { defaultFieldNames } from "../definitions/field-names.js";
import type { Include } from "../definitions/settings.js";
import { type Lookup, parseSettings, type Settings, type SettingValues } from "./configuration.js";

export const { version } = require("../../package.json") as { version: string };

export interface SessionOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Writes a line, which the engine shows as one of the stack. */
  readonly write: (line: string) => void;
  /** Hands a warning to the engine. */
  readonly warn: (message: string) => void;
  /** Makes what sends the requests. Default: a client over HTTP. */
  readonly connect?: (settings: ClientSettings) => SendRequest;
}

/** Resources that this run remembers, each by its class and a key: its id, its unique key, or its inputs. It is empty in the next run. */
class ResourceSet<Key extends string | JsonObject> {
  private readonly keys = new Set<string>();

  /** Adds a resource, unless it has no such key. */
  add(definition: Definition, key: Key | undefined): void {
    if (key !== undefined) this.keys.add(formatKey(definition, key));
  }

  has(definition: Definition, key: Key | undefined): boolean {
    return key !== undefined && this.keys.has(formatKey(definition, key));
  }
}

function formatKey({ names }: Definition, key: string | JsonObject): string {
  return JSON.stringify([names.class, typeof key === "string" ? key : sortByName(key)]);
}

/** Sorts the members of an object, so that their order makes no difference. */
function sortByName(values: JsonObject): Json {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}

export class Session {
  settings: Settings;
  /** Whether the engine has checked a resource, or read what a `get` names: this run has a program then. */
  hasProgram = false;
  /** The inputs that the engine has checked: the program of this run has a resource with them. */
  readonly checkedInputs = new ResourceSet<JsonObject>();
  /**
   * The ids of resources that the program uses, perhaps under another name. This run does not delete them:
   *
   * - a create has returned the id, also where the API returned what exists;
   * - the program names the id as that of an existing one, or in a `get`;
   * - a diff after a check has told the engine that nothing changes;
   * - the engine updates it.
   */
  readonly inUse = new ResourceSet<string>();
  /**
   * The ids whose consent to a delete the program has withdrawn: the engine would still delete by the options in the state. It asks for no
   * diff of a delete that an earlier run has left over, so that one is never among them.
   */
  readonly withdrawn = new ResourceSet<string>();
  /** The unique keys whose delete the API has accepted. It may not have carried it out yet, so the name may still be taken. */
  readonly deletedIdentities = new ResourceSet<string>();
  /** The inputs of creates of unknown outcome. */
  readonly unknownCreates = new ResourceSet<JsonObject>();
  private isConfigured = false;
  private client: SendRequest | undefined;
  private readonly printed = new Set<string>();

  constructor(readonly options: SessionOptions) {
    this.settings = parseSettings(() => undefined, options.environment);
  }

  /** Reads the configuration. It is synchronous, because the engine can use a provider whose `configure` is still pending. */
  configure(lookup: Lookup): void {
    // The engine hands the one configuration of the process to the provider of each class.
    if (this.isConfigured) return;
    this.isConfigured = true;
    this.settings = parseSettings(lookup, this.options.environment);
  }

  /** The token; empty where it is missing, which `check` reports, but the engine reads and deletes without a check. */
  get token(): string {
    return this.settings.values.token ?? "";
  }

  /**
   * Returns the client. Axios is loaded with the first request, so that a preview, which sends nothing, does not wait for it.
   *
   * @param log prints a line about a wait; that of the first call is used
   */
  getClient(log: (line: string) => void): SendRequest {
    const { connect = connectByHttp } = this.options;
    // Whoever sends has looked at the problems of the configuration: without any, each key has a value.
    const values = this.settings.values as SettingValues;
    this.client ??= connect({ ...values, userAgent: `pulumi-apphosting/${version}`, log });
    return this.client;
  }

  /**
   * Prints warnings about a resource, each once: the engine asks for the same check, diff and read several times. A warning about all
   * resources is about none of them.
   */
  warn(lines: readonly string[], about?: Pick<Resource, "definition" | "id" | "inputs">): void {
    const key = about && formatKey(about.definition, { id: about.id, inputs: sortByName(about.inputs) });
    for (const line of lines) {
      const warning = JSON.stringify([line, key]);
      if (!this.printed.has(warning)) this.options.warn(line);
      this.printed.add(warning);
    }
  }
}

function connectByHttp(settings: ClientSettings): SendRequest {
  const { createClient } = require("../api/http/client.js") as typeof import("../api/http/client.js");
  return createClient(settings);
}

/** A resource during one call of the engine. */
export interface Resource {
  readonly session: Session;
  /** With the operations that the user names, unless the package has made the id: these operations would not find the resource. */
  readonly definition: ResolvedDefinition;
  /** Empty while the resource is not created. */
  readonly id: string;
  /** What the program sets. Empty in a read and a delete, which have no program. */
  readonly inputs: JsonObject;
  /** The properties in the state. Empty while the state does not have the resource. */
  readonly properties: JsonObject;
}

export function openResource(
  session: Session,
  definition: Definition,
  id: string,
  { inputs = {}, properties = {} }: Partial<Pick<Resource, "inputs" | "properties">>,
): Resource {
  const { operations = [], include = {}, fieldNames = defaultFieldNames } = session.settings.values;
  const resolved = resolveDefinition(definition, {
    operations: isFallbackId(definition, id, inputs, properties) ? [] : operations,
    include: include[definition.names.class as keyof Include] ?? [],
    fieldNames,
  });
  return { session, definition: resolved, id, inputs, properties };
}

/** Returns the values of arguments and outputs: those of the program, or else those in the state. */
export function getKnownValues({ inputs, properties }: Pick<Resource, "inputs" | "properties">): JsonObject {
  return { ...properties, ...inputs };
}

/**
 * Whether the package has made the id from the arguments, because the API returned none: those that the state has, or else those of a program
 * that creates the resource.
 */
export function isFallbackId(definition: Definition, id: string, inputs: JsonObject, properties = {}): boolean {
  return id === formatFallbackId(definition, { ...inputs, ...properties });
}

/**
 * Returns what the program sets, without the arguments that are null and thereby left out. Null stays where it is a value, and
 * where `check` refuses it.
 */
export function selectInputs(definition: Definition, news: JsonObject): JsonObject {
  const omittedByNull = listArgumentNames(
    definition,
    ({ isNullAValue, row }) => !isNullAValue && row.role !== "existingId",
  );
  return Object.fromEntries(
    Object.entries(news).filter(([name, value]) => value !== null || !omittedByNull.includes(name)),
  );
}

/** Finds the id that the program adopts without a PATCH. A cache is adopted by one, so it has none. */
export function findExistingId({ create, idArgument }: Definition, inputs: JsonObject): string | undefined {
  const id = create.method === "PATCH" ? undefined : inputs[idArgument];
  return typeof id === "string" ? id : undefined;
}

/** The text by which the engine writes a value that it does not know before `up`. */
export const unknownInput = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value, or a value inside it, is not known before `up`. */
export function isUnknown(value: Json | undefined): boolean {
  if (value === unknownInput) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}

/** Why a resource that leaves the stack is not deleted. */
export type RetainReason = "never deleted" | "fallback id" | "no consent" | "in use" | "not named";

/**
 * Finds why the package must not delete a resource, or cannot.
 *
 * @param hasConsent whether the program has consented to the delete
 */
export function findRetainReason(resource: Resource, hasConsent: boolean): RetainReason | undefined {
  const { session, definition, id, inputs, properties } = resource;
  if (definition.deletion !== "with consent") return "never deleted";
  if (isFallbackId(definition, id, inputs, properties)) return "fallback id";
  if (!hasConsent || session.withdrawn.has(definition, id)) return "no consent";
  // The response to a create may have no id, and be about this resource: the new one has the id that the package made, made of its arguments.
  const ids = [id, formatFallbackId(definition, properties)];
  if (ids.some((one) => session.inUse.has(definition, one))) return "in use";
  return definition.operations.delete === undefined ? "not named" : undefined;
}

/** Describes the reason, to stand after a colon. */
export function describeRetainReason({ definition }: Resource, reason: RetainReason): string {
  const { names, idArgument, deletion } = definition;
  switch (reason) {
    case "never deleted":
      return `no ${names.label} is ever deleted${deletion === "with consent" ? "" : `, because ${deletion.never}`}`;
    case "fallback id":
      return "the package made its id, which the API doesn't know";
    case "no consent":
      return "it's deleted only if an earlier `pulumi up` set `retainOnDelete: false` and the program still does";
    case "in use":
      return `this program still uses the ${names.label}: another resource, ${idArgument}, or \`get\` has its id`;
    case "not named":
      return "apphosting:operations doesn't include delete";
  }
}
