/** The settings of a provider, as the engine hands them to the plugin: those of the stack's configuration, or of an explicit provider. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../api/http/json.js";
import { isSettingName, settingNames, tokenChoiceRule } from "../definitions/settings.js";
import { formatText, type Lookup, parseConfiguration } from "../host/session/config.js";
import { isUnknown } from "../host/state/comparison.js";
import { unwrapSecrets, wrapSecret } from "./secrets.js";

const namespace = "apphosting:";

/** The names that the engine adds to the arguments of a provider. */
const engineKeys = ["version", "pluginDownloadURL", "__internal"];

/** The settings of which an explicit provider has exactly one. */
const tokenSettings = ["token", "tokenVariable"];

/**
 * Takes the namespace off the names of settings, and the marks off their values. An explicit provider of dynamic resources has
 * names with the namespace, and in the run in which its stack moves to the plugin, the engine hands these over once more.
 */
function normaliseSettings(args: JsonObject): JsonObject {
  const settings = Object.entries(unwrapSecrets(args)).map(([name, value]) => [name.replace(namespace, ""), value]);
  return Object.fromEntries(settings);
}

/** Creates the function by which a session looks up settings. */
export function createLookup(args: JsonObject): Lookup {
  const settings = normaliseSettings(args);
  return (key) => settings[key.replace(namespace, "")];
}

/** Whether a provider is a default one. The engine adds the version and the address of the package to its name. */
const isDefaultProvider = (urn: string) => /::default(_.*)?$/.test(urn);

/** Lists the settings that have a value. An empty text is none. */
function listSettingsWithValue(args: JsonObject): string[] {
  const settings = normaliseSettings(args);
  return settingNames.filter((name) => formatText(settings[name]) !== "");
}

/**
 * Adds to an explicit provider what it leaves out, from the stack's configuration, which the engine hands over as PULUMI_CONFIG.
 * Programs in TypeScript have a class that does so, programs in other languages have none. The token is never added, because it
 * would be that of another organization.
 *
 * The engine does not tell which values of PULUMI_CONFIG are secrets, so each added value is marked as one. The token is always
 * marked.
 */
export function addStackSettings(urn: string, args: JsonObject, environment: NodeJS.ProcessEnv): JsonObject {
  if (isDefaultProvider(urn)) return args;
  const stackSettings: JsonObject = JSON.parse(environment.PULUMI_CONFIG || "{}");
  const notAdded = [...listSettingsWithValue(args), ...tokenSettings];
  const missing = Object.entries(stackSettings).filter(([name]) => isSettingName(name) && !notAdded.includes(name));
  const added = missing.map(([name, value]) => [name, wrapSecret(value)]);
  const { token } = args;
  const isMarkable = typeof token === "string" && !isUnknown(token);
  return { ...args, ...(isMarkable ? { token: wrapSecret(token) } : {}), ...Object.fromEntries(added) };
}

/** Finds what is wrong with the settings, a sentence each. */
export function findSettingProblems(urn: string, args: JsonObject, environment: NodeJS.ProcessEnv): readonly string[] {
  const { problems } = parseConfiguration(createLookup(args), environment);
  // A preview may not know a value yet. `up` does, and the engine then calls again.
  const valueProblems = isUnknown(args) ? [] : problems;
  // A default provider gets all of the stack's configuration under the name of the package, and a project may have that name.
  if (isDefaultProvider(urn)) return valueProblems;
  const unknownNames = Object.keys(args).filter((name) => !isSettingName(name) && !engineKeys.includes(name));
  const hasOneToken = listSettingsWithValue(args).filter((name) => tokenSettings.includes(name)).length === 1;
  return [
    ...unknownNames.map((name) => `${name} is no setting; the settings are ${settingNames.join(", ")}`),
    ...(hasOneToken ? valueProblems : [tokenChoiceRule]),
  ];
}

/** Lists the names of the settings whose values differ. */
export function listChangedSettings(olds: JsonObject, news: JsonObject): string[] {
  const before = normaliseSettings(olds);
  const after = normaliseSettings(news);
  return settingNames.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}
