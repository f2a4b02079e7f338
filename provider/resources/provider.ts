import * as pulumi from "@pulumi/pulumi";
import { definitions } from "../definitions/index.js";
import { type NamedOperations, parseNamedOperations } from "../definitions/named-operations.js";
import type { settings, ValueOfSetting } from "../definitions/settings.js";
import { settingNames } from "../definitions/settings.js";
import { isLater, plainArguments, plainOptions } from "./arguments.js";
import { checkInstallation } from "./installation.js";
import { isPlugin } from "./manager.js";
import { warnOfMisspeltSettings } from "./misspelt-settings.js";

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
    const { token, tokenVariable, ...others } = plainArguments(`Provider "${name}"`, args);
    const unknown = Object.keys(others).find((key) => !ofStack.includes(key as keyof ProviderSettings));
    if (unknown) refuse(name, `${unknown} is no setting; the settings are token, tokenVariable, ${ofStack.join(", ")}`);
    if (token && tokenVariable) refuse(name, tokenRule);
    const ofToken = tokenVariable
      ? { tokenVariable: checked(tokenVariable, variableName, name) }
      : { token: pulumi.secret(checked(token, notBlank, name)) };
    const inputs = { ...ofToken, ...fillFromStack(others) };
    checkInstallation();
    warnOfMisspeltSettings();
    if (isPlugin()) super("apphosting", name, inputs, pulumi.mergeOptions(plainOptions(options), formerly));
    else super("pulumi-nodejs", name, withNamespace(inputs), plainOptions(options));
    const { operations } = others;
    // An output is known too late: a resource has to know at once whether it may be deleted.
    const plain = isLater(operations) ? {} : (operations ?? configuredOperations());
    namedOperations.set(this, parseNamedOperations(plain, definitions).operations);
  }
}

/** The operations of each explicit provider, as far as the program knows them. */
const namedOperations = new WeakMap<pulumi.ProviderResource, NamedOperations>();

const configuredOperations = () => new pulumi.Config("apphosting").get("operations") ?? {};

/** Whether the user has named an operation that deletes resources of a class, for a provider or for the stack. */
export function canDelete(className: string, provider: pulumi.ProviderResource | undefined): boolean {
  const operations =
    provider === undefined
      ? parseNamedOperations(configuredOperations(), definitions).operations
      : namedOperations.get(provider);
  return operations?.[className]?.delete !== undefined;
}

/** An empty token would let the one of the environment in, which belongs to another organization. */
const notBlank = /\S/;

/** A token in its place would stand in the state in the open; most have other characters, too. */
const variableName = /^[A-Za-z_]\w*$/;

/** At once where the program knows the value, else before the provider is registered. */
function checked(value: pulumi.Input<string | null | undefined>, form: RegExp, name: string): pulumi.Output<string> {
  const check = (known: unknown) => (typeof known === "string" && form.test(known) ? known : refuse(name, tokenRule));
  return isLater(value) ? pulumi.output(value).apply(check) : pulumi.output(check(value));
}

const tokenRule =
  "set either token, the API token of the organization, or tokenVariable, the name of the environment variable that holds it (letters, digits and _)";

function refuse(name: string, why: string): never {
  throw new pulumi.RunError(`Provider "${name}": ${why}`);
}

/** All but those of the token, which is never the stack's. */
const ofStack = settingNames.filter(
  (name): name is keyof ProviderSettings => name !== "token" && name !== "tokenVariable",
);

/** What an explicit provider was before its stack was moved to the plugin. */
const formerly = { aliases: [{ type: "pulumi:providers:pulumi-nodejs" }] };

/** All dynamic resources of a program can share the provider. */
function withNamespace(inputs: pulumi.Inputs): pulumi.Inputs {
  return Object.fromEntries(Object.entries(inputs).map(([key, value]) => [`apphosting:${key}`, value]));
}

/** Takes each setting that is left out or empty from the stack's configuration. */
function fillFromStack(args: ProviderSettings): pulumi.Inputs {
  return Object.fromEntries(
    ofStack.map((key) => [key, pulumi.output(args[key]).apply((value: unknown) => asText(value) ?? readStack(key))]),
  );
}

/** Reads a setting of the stack's configuration, which is a secret here if it is one there. */
function readStack(key: string): pulumi.Input<string | undefined> {
  const config = new pulumi.Config("apphosting");
  // The SDK does not declare the function: where a release has none, each setting counts as a secret.
  const { isConfigSecret = () => true } = pulumi.runtime as { isConfigSecret?: (key: string) => boolean };
  return isConfigSecret(`apphosting:${key}`) ? config.getSecret(key) : config.get(key);
}

/** The engine hands a provider text alone; an empty one is left out. */
function asText(value: unknown): string | undefined {
  const text: string | undefined = typeof value === "string" ? value : JSON.stringify(value ?? undefined);
  return text?.trim() === "" ? undefined : text;
}
