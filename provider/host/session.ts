/** What the providers of all classes share in one process: settings, the client, and what is printed. */

import type { ClientSettings, SendRequest } from "../api/http/client.js";
import type { JsonObject } from "../api/http/json.js";
import { type Definition, type ResolvedDefinition, resolveDefinition } from "../definitions/definition.js";
import { defaultFieldNames } from "../definitions/field-names.js";
import type { Include } from "../definitions/settings.js";
import { type Lookup, parseSettings, type Settings, type SettingValues } from "./configuration.js";
import { formatKey, Run } from "./run.js";

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

/** The resource that a warning is about. */
interface WarnedResource {
  readonly definition: Definition;
  readonly id?: string | undefined;
  readonly inputs?: JsonObject;
}

export class Session {
  settings: Settings;
  readonly run = new Run();
  private isConfigured = false;
  private client: SendRequest | undefined;
  private readonly resolved = new Map<string, ResolvedDefinition>();
  private readonly printed = new Set<string>();

  constructor(readonly options: SessionOptions) {
    this.settings = parseSettings(() => undefined, options.environment);
  }

  /** Reads the configuration. It's synchronous: the engine can use a provider whose `configure` is still pending. */
  configure(lookup: Lookup): void {
    // The engine hands the one configuration of the process to the provider of each class.
    if (this.isConfigured) return;
    this.isConfigured = true;
    this.settings = parseSettings(lookup, this.options.environment);
    this.resolved.clear();
  }

  /** The token; empty where it's missing, which `check` reports, but the engine reads and deletes without a check. */
  get token(): string {
    return this.settings.values.token ?? "";
  }

  /**
   * Resolves a definition under the settings.
   *
   * @param hasMadeId whether the package made the id of the resource: no operation that the user names would find it by
   *   that
   */
  resolve(definition: Definition, hasMadeId = false): ResolvedDefinition {
    const key = `${definition.names.class} ${hasMadeId}`;
    const known = this.resolved.get(key);
    if (known !== undefined) return known;
    const { operations = [], include = {}, fieldNames = defaultFieldNames } = this.settings.values;
    const resolved = resolveDefinition(definition, {
      operations: hasMadeId ? [] : operations,
      include: include[definition.names.class as keyof Include] ?? [],
      fieldNames,
    });
    this.resolved.set(key, resolved);
    return resolved;
  }

  /**
   * Returns the client. Axios is loaded with the first request, so that a preview, which sends nothing, doesn't wait
   * for it.
   *
   * @param log prints a line about a wait; that of the first call is used
   */
  getClient(log: (line: string) => void): SendRequest {
    const connect = this.options.connect ?? connectByHttp;
    // `send` has already rejected invalid settings: without a problem, each key has a value.
    const values = this.settings.values as SettingValues;
    this.client ??= connect({ ...values, userAgent: `pulumi-apphosting/${version}`, log });
    return this.client;
  }

  /**
   * Prints warnings about a resource, each once: the engine asks for the same check, diff and read several times. Two
   * new resources with the same inputs share one.
   */
  warn(lines: readonly string[], about?: WarnedResource): void {
    const key = about && [about.id ?? null, formatKey(about.definition, about.inputs ?? {})];
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
