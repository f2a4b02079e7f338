/** What the resources of one host process share: its configuration, and one client with its order of requests. */

import type { Client } from "../api/client.js";
import { type Lookup, readSettings, type Settings } from "./config.js";
import { UnknownCreates } from "./unknown-creates.js";
import { version } from "./version.js";

export interface Session {
  /** Synchronous: the engine can use a provider while the first `configure` of it is still pending. */
  configure(lookup: Lookup): void;
  /** Those that count, if there are no problems. */
  readonly settings: Settings;
  /** What is wrong with the configuration, a sentence each. */
  readonly problems: readonly string[];
  /** The client; axios is loaded with it, so that a preview, which sends nothing, does not wait for it. */
  client(): Client;
  /** Shown by the engine as a message of the stack. */
  warn(line: string): void;
  /** A line that the engine's calls would repeat, once a process. */
  warnOnce(line: string): void;
  readonly unknownCreates: UnknownCreates;
}

export function createSession(environment: NodeJS.ProcessEnv, write: (line: string) => void): Session {
  let configured = false;
  let { settings, problems } = readSettings(() => undefined, environment);
  let client: Client | undefined;
  const said = new Set<string>();
  const warn = (line: string) => write(`warning: ${line}`);
  return {
    unknownCreates: new UnknownCreates(),
    configure(lookup) {
      // The engine hands the one configuration of the process to each of the three providers.
      if (configured) return;
      configured = true;
      ({ settings, problems } = readSettings(lookup, environment));
    },
    get settings() {
      return settings;
    },
    get problems() {
      return problems;
    },
    client() {
      if (client === undefined) {
        const { createClient } = require("../api/client.js") as typeof import("../api/client.js");
        client = createClient({ ...settings, userAgent: `pulumi-apphosting/${version}`, log: write });
      }
      return client;
    },
    warn,
    warnOnce(line) {
      if (!said.has(line)) warn(line);
      said.add(line);
    },
  };
}
