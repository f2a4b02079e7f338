/** What the resources of one host process share: its configuration, and one client with its order of requests. */

import type { Client } from "../api/client.js";
import type { JsonObject } from "../api/json.js";
import { type Lookup, readSettings, type Settings } from "./config.js";
import type { Secret } from "./redact.js";
import { makeSafe } from "./safe-text.js";

export const { version } = require("../../package.json") as { version: string };

/** What serves the resources: it shows lines to the user, and tells which inputs of the request are secrets. */
export interface Surroundings {
  info(line: string): void;
  warn(line: string): void;
  secrets(inputs: JsonObject): readonly Secret[];
}

export class Session {
  /** Those that count, if there are no problems. */
  settings: Settings;
  /** What is wrong with the configuration, a sentence each. */
  problems: readonly string[];
  /** The kind and the inputs of each create whose outcome is unknown. */
  readonly unknownCreates: unknown[] = [];
  private configured = false;
  private ownClient: Client | undefined;
  private readonly said = new Set<string>();

  /** Once `cancelled` is aborted, nothing more is sent. */
  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    private readonly surroundings: Surroundings,
    private readonly cancelled?: AbortSignal,
  ) {
    ({ settings: this.settings, problems: this.problems } = readSettings(() => undefined, environment));
  }

  /** Synchronous: the engine can use a provider while the first `configure` of it is still pending. */
  configure(lookup: Lookup): void {
    // The engine hands the one configuration of the process to the provider of each kind.
    if (this.configured) return;
    this.configured = true;
    Object.assign(this, readSettings(lookup, this.environment));
  }

  /** The client; axios is loaded with it, so that a preview, which sends nothing, does not wait for it. */
  client(): Client {
    const { createClient } = require("../api/client.js") as typeof import("../api/client.js");
    const userAgent = `pulumi-apphosting/${version}`;
    const { info: log } = this.surroundings;
    this.ownClient ??= createClient({ ...this.settings, userAgent, log, cancelled: this.cancelled });
    return this.ownClient;
  }

  /** Shown by the engine as a message of the stack. What the engine's calls would repeat is said once a process. */
  warn(line: string, how?: "once"): void {
    if (how === "once" && this.said.has(line)) return;
    this.said.add(line);
    this.surroundings.warn(line);
  }

  /** Words of the API as they may be printed: an id, or those of a response to a request of these inputs. */
  quote(words: unknown, inputs: JsonObject = {}): string {
    // One that is missing is a problem of the settings, of which deletes and refreshes take no notice.
    const { token = "" } = this.settings;
    return makeSafe(words, token, inputs, (sent) => this.surroundings.secrets(sent));
  }
}
