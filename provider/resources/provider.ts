import * as pulumi from "@pulumi/pulumi";
import type { settings, ValueOfSetting } from "../definitions/settings.js";

interface Settings extends Readonly<typeof settings> {}

/** Settings as a program writes them, with their comments. */
type RequiredSettings<Name extends keyof Settings> = {
  [K in keyof Pick<Settings, Name>]: pulumi.Input<ValueOfSetting<Settings[K]>>;
};
type OptionalSettings<Name extends keyof Settings> = {
  [K in keyof Pick<Settings, Name>]?: pulumi.Input<ValueOfSetting<Settings[K]> | null | undefined>;
};

/** Settings of a {@link Provider}: a token, or where it is, and what differs from the stack's configuration. */
export type ProviderArgs = ProviderSettings &
  (
    | (RequiredSettings<"token"> & { tokenVariable?: null | undefined })
    | (RequiredSettings<"tokenVariable"> & { token?: null | undefined })
  );

/** What of a {@link Provider} is left out or empty comes from the stack's configuration. */
export interface ProviderSettings extends OptionalSettings<Exclude<keyof Settings, "token" | "tokenVariable">> {}

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
    // Few programs make a provider. The others need not wait until this module is loaded.
    const { noteOperationsSetting, prepareProvider } =
      require("./provider-registration.js") as typeof import("./provider-registration.js");
    const registration = prepareProvider(name, args, options);
    super(registration.type, name, registration.inputs, registration.options);
    noteOperationsSetting(this, args);
  }
}
