/** The explicit provider. Without it, a program could manage one organization alone. */

import * as pulumi from "@pulumi/pulumi";
import type { ValueOf } from "../rows/schema.js";
import { decodeSetting, encodeSetting, type SettingName, settingNames, type settings } from "../rows/settings.js";
import { createError, dropNulls, isDeferred } from "./hosted-resource.js";

interface Settings extends Readonly<typeof settings> {}

type RequiredSettings<Name extends keyof Settings> = {
  [K in keyof Pick<Settings, Name>]: pulumi.Input<ValueOf<Settings[K]["schema"]>>;
};
type OptionalSettings<Name extends keyof Settings> = {
  [K in keyof Pick<Settings, Name>]?: pulumi.Input<ValueOf<Settings[K]["schema"]> | null | undefined>;
};

/**
 * Settings of a {@link Provider}: a token, or the variable that holds it, and what differs from the stack's
 * configuration.
 */
export type ProviderArgs = ProviderSettings &
  (
    | (RequiredSettings<"token"> & { tokenVariable?: null | undefined })
    | (RequiredSettings<"tokenVariable"> & { token?: null | undefined })
  );

/** Settings that you leave out, or leave empty, come from the stack's configuration. */
export interface ProviderSettings extends OptionalSettings<Exclude<keyof Settings, "token" | "tokenVariable">> {}

/**
 * An explicit provider, for a second organization or for settings other than the stack's.
 *
 * @example
 * Manage a cache of another organization:
 * ```ts
 * const press = new Provider("press", { token: config.requireSecret("pressToken") });
 * new Cache("blog-sessions", { cacheId: "cache-1", name: "sessions" }, { provider: press });
 * ```
 *
 * @example
 * Keep the token out of the state, and enable operations that the API doesn't document:
 * ```ts
 * const press = new Provider("press", { tokenVariable: "PRESS_TOKEN", operations: ["read", "update"] });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(
    /** Name of the provider in the program, unique in the stack among providers. */
    name: string,
    /**
     * The token, and the settings that differ from the stack's configuration. Each accepts outputs of other resources.
     */
    args: ProviderArgs,
    /** Pulumi's options for the provider itself. To use it, set `provider` in the options of a resource. */
    options?: pulumi.ResourceOptions,
  ) {
    const inputs = prepareInputs(name, args);
    super("pulumi-nodejs", name, inputs, dropNulls(options));
    // The SDK adds an output for each input. A function of another dynamic resource that captures the provider would
    // have the token in its text.
    for (const input of Object.keys(inputs)) Reflect.deleteProperty(this, input);
  }
}

/** The names have the namespace, because all dynamic resources of a program can share the provider. */
function prepareInputs(name: string, args: ProviderArgs): pulumi.Inputs {
  const given: pulumi.Inputs = { ...args };
  function fail(message: string): never {
    throw createError(`Provider "${name}": ${message}`);
  }
  const unknownName = Object.keys(given).find((key) => !settingNames.some((setting) => setting === key));
  if (unknownName !== undefined) {
    fail(`${unknownName} isn't a setting. The settings are ${settingNames.join(", ")}`);
  }
  const { token, tokenVariable } = given;
  if (Boolean(token) === Boolean(tokenVariable)) fail(tokenRule);

  // Each setting of the stack counts as a secret, because it may be one.
  const stack = new pulumi.Config("apphosting");
  /** Checks a value now if it's known, and otherwise before the provider is registered. */
  function encode(setting: SettingName): pulumi.Input<string | undefined> {
    const check = (value: unknown): pulumi.Input<string | undefined> => {
      const encoded = encodeSetting(value);
      // With an empty token, the host would take the one in the environment, which may be another organization's.
      if (encoded === "") return setting.startsWith("token") ? fail(tokenRule) : stack.getSecret(setting);
      const { mistakes } = decodeSetting(setting, encoded);
      return mistakes.length === 0 ? encoded : fail(`${setting} ${mistakes.join(", ")}`);
    };
    const value: unknown = given[setting];
    return isDeferred(value) ? pulumi.all([value]).apply(([known]) => pulumi.output(check(known))) : check(value);
  }

  const inputs: pulumi.Inputs = {};
  for (const setting of settingNames) {
    const isLeftOut = setting === (tokenVariable ? "token" : "tokenVariable");
    if (!isLeftOut) inputs[`apphosting:${setting}`] = encode(setting);
  }
  return tokenVariable ? inputs : { ...inputs, "apphosting:token": pulumi.secret(inputs["apphosting:token"]) };
}

const tokenRule =
  "set either token, the API token of the organization, or tokenVariable, " +
  "the name of the environment variable that holds it (letters, digits and _)";
