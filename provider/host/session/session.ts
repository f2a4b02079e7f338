/** What the resources of one host process share: its configuration, and one client, so that a limit of the API holds for all of their requests. */

import type { Client, ClientSettings } from "../../api/http/client.js";
import type { RequestedResource } from "../../api/wire/requests.js";
import { RunMemory } from "./memory.js";
import { type LineLink, Printer } from "./printer.js";
import { SessionConfiguration } from "./session-configuration.js";

export const { version } = require("../../../package.json") as { version: string };

/** What a session needs of the engine: lines are shown to the user, and values that are secrets are known. */
export interface EngineLink extends LineLink {
  /** Finds the secrets that words of the API may quote: the likely ones among the values of the subject, and none without a subject. */
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
  /** Makes the client. Default: the client that sends over HTTP. */
  readonly connect?: (settings: ClientSettings) => Client;
}

/** Three things that have a name each, and the client. */
export class Session {
  readonly configuration: SessionConfiguration;
  readonly printer: Printer;
  readonly memory = new RunMemory();
  private openClient: Client | undefined;

  constructor(private readonly options: SessionOptions) {
    this.configuration = new SessionConfiguration(options.environment);
    this.printer = new Printer(options.engine);
  }

  /**
   * Returns the client. Axios is loaded with the first request, so that a preview, which sends nothing, does not wait for it.
   *
   * @param log prints a line about a wait
   */
  client(log: (line: string) => void): Client {
    const { connect = connectByHttp } = this.options;
    const userAgent = `pulumi-apphosting/${version}`;
    this.openClient ??= connect({ ...this.configuration.values, userAgent, log });
    return this.openClient;
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
