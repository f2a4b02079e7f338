/** What the resources of all classes share in one run of the host process. The next run begins with nothing. */

import type { ClientSettings, SendRequest } from "../api/client.js";
import { Refusal } from "../api/errors.js";
import { type Lookup, readSettings, type Settings } from "../rows/settings.js";
import type { Argument, FieldNames, Table } from "../rows/table.js";
import type { Deliver } from "./log.js";
import type { Resource } from "./state.js";
import { clean } from "./text.js";

export const { version } = require("../../package.json") as { version: string };

export interface RunOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Writes a line, which the engine shows as one of the stack. */
  readonly write: (line: string) => void;
  readonly warn: Deliver;
  readonly connect?: (settings: ClientSettings) => SendRequest;
}

export class Run {
  settings: Settings;
  /** Whether a program is running: `pulumi refresh` and `pulumi destroy` usually run none. */
  hasProgram = false;
  /** The resources that the program changes, with the values of the state. */
  readonly changed: Resource[] = [];
  private client: SendRequest | undefined;
  private readonly printed = new Set<string>();
  private readonly kept = new Map<string, string>();

  constructor(private readonly options: RunOptions) {
    this.settings = readSettings(() => undefined, options.environment);
  }

  /**
   * The engine hands the one configuration of the process to the provider of each class. Synchronous: the engine uses a
   * provider whose `configure` is pending (test/unit/host/run.test.ts).
   */
  configure(lookup: Lookup): void {
    this.settings = readSettings(lookup, this.options.environment);
  }

  /** @throws Refusal with the mistakes of the settings */
  requireSettings(): void {
    const { mistakes } = this.settings;
    if (mistakes.length > 0) throw new Refusal(mistakes);
  }

  /** Returns the name of an argument's field in requests. */
  getField({ name, field }: Argument): string {
    return this.settings.values.fieldNames[name as keyof FieldNames] ?? field;
  }

  /** Returns the client, made with the first request: a preview, which sends nothing, doesn't wait for axios. */
  getClient(): SendRequest {
    if (this.client !== undefined) return this.client;
    const { createClient } = require("../api/client.js") as typeof import("../api/client.js");
    const { connect = createClient, write } = this.options;
    const { token, baseUrl, timeoutSeconds, maxRetries } = this.settings.values;
    const log = (line: string) => write(clean([line], [{ label: "token", text: token }]));
    const userAgent = `pulumi-apphosting/${version}`;
    this.client = connect({ token, baseUrl: baseUrl.replace(/\/+$/, ""), timeoutSeconds, maxRetries, userAgent, log });
    return this.client;
  }

  /** Prints each warning once: the engine repeats the same check, diff and read. */
  async warn(line: string): Promise<void> {
    if (this.printed.has(line)) return;
    this.printed.add(line);
    await this.options.warn(line);
  }

  /** Notes why no delete of this run may take a resource away. */
  keep({ className }: Table, id: string, reason: string): void {
    this.kept.set(`${className} ${id}`, reason);
  }

  findReasonToKeep({ className }: Table, id: string): string | undefined {
    return this.kept.get(`${className} ${id}`);
  }
}
