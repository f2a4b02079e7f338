/** What the providers of all classes share in one process: settings, the run, the client, and printed warnings. */

import type { ClientSettings, SendRequest } from "../api/http/client.js";
import { type Definition, type ResolvedDefinition, resolveDefinition } from "../definitions/definition.js";
import { defaultFieldNames } from "../definitions/field-names.js";
import type { Include } from "../definitions/settings.js";
import { type Lookup, parseSettings, type Settings, type SettingValues } from "./configuration.js";
import { makeSafe } from "./messages/text.js";
import { formatKey, Run } from "./run.js";
import type { Resource } from "./state/model.js";

export const { version } = require("../../package.json") as { version: string };

export interface SessionOptions {
  readonly processEnv: NodeJS.ProcessEnv;
  /** Writes a line, which the engine shows as one of the stack. */
  readonly write: (line: string) => void;
  /** Hands a warning to the engine. */
  readonly warn: (message: string) => void;
  /** Default: a client over HTTP. */
  readonly connect?: (settings: ClientSettings) => SendRequest;
}

export class Session {
  settings: Settings;
  readonly run = new Run();
  private isConfigured = false;
  private client: SendRequest | undefined;
  private readonly resolved = new Map<string, ResolvedDefinition>();
  private readonly printed = new Set<string>();

  constructor(readonly options: SessionOptions) {
    this.settings = parseSettings(() => undefined, options.processEnv);
  }

  /** Synchronous: the engine uses a provider whose `configure` is pending (test/unit/host/session.test.ts). */
  configure(lookup: Lookup): void {
    // The engine hands the one configuration of the process to the provider of each class.
    if (this.isConfigured) return;
    this.isConfigured = true;
    this.settings = parseSettings(lookup, this.options.processEnv);
    this.resolved.clear();
  }

  /** Empty where it's missing: `check` reports that, but the engine reads and deletes without a check. */
  get token(): string {
    return this.settings.values.token ?? "";
  }

  /** @param hasFallbackId whether the package made its id, by which no enabled operation would find it */
  resolve(definition: Definition, hasFallbackId = false): ResolvedDefinition {
    const key = `${definition.names.class} ${hasFallbackId}`;
    const cached = this.resolved.get(key);
    if (cached !== undefined) return cached;
    const { operations = [], include = {}, fieldNames = defaultFieldNames } = this.settings.values;
    const resolved = resolveDefinition(definition, {
      operations: hasFallbackId ? [] : operations,
      include: include[definition.names.class as keyof Include] ?? [],
      fieldNames,
    });
    this.resolved.set(key, resolved);
    return resolved;
  }

  /** Returns the client, made with the first request: a preview, which sends nothing, doesn't wait for axios. */
  getClient(): SendRequest {
    const { connect = connectByHttp, write } = this.options;
    // `send` has already rejected invalid settings: without a mistake, each key has a value.
    const values = this.settings.values as SettingValues;
    const log = (line: string) => write(makeSafe(this, line));
    this.client ??= connect({ ...values, userAgent: `pulumi-apphosting/${version}`, log });
    return this.client;
  }

  /** Prints each warning about a resource once: the engine repeats the same check, diff and read. */
  warn(lines: readonly string[], about?: Resource): void {
    const key = about && formatKey(about.definition, about.values);
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
