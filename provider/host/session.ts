/**
 * What one host process knows: its settings, its client, what this run remembers of the resources; and a resource as one call of the engine
 * has it.
 */

import type { Client, ClientSettings } from "../api/http/client.js";
import type { Json, JsonObject } from "../api/http/json.js";
import {
  type Definition,
  formatIdentity,
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
  /** Makes the client. Default: the client that sends over HTTP. */
  readonly connect?: (settings: ClientSettings) => Client;
}

/** Resources that this run remembers, each by its class and by its id, its identity or its inputs. */
class ResourceSet {
  private readonly keys = new Set<string>();

  /** Without a key there is nothing to remember. */
  add(definition: Definition, key: string | JsonObject | undefined): void {
    if (key !== undefined) this.keys.add(formatKey(definition, key));
  }

  has(definition: Definition, key: string | JsonObject | undefined): boolean {
    return key !== undefined && this.keys.has(formatKey(definition, key));
  }
}

function formatKey({ names }: Definition, key: string | JsonObject): string {
  const inOrder = typeof key === "string" ? key : Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([names.class, inOrder]);
}

export class Session {
  settings: Settings;
  /** Whether the engine has checked a resource, or read what a `get` names: this run has a program then. */
  hasProgram = false;
  /** The inputs that the engine has checked: the program of this run has a resource with them. */
  readonly checked = new ResourceSet();
  /**
   * The ids of resources that are in use, perhaps under another name, so that this run does not delete them:
   *
   * - a create has returned the id, also where the API returned what exists;
   * - the program names the id as that of an existing one, or in a `get`;
   * - a diff after a check has told the engine that nothing changes;
   * - the engine updates it.
   */
  readonly inUse = new ResourceSet();
  /** The ids whose consent to a delete the program of this run has withdrawn. The engine would still delete by the options in the state. */
  readonly withdrawn = new ResourceSet();
  /** The identities whose delete the API has accepted. It may not have carried it out yet, so that the name may still be taken. */
  readonly deleted = new ResourceSet();
  /** The inputs of creates of which nobody knows whether the API has carried them out. */
  readonly unknownCreates = new ResourceSet();
  private isConfigured = false;
  private client: Client | undefined;
  private readonly definitions = new Map<string, ResolvedDefinition>();
  private readonly printed = new Set<string>();

  constructor(private readonly options: SessionOptions) {
    this.settings = parseSettings(() => undefined, options.environment);
  }

  /** Reads the configuration. It is synchronous, because the engine can use a provider whose `configure` is still pending. */
  configure(lookup: Lookup): void {
    // The engine hands the one configuration of the process to the provider of each class.
    if (this.isConfigured) return;
    this.isConfigured = true;
    this.settings = parseSettings(lookup, this.options.environment);
    this.definitions.clear();
  }

  /**
   * Returns a definition with what the user names, made once.
   *
   * @param hasFallbackId whether the package has made the id of the resource: the operations that the user names would not find it
   */
  resolveDefinition(definition: Definition, hasFallbackId: boolean): ResolvedDefinition {
    const { operations = [], include = {}, fieldNames = defaultFieldNames } = this.settings.values;
    const key = `${definition.names.class} ${hasFallbackId}`;
    const made = this.definitions.get(key);
    if (made !== undefined) return made;
    const resolved = resolveDefinition(definition, {
      operations: hasFallbackId ? [] : operations,
      include: include[definition.names.class as keyof Include] ?? [],
      fieldNames,
    });
    this.definitions.set(key, resolved);
    return resolved;
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
  getClient(log: (line: string) => void): Client {
    const { connect = connectByHttp } = this.options;
    // Whoever sends has looked at the problems of the configuration: without any, each key has a value.
    const values = this.settings.values as SettingValues;
    this.client ??= connect({ ...values, userAgent: `pulumi-apphosting/${version}`, log });
    return this.client;
  }

  /** Prints a line about what goes on. */
  inform(line: string): void {
    this.options.write(line);
  }

  warn(lines: readonly string[]): void {
    for (const line of lines) {
      this.printed.add(line);
      this.options.warn(line);
    }
  }

  /** Prints what this process has not printed before: the engine asks for the same check, diff and read several times. */
  warnOnce(lines: readonly string[]): void {
    this.warn(lines.filter((line) => !this.printed.has(line)));
  }
}

function connectByHttp(settings: ClientSettings): Client {
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
  // The id was made when the resource was created, so its arguments in the state count.
  const resolved = session.resolveDefinition(definition, isFallbackId(definition, id, { ...inputs, ...properties }));
  return { session, definition: resolved, id, inputs, properties };
}

/** Returns the values of arguments and outputs: those of the program, or else those in the state. */
export function getKnownValues({ inputs, properties }: Pick<Resource, "inputs" | "properties">): JsonObject {
  return { ...properties, ...inputs };
}

/** Whether the package has made the id from the arguments, because the API returned none. */
export function isFallbackId(definition: Definition, id: string, values: JsonObject): boolean {
  return id === formatIdentity(definition, values);
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

/** Finds the id by which the program adopts a resource that exists, where it does so without a PATCH. */
export function findExistingId({ idArgument }: Definition, inputs: JsonObject): string | undefined {
  const id = idArgument.adoptedBy === "id" ? inputs[idArgument.name] : undefined;
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
 * Finds why the stack must not delete a resource, or cannot.
 *
 * @param isDeletable whether the program has consented to the delete, and still does
 */
export function findRetainReason(
  { session, definition, id, inputs, properties }: Resource,
  isDeletable: boolean,
): RetainReason | undefined {
  if (definition.deletion !== "with consent") return "never deleted";
  if (isFallbackId(definition, id, { ...inputs, ...properties })) return "fallback id";
  if (!isDeletable || session.withdrawn.has(definition, id)) return "no consent";
  // A create whose response has no id may have returned what exists: its own id is made of what identifies the resource.
  const ids = [id, formatIdentity(definition, properties)];
  if (ids.some((one) => session.inUse.has(definition, one))) return "in use";
  return definition.operations.delete === undefined ? "not named" : undefined;
}
