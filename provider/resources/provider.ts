/** The explicit provider. Without it, a program could manage one organization alone. */

import * as pulumi from "@pulumi/pulumi";
import {
  encodeSetting,
  parseOperations,
  settingNames,
  type settings,
  type ValueOfSetting,
  variableName,
} from "../definitions/settings.js";
import { checkInstallation } from "./installation.js";
import { checkArguments, createError, dropNullOptions, isDeferred } from "./refusals.js";

interface Settings extends Readonly<typeof settings> {}

type RequiredSettings<Name extends keyof Settings> = {
  [K in keyof Pick<Settings, Name>]: pulumi.Input<ValueOfSetting<Settings[K]>>;
};
type OptionalSettings<Name extends keyof Settings> = {
  [K in keyof Pick<Settings, Name>]?: pulumi.Input<ValueOfSetting<Settings[K]> | null | undefined>;
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
    const settings = checkSettings(name, args);
    checkInstallation();
    const inputs = prepareInputs(name, settings);
    super("pulumi-nodejs", name, inputs, dropNullOptions(options));
    // The SDK adds an output for each input. A function of another dynamic resource that captures the provider would
    // have the token in its text.
    for (const input of Object.keys(inputs)) Reflect.deleteProperty(this, input);
  }
}

/** What the stack's configuration supplies. Its token may be another organization's. */
const stackSettings = settingNames.filter(
  (name): name is keyof ProviderSettings => name !== "token" && name !== "tokenVariable",
);

/** @throws RunError for an unsupported setting, and for malformed operations */
function checkSettings(name: string, args: ProviderArgs): Partial<ProviderArgs> {
  const settings: Partial<ProviderArgs> = checkArguments(`Provider "${name}"`, args);
  const unknownName = Object.keys(settings).find((key) => !(settingNames as readonly string[]).includes(key));
  if (unknownName !== undefined) {
    const known = `token, tokenVariable, ${stackSettings.join(", ")}`;
    throw createError(`Provider "${name}": ${unknownName} isn't a setting. The settings are ${known}`);
  }
  const { operations } = settings;
  if (!isDeferred(operations)) {
    const { mistake } = parseOperations(encodeSetting(operations) ?? []);
    if (mistake !== undefined) throw createError(`Provider "${name}": operations ${mistake}`);
  }
  return settings;
}

/** The names have the namespace, because all dynamic resources of a program can share the provider. */
function prepareInputs(name: string, { token, tokenVariable, ...settings }: Partial<ProviderArgs>): pulumi.Inputs {
  if (token && tokenVariable) throw createError(`Provider "${name}": ${tokenRule}`);
  const inputs: pulumi.Inputs = tokenVariable
    ? { "apphosting:tokenVariable": checkTokenSetting(tokenVariable, variableName, name) }
    : { "apphosting:token": pulumi.secret(checkTokenSetting(token, anyText, name)) };
  for (const setting of stackSettings) {
    inputs[`apphosting:${setting}`] = pulumi
      .output(settings[setting])
      .apply((value: unknown) => encodeSetting(value) ?? findStackSetting(setting));
  }
  return inputs;
}

/** With an empty token, the host would take the one in the environment, which may be another organization's. */
const anyText = /\S/;

const tokenRule =
  "set either token, the API token of the organization, or tokenVariable, " +
  "the name of the environment variable that holds it (letters, digits and _)";

/** Checks a text now if it's known, and otherwise before the provider is registered. */
function checkTokenSetting(
  value: pulumi.Input<string | null | undefined>,
  pattern: RegExp,
  name: string,
): pulumi.Output<string> {
  function check(text: unknown): string {
    if (typeof text !== "string" || !pattern.test(text)) throw createError(`Provider "${name}": ${tokenRule}`);
    return text;
  }
  return isDeferred(value) ? pulumi.output(value).apply(check) : pulumi.output(check(value));
}

/** Returns a secret if the setting is one in the stack's configuration. */
function findStackSetting(name: string): pulumi.Input<string | undefined> {
  const config = new pulumi.Config("apphosting");
  // The SDK doesn't declare this function. In releases without it, each setting counts as a secret.
  const { isConfigSecret = () => true } = pulumi.runtime as { isConfigSecret?: (key: string) => boolean };
  return isConfigSecret(`apphosting:${name}`) ? config.getSecret(name) : config.get(name);
}
