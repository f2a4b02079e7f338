/** Prepares what the SDK sends to the engine for an explicit provider. */

import * as pulumi from "@pulumi/pulumi";
import { settingNames, tokenChoiceRule } from "../../definitions/settings.js";
import { isDeferred, takeArguments, takeOptions } from "./arguments.js";
import { checkInstallation } from "./installation.js";
import type { ProviderArgs, ProviderSettings } from "./provider-args.js";

/** What the constructor of `pulumi.ProviderResource` takes beside the name. */
interface ProviderRegistration {
  readonly type: string;
  readonly inputs: pulumi.Inputs;
  readonly options: pulumi.ResourceOptions;
}

/**
 * Checks the settings of an explicit provider, and fills in those of the stack.
 *
 * @throws RunError for settings that cannot work, and where the engine would not find the package
 */
export function prepareProvider(
  name: string,
  args: ProviderArgs,
  givenOptions?: pulumi.ResourceOptions,
): ProviderRegistration {
  const { token, tokenVariable, ...others } = takeArguments(`Provider "${name}"`, args);
  const unknownName = Object.keys(others).find((key) => !stackSettings.includes(key as keyof ProviderSettings));
  if (unknownName) {
    const known = `token, tokenVariable, ${stackSettings.join(", ")}`;
    throw createError(name, `${unknownName} is no setting; the settings are ${known}`);
  }
  if (token && tokenVariable) throw createError(name, tokenRule);
  const tokenSetting = tokenVariable
    ? { tokenVariable: checkText(tokenVariable, variableForm, name) }
    : { token: pulumi.secret(checkText(token, tokenForm, name)) };
  const inputs = { ...tokenSetting, ...fillFromStack(others) };
  checkInstallation();
  const options = takeOptions(givenOptions);
  return { type: "pulumi-nodejs", inputs: addNamespace(inputs), options };
}

/** The setting `operations` of each explicit provider; `output` where the program does not know it yet. */
const operationsSettings = new WeakMap<pulumi.ProviderResource, unknown>();

/**
 * Notes the setting `operations` of an explicit provider. The value of an output is known too late, because a resource has to
 * know at once whether it may be deleted.
 */
export function noteOperationsSetting(provider: pulumi.ProviderResource, { operations }: ProviderArgs): void {
  operationsSettings.set(provider, isDeferred(operations) ? "output" : (operations ?? findStackOperations()));
}

/** Finds the setting `operations` of an explicit provider, or without one that of the stack: unchecked, or `output`. */
export function findOperationsSetting(provider: pulumi.ProviderResource | undefined): unknown {
  return provider === undefined ? findStackOperations() : operationsSettings.get(provider);
}

function findStackOperations(): unknown {
  return new pulumi.Config("apphosting").get("operations") ?? {};
}

/** With an empty token, the host would take the one in the environment, which belongs to another organization. */
const tokenForm = /\S/;

/** The form of a variable's name. Most tokens do not have it, so that a token set by mistake does not get into the state as plain text. */
const variableForm = /^[A-Za-z_]\w*$/;

const tokenRule = `${tokenChoiceRule} (letters, digits and _)`;

/**
 * Checks a text at once where the program knows it, and otherwise before the provider is registered.
 *
 * @throws RunError
 */
function checkText(value: pulumi.Input<string | null | undefined>, form: RegExp, name: string): pulumi.Output<string> {
  function check(text: unknown): string {
    if (typeof text !== "string" || !form.test(text)) throw createError(name, tokenRule);
    return text;
  }
  return isDeferred(value) ? pulumi.output(value).apply(check) : pulumi.output(check(value));
}

function createError(name: string, problem: string): pulumi.RunError {
  return new pulumi.RunError(`Provider "${name}": ${problem}`);
}

/** The settings that an explicit provider can take from the stack. The token is never one of them: it may be another organization's. */
const stackSettings = settingNames.filter(
  (name): name is keyof ProviderSettings => name !== "token" && name !== "tokenVariable",
);

/** Adds the namespace to the names of settings, because all dynamic resources of a program can share the provider. */
function addNamespace(inputs: pulumi.Inputs): pulumi.Inputs {
  return Object.fromEntries(Object.entries(inputs).map(([key, value]) => [`apphosting:${key}`, value]));
}

/** Takes each setting that is left out or empty from the stack's configuration. */
function fillFromStack(args: ProviderSettings): pulumi.Inputs {
  const inputs = stackSettings.map((name) => [
    name,
    pulumi.output(args[name]).apply((value: unknown) => encodeSetting(value) ?? findStackSetting(name)),
  ]);
  return Object.fromEntries(inputs);
}

/** Reads a setting of the stack's configuration. It is a secret here if it is a secret there. */
function findStackSetting(name: string): pulumi.Input<string | undefined> {
  const config = new pulumi.Config("apphosting");
  // The SDK does not declare this function. Where a release does not have it, each setting counts as a secret.
  const { isConfigSecret = () => true } = pulumi.runtime as { isConfigSecret?: (key: string) => boolean };
  return isConfigSecret(`apphosting:${name}`) ? config.getSecret(name) : config.get(name);
}

/** Encodes a setting as text, because the engine hands a provider nothing else. An empty text counts as left out. */
function encodeSetting(value: unknown): string | undefined {
  const text: string | undefined = typeof value === "string" ? value : JSON.stringify(value ?? undefined);
  return text?.trim() === "" ? undefined : text;
}
