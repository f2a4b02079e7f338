/** The configuration of a session, from the moment when the engine hands it over, and the definitions that follow from it. */

import {
  type Definition,
  type DocumentedDefinition,
  type Operations,
  withOperations,
} from "../../definitions/definition.js";
import { type Configuration, type ConfigurationValues, type Lookup, parseConfiguration } from "./config.js";

export class SessionConfiguration {
  private parsed: Configuration;
  private isConfigured = false;

  constructor(private readonly environment: NodeJS.ProcessEnv) {
    this.parsed = parseConfiguration(() => undefined, environment);
  }

  /** Takes the configuration. It is synchronous, because the engine can use a provider whose `configure` is still pending. */
  configure(lookup: Lookup): void {
    // The engine hands the one configuration of the process to the provider of each class.
    if (this.isConfigured) return;
    this.isConfigured = true;
    this.parsed = parseConfiguration(lookup, this.environment);
  }

  /** What is wrong, a sentence each. */
  get problems(): readonly string[] {
    return this.parsed.problems;
  }

  /** @throws Error where there are problems: whoever asks has looked at these before */
  get values(): ConfigurationValues {
    if (!this.parsed.isValid) throw new Error("the configuration has problems");
    return this.parsed.values;
  }

  /** The token; empty where it is missing, which `check` reports, but the engine reads and deletes without a check. */
  get token(): string {
    return this.parsed.values.token ?? "";
  }

  /** Whether `check` takes values outside the documented lists, also where it reports other problems. */
  get allowsUnlistedValues(): boolean {
    return this.parsed.values.allowUnlistedValues === true;
  }

  /** Whether the user names operations, and they are malformed. This key is empty by default, and malformed it has no value. */
  get hasMalformedOperations(): boolean {
    return this.parsed.values.operations === undefined;
  }

  /** Returns the operations that the user names for a class; none where they are malformed. */
  namedOperationsOf(className: string): Partial<Operations> {
    return this.parsed.values.operations?.[className] ?? {};
  }

  /** Returns the definition of a resource in this session: the documented one, with the operations that the user names. */
  definitionOf(documented: DocumentedDefinition): Definition {
    return withOperations(documented, this.namedOperationsOf(documented.names.class));
  }
}
