/** What the resources of one host process share: its configuration, and one client with its order of requests. */

import type { Client } from "../api/client.js";
import { type Lookup, readSettings, type Settings } from "./config.js";
import { UnknownCreates } from "./unknown-creates.js";

const { version } = require("../../package.json") as { version: string };

export class Session {
  /** Those that count, if there are no problems. */
  settings: Settings;
  /** What is wrong with the configuration, a sentence each. */
  problems: readonly string[];
  readonly unknownCreates = new UnknownCreates();
  private configured = false;
  private ownClient: Client | undefined;
  private readonly said = new Set<string>();

  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    private readonly write: (line: string) => void,
  ) {
    ({ settings: this.settings, problems: this.problems } = readSettings(() => undefined, environment));
  }

  /** Synchronous: the engine can use a provider while the first `configure` of it is still pending. */
  configure(lookup: Lookup): void {
    // The engine hands the one configuration of the process to each of the three providers.
    if (this.configured) return;
    this.configured = true;
    Object.assign(this, readSettings(lookup, this.environment));
  }

  /** The client; axios is loaded with it, so that a preview, which sends nothing, does not wait for it. */
  client(): Client {
    const { createClient } = require("../api/client.js") as typeof import("../api/client.js");
    const userAgent = `pulumi-apphosting/${version}`;
    this.ownClient ??= createClient({ ...this.settings, userAgent, log: this.write });
    return this.ownClient;
  }

  /** Shown by the engine as a message of the stack. */
  warn(line: string): void {
    this.write(`warning: ${line}`);
  }

  /** A line that the engine's calls would repeat, once a process. */
  warnOnce(line: string): void {
    if (!this.said.has(line)) this.warn(line);
    this.said.add(line);
  }
}

export const createSession = (environment: NodeJS.ProcessEnv, write: (line: string) => void): Session =>
  new Session(environment, write);
