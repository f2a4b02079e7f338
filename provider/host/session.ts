/** What a run of the host process remembers: its settings, its client, and what it has learned of resources. It is empty in the next run. */

import type { ClientSettings, SendRequest } from "../api/http/client.js";
import type { JsonObject } from "../api/http/json.js";
import type { Definition } from "../definitions/definition.js";
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

/** What is remembered of resources, each by its class and a key: its id, what makes it unique, or its inputs. */
class ResourceMap<Key extends string | JsonObject, Value> {
  private readonly values = new Map<string, Value>();

  /** Sets the value of a resource, unless it has no such key. */
  set(definition: Definition, key: Key | undefined, value: Value): void {
    if (key !== undefined) this.values.set(formatKey(definition, key), value);
  }

  get(definition: Definition, key: Key | undefined): Value | undefined {
    return key === undefined ? undefined : this.values.get(formatKey(definition, key));
  }
}

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

/** Formats a key of a resource. The order of an object's members makes no difference. */
function formatKey({ names }: Definition, key: string | JsonObject): string {
  const sorted = typeof key === "string" ? key : Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([names.class, sorted]);
}

/** The resource that a warning is about. */
interface WarnedResource {
  readonly definition: Definition;
  readonly id?: string | undefined;
  readonly inputs?: JsonObject;
}

export class Session {
  settings: Settings;
  /** Whether the engine has checked a resource, or read what a `get` names: this run has a program then. */
  hasProgram = false;
  /** The inputs that the engine has checked: the program of this run has a resource with them. */
  readonly checkedInputs = new ResourceSet<JsonObject>();
  /** The inputs that the engine has checked beside old ones of another provider. */
  readonly foreignInputs = new ResourceSet<JsonObject>();
  /** The ids of resources that the program uses, perhaps under another name. See deletion.ts. */
  readonly inUse = new ResourceSet<string>();
  /** The ids of resources of which this run has learned why it must not delete them. See deletion.ts. */
  readonly forbiddenDeletes = new ResourceMap<string, "no consent" | "replaced by adoption">();
  /** What makes a resource unique, of those whose delete the API has accepted. It may not have carried it out yet, so the name may still be taken. */
  readonly deletedKeys = new ResourceSet<string>();
  /** The resources that the program replaces, by the inputs of their replacements. Messages name them. */
  readonly replaced = new ResourceMap<JsonObject, { readonly id: string; readonly properties: JsonObject }>();
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
   * Prints warnings about a resource, each once: the engine asks for the same check, diff and read several times. Two new resources that
   * nothing tells apart share one. A warning about all resources is about none of them.
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
