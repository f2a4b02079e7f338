import * as pulumi from "@pulumi/pulumi";
import type { ProviderArgs } from "./registration/provider-args.js";
import { noteOperationsSetting, prepareProvider } from "./registration/provider-registration.js";

/**
 * An explicit provider: a second organization, or other settings than those of the stack's configuration.
 *
 * @example
 * Manage a cache of another organization:
 * ```ts
 * const press = new Provider("press", { token: config.requireSecret("pressToken") });
 * new Cache("blog-sessions", { cacheId: "cache-1", name: "sessions" }, { provider: press });
 * ```
 *
 * @example
 * Keep the token out of the state:
 * ```ts
 * const press = new Provider("press", { tokenVariable: "PRESS_TOKEN" });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(
    /** Name of the provider in the program, unique in the stack among providers. */
    name: string,
    /** The token, and the settings that differ from the stack's configuration. Each accepts outputs of other resources. */
    args: ProviderArgs,
    /** Options of Pulumi for the provider itself. Resources get the provider as `provider` in their own options. */
    options?: pulumi.ResourceOptions,
  ) {
    const registration = prepareProvider(name, args, options);
    super(registration.type, name, registration.inputs, registration.options);
    noteOperationsSetting(this, args);
  }
}
