/** What the resources of one host process share: the configuration, one client, what is printed, and what this run remembers. */

import { isDeepStrictEqual } from "node:util";
import type { Client, ClientSettings } from "../api/http/client.js";
import type { JsonObject } from "../api/http/json.js";
import { type Definition, type ResolvedDefinition, resolveDefinition } from "../definitions/definition.js";
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

export class Session {
  settings: Settings;
  /** Whether the engine has checked a resource, or read what a `get` names: this run has a program then. */
  hasProgram = false;
  private isConfigured = false;
  private client: Client | undefined;
  private readonly definitions = new Map<string, ResolvedDefinition>();
  private readonly printed = new Set<string>();
  private readonly checked = new Set<string>();
  private readonly inUse = new Set<string>();
  private readonly withdrawn = new Set<string>();
  private readonly deleted = new Set<string>();
  private readonly unknownCreates: { readonly className: string; readonly values: JsonObject }[] = [];

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
    const configured = resolveDefinition(definition, {
      operations: hasFallbackId ? [] : operations,
      include: include[definition.names.class as keyof Include] ?? [],
      fieldNames,
    });
    this.definitions.set(key, configured);
    return configured;
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

  /** Notes the inputs of a check: the program of this run has a resource with them. */
  noteChecked(className: string, inputs: JsonObject): void {
    this.hasProgram = true;
    this.checked.add(formatInputs(className, inputs));
  }

  wasChecked(className: string, inputs: JsonObject): boolean {
    return this.checked.has(formatInputs(className, inputs));
  }

  /**
   * Notes that a resource is in use, perhaps under another name, so that this run does not delete it:
   *
   * - a create has returned its id, also where the API returned what exists;
   * - the program names the id as that of an existing one, or in a `get`;
   * - a diff after a check has told the engine that nothing changes;
   * - the engine updates it.
   */
  noteInUse(className: string, id: string): void {
    this.inUse.add(`${className} ${id}`);
  }

  isInUse(className: string, id: string): boolean {
    return this.inUse.has(`${className} ${id}`);
  }

  /** Notes that the program of this run has withdrawn its consent to a delete. The engine would still delete by the options in the state. */
  noteWithdrawn(className: string, id: string): void {
    this.withdrawn.add(`${className} ${id}`);
  }

  isWithdrawn(className: string, id: string): boolean {
    return this.withdrawn.has(`${className} ${id}`);
  }

  /** Notes a delete that the API has accepted. It may not have carried it out yet, so that the name may still be taken. */
  noteDeleted(className: string, identity: string | undefined): void {
    if (identity !== undefined) this.deleted.add(`${className} ${identity}`);
  }

  wasDeleted(className: string, identity: string | undefined): boolean {
    return this.deleted.has(`${className} ${identity}`);
  }

  /** Notes a create of which nobody knows whether the API has carried it out. */
  noteUnknownCreate(className: string, values: JsonObject): void {
    this.unknownCreates.push({ className, values });
  }

  hasUnknownCreate(className: string, values: JsonObject): boolean {
    return this.unknownCreates.some((create) => isDeepStrictEqual(create, { className, values }));
  }
}

function formatInputs(className: string, inputs: JsonObject): string {
  return JSON.stringify([className, ...Object.entries(inputs).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function connectByHttp(settings: ClientSettings): Client {
  const { createClient } = require("../api/http/client.js") as typeof import("../api/http/client.js");
  return createClient(settings);
}
