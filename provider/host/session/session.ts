/** What the resources of one host process share: its configuration, and one client, so that a limit of the API holds for all of their requests. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Client, ClientSettings } from "../../api/http/client.js";
import type { RequestedResource } from "../../api/wire/requests.js";
import { type Definition, type Operations, withOperations } from "../../definitions/definition.js";
import { type Configuration, type ConfigurationValues, type Lookup, parseConfiguration } from "./config.js";
import { RunMemory } from "./memory.js";

export const { version } = require("../../../package.json") as { version: string };

/** What a session needs of the engine: lines are shown to the user, and values that are secrets are known. */
export interface EngineLink {
  info(line: string): void;
  warn(line: string): void;
  /**
   * Finds the secrets that words of the API may quote: with the plugin those of the current call, whatever the subject is; with
   * the dynamic provider the likely ones among the values of the subject, and none without a subject.
   */
  findSecrets(subject: SecretHolder | undefined): readonly Secret[];
}

/** What must not be shown, and the name of the argument that is shown in its place. */
export interface Secret {
  readonly label: string;
  readonly text: string;
}

/** A resource whose values may be secrets. */
type SecretHolder = Pick<RequestedResource, "definition" | "values">;

export interface SessionOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly engine: EngineLink;
  /** Once it is aborted, nothing more is sent. */
  readonly cancelled?: AbortSignal;
  /** Makes the client. Default: the client that sends over HTTP. */
  readonly connect?: (settings: ClientSettings) => Client;
}

export class Session {
  readonly memory = new RunMemory();
  private configuration: Configuration;
  private isConfigured = false;
  private openClient: Client | undefined;
  private readonly printed = new Set<string>();
  private readonly definitions = new Map<Definition, Definition>();

  constructor(private readonly options: SessionOptions) {
    this.configuration = parseConfiguration(() => undefined, options.environment);
  }

  /** The values of the configuration, to be used only where there are no problems: a malformed value is undefined. */
  get config(): ConfigurationValues {
    return this.configuration.values as ConfigurationValues;
  }

  /** What is wrong with the configuration, a sentence each. */
  get problems(): readonly string[] {
    return this.configuration.problems;
  }

  /** Takes the configuration. It is synchronous, because the engine can use a provider whose `configure` is still pending. */
  configure(lookup: Lookup): void {
    // The engine hands the one configuration of the process to the provider of each class.
    if (this.isConfigured) return;
    this.isConfigured = true;
    this.configuration = parseConfiguration(lookup, this.options.environment);
    this.definitions.clear();
  }

  /** Returns the definition of a resource in this session: the documented one, with the operations that the user names. */
  definitionOf(documented: Definition): Definition {
    const known = this.definitions.get(documented);
    if (known !== undefined) return known;
    const definition = withOperations(documented, this.namedOperationsOf(documented.names.class));
    this.definitions.set(documented, definition);
    return definition;
  }

  /** Returns the operations that the user names for a class; none where they are malformed, which is a problem of the configuration. */
  namedOperationsOf(className: string): Partial<Operations> {
    return this.configuration.values.operations?.[className] ?? {};
  }

  /**
   * Whether the user names operations, and they are malformed. A setting that is malformed has no value, and this one is empty by
   * default.
   */
  get hasMalformedOperations(): boolean {
    return this.configuration.values.operations === undefined;
  }

  /**
   * Returns the client. Axios is loaded with the first request, so that a preview, which sends nothing, does not wait for it.
   *
   * @param log prints a line about a wait
   */
  client(log: (line: string) => void): Client {
    const { connect = connectByHttp, cancelled } = this.options;
    const userAgent = `pulumi-apphosting/${version}`;
    this.openClient ??= connect({ ...this.config, userAgent, log, cancelled });
    return this.openClient;
  }

  get isCancelled(): boolean {
    return this.options.cancelled?.aborted === true;
  }

  /** Waits, but not longer than until the run is cancelled. */
  async sleep(milliseconds: number): Promise<void> {
    const { cancelled } = this.options;
    await sleep(milliseconds, undefined, cancelled && { signal: cancelled }).catch(() => {});
  }

  /** Prints a line about what goes on. */
  info(line: string): void {
    this.options.engine.info(line);
  }

  /** Prints a warning. The engine shows it as one of the resource with the plugin, and as one of the stack otherwise. */
  warn(line: string): void {
    this.printed.add(line);
    this.options.engine.warn(line);
  }

  /** Prints a warning unless this process has printed the same line before. */
  warnOnce(line: string): void {
    if (!this.printed.has(line)) this.warn(line);
  }

  /** The token; empty where it is missing, which `check` reports, but the engine reads and deletes without a check. */
  get token(): string {
    return this.configuration.values.token ?? "";
  }

  /** Finds the secrets that words of the API may quote. */
  findSecrets(about: SecretHolder | undefined): readonly Secret[] {
    return this.options.engine.findSecrets(about);
  }
}

function connectByHttp(settings: ClientSettings): Client {
  const { createClient } = require("../../api/http/client.js") as typeof import("../../api/http/client.js");
  return createClient(settings);
}
