/** What the resources of all classes share in one run of the host process. The next run begins with nothing. */

import type { ClientSettings, SendRequest } from "../api/client.js";
import { type Lookup, readSettings, type Settings } from "../rows/settings.js";
import type { Table } from "../rows/table.js";
import { Refusal } from "./failures.js";
import type { Deliver } from "./log.js";
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
  hasProgram = false;
  private isConfigured = false;
  private client: SendRequest | undefined;
  private readonly printed = new Set<string>();
  private readonly usedIds = new Set<string>();
  private readonly leftIds = new Set<string>();

  constructor(private readonly options: RunOptions) {
    this.settings = readSettings(() => undefined, options.environment);
  }

  /** Synchronous: the engine uses a provider whose `configure` is pending (test/unit/host/run.test.ts). */
  configure(lookup: Lookup): void {
    // The engine hands the one configuration of the process to the provider of each class.
    if (this.isConfigured) return;
    this.isConfigured = true;
    this.settings = readSettings(lookup, this.options.environment);
  }

  /** Returns the client, made with the first request: a preview, which sends nothing, doesn't wait for axios. */
  getClient(): SendRequest {
    if (this.client !== undefined) return this.client;
    const { connect = (require("../api/client.js") as typeof import("../api/client.js")).createClient, write } =
      this.options;
    const { token, baseUrl, timeoutSeconds, maxRetries } = this.settings.values;
    const address = baseUrl.replace(/\/+$/, "");
    const log = (line: string) => write(clean([line], [{ label: "token", text: token }]));
    const userAgent = `pulumi-apphosting/${version}`;
    this.client = connect({ token, baseUrl: address, timeoutSeconds, maxRetries, userAgent, log });
    return this.client;
  }

  /** Prints each warning about a subject once: the engine repeats the same check, diff and read. */
  async warn(line: string, subject: string): Promise<void> {
    const key = JSON.stringify([line, subject]);
    if (this.printed.has(key)) return;
    this.printed.add(key);
    await this.options.warn(line);
  }

  /** Notes an id that the program uses, perhaps under another name: no delete may take it away. */
  use({ className }: Table, id: string): void {
    this.usedIds.add(`${className} ${id}`);
  }

  isUsed({ className }: Table, id: string): boolean {
    return this.usedIds.has(`${className} ${id}`);
  }

  /** Notes an id that a resource stops managing because it adopts another. */
  leave({ className }: Table, id: string): void {
    this.leftIds.add(`${className} ${id}`);
  }

  isLeft({ className }: Table, id: string): boolean {
    return this.leftIds.has(`${className} ${id}`);
  }

  /** The engine refreshes and destroys with the settings of the last `up`, which no check of this run has looked at. */
  refuseMalformedOperations(): void {
    const { mistakes, malformed } = this.settings;
    if (malformed.includes("operations")) throw new Refusal(mistakes);
  }
}
