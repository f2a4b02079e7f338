/** What the resources of one host process share: its configuration, and one client with its order of requests. */

import type { Client } from "../api/client.js";
import type { JsonObject } from "../api/json.js";
import { type Lookup, readSettings, type Settings } from "./config.js";
import { redact, type Secret } from "./redact.js";
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
  /** Words of the API without the token and the secrets of the request. */
  redact(words: string, inputs: JsonObject): string;
  readonly unknownCreates: UnknownCreates;
}

/** What serves the resources: it shows lines to the user, and tells which inputs of the request are secrets. */
export interface Surroundings {
  info(line: string): void;
  warn(line: string): void;
  secrets(inputs: JsonObject): readonly Secret[];
}

/** Once `cancelled` is aborted, nothing more is sent. */
export function createSession(
  environment: NodeJS.ProcessEnv,
  { info, warn, secrets }: Surroundings,
  cancelled?: AbortSignal,
): Session {
  let configured = false;
  let { settings, problems } = readSettings(() => undefined, environment);
  let client: Client | undefined;
  const said = new Set<string>();
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
        client = createClient({ ...settings, userAgent: `pulumi-apphosting/${version}`, log: info, cancelled });
      }
      return client;
    },
    warn,
    redact: (words, inputs) => redact(words, settings.token, secrets(inputs)),
    warnOnce(line) {
      if (!said.has(line)) warn(line);
      said.add(line);
    },
  };
}
