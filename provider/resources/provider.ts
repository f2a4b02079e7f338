import * as pulumi from "@pulumi/pulumi";
import type { FieldNames } from "../definitions/field-names.js";
import { keepAnswersOutOfDebugLog } from "./debug-log.js";

/** Settings of a {@link Provider}. What is left out or empty, except the token, comes from the stack's configuration. */
export interface ProviderArgs {
  /** API token of the organization. Kept as a secret. */
  token: pulumi.Input<string>;
  /** Address of the API, https, or http to this machine. */
  baseUrl?: pulumi.Input<string | null | undefined>;
  /** Seconds that an attempt of a request may take, 1 to 3600. Default 60. */
  timeoutSeconds?: pulumi.Input<number | null | undefined>;
  /** How often a failed request is sent again where that is safe, 0 to 20. Default 4. */
  maxRetries?: pulumi.Input<number | null | undefined>;
  /** Names of the request fields that the API does not document. */
  fieldNames?: pulumi.Input<FieldNames | null | undefined>;
  /** Whether values outside the documented lists are sent. Default false. */
  allowUnlistedValues?: pulumi.Input<boolean | null | undefined>;
}

/**
 * An explicit provider: a second organization, or other settings than those of the stack's configuration.
 *
 * @example
 * Manage a cache of another organization:
 * ```ts
 * const press = new Provider("press", { token: config.requireSecret("pressToken") });
 * new Cache("blog-sessions", { cacheId: "cache-1", name: "sessions" }, { provider: press });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  /**
   * @param name Name of the provider in the stack
   * @param args Its settings
   */
  constructor(name: string, args: ProviderArgs, options?: pulumi.ResourceOptions) {
    keepAnswersOutOfDebugLog();
    // A program in JavaScript can leave them out.
    const { token, ...others }: Partial<ProviderArgs> = args ?? {};
    super("pulumi-nodejs", name, { "apphosting:token": secretToken(name, token), ...fromStack(others) }, options);
  }
}

/** An empty token would let the one of the environment in, which belongs to another organization. */
function secretToken(name: string, token: pulumi.Input<string | undefined>): pulumi.Output<string> {
  if (!pulumi.Output.isInstance(token) && !(token instanceof Promise)) refuseEmpty(name, token);
  return pulumi.secret(token).apply((stated) => refuseEmpty(name, stated));
}

function refuseEmpty(name: string, token: unknown): string {
  if (typeof token === "string" && token.trim() !== "") return token;
  throw new pulumi.RunError(`Provider "${name}": token is required, the API token of the organization`);
}

const settings = ["baseUrl", "timeoutSeconds", "maxRetries", "fieldNames", "allowUnlistedValues"] as const;

function fromStack(args: Omit<ProviderArgs, "token">): Record<string, pulumi.Input<string | undefined>> {
  const config = new pulumi.Config("apphosting");
  return Object.fromEntries(
    settings.map((key) => [
      `apphosting:${key}`,
      args[key] === undefined
        ? config.get(key)
        : pulumi.output(args[key]).apply((stated) => asText(stated, config.get(key))),
    ]),
  );
}

/** The engine hands a provider text alone. */
function asText(stated: unknown, otherwise: string | undefined): string | undefined {
  if (stated === undefined || stated === null) return otherwise;
  if (typeof stated !== "string") return JSON.stringify(stated);
  return stated.trim() === "" ? otherwise : stated;
}
