/** The settings of a provider of the engine: those of the stack's configuration, or of an explicit one. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../api/json.js";
import { isSettingName, settingNames } from "../definitions/settings.js";
import { asText, type Lookup, readSettings } from "../host/config.js";
import { isUnknown } from "../host/values.js";
import { markSecret, plain } from "./secrets.js";

const namespace = "apphosting:";

/** What the engine adds of its own. */
const engineKeys = ["version", "pluginDownloadURL", "__internal"];

/**
 * By their names. A dynamic explicit provider has them with the namespace, and the engine configures with those once more,
 * in the run in which a stack moves.
 */
function settingsOf(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(plain(args)).map(([name, value]) => [name.replace(namespace, ""), value]));
}

export function lookupIn(args: JsonObject): Lookup {
  const settings = settingsOf(args);
  return (key) => settings[key.replace(namespace, "")];
}

/** Of a default provider, whose name the engine completes with the version and the address of its package. */
const isDefault = (urn: string) => /::default(_.*)?$/.test(urn);

const tokens = ["token", "tokenVariable"];

/** The settings that have a value: an empty one is unset. */
function setIn(args: JsonObject): string[] {
  const settings = settingsOf(args);
  return settingNames.filter((name) => asText(settings[name]) !== "");
}

/**
 * Adds to an explicit provider what it leaves out, from the stack's configuration, which the engine hands over as PULUMI_CONFIG:
 * other languages have no class that does. The token is never added: it would be that of another organization.
 *
 * The engine does not say which values of PULUMI_CONFIG are secrets, so each that is added is marked as one. The token always is one.
 */
export function addStackSettings(urn: string, args: JsonObject, environment: NodeJS.ProcessEnv): JsonObject {
  if (isDefault(urn)) return args;
  const ofStack: JsonObject = JSON.parse(environment.PULUMI_CONFIG || "{}");
  const own = [...setIn(args), ...tokens];
  const missing = Object.entries(ofStack).filter(([name]) => isSettingName(name) && !own.includes(name));
  const added = missing.map(([name, value]) => [name, markSecret(value)]);
  const { token } = args;
  const isMarkable = typeof token === "string" && !isUnknown(token);
  return { ...args, ...(isMarkable ? { token: markSecret(token) } : {}), ...Object.fromEntries(added) };
}

/** What is wrong with the settings, a sentence each. */
export function settingProblems(urn: string, args: JsonObject, environment: NodeJS.ProcessEnv): readonly string[] {
  const { problems } = readSettings(lookupIn(args), environment);
  // One that is not known yet is looked at by `up`, which asks again.
  const ofValues = isUnknown(args) ? [] : problems;
  // A default provider gets all of the stack's configuration under the name, which can be the project's, too.
  if (isDefault(urn)) return ofValues;
  const unknown = Object.keys(args).filter((name) => !isSettingName(name) && !engineKeys.includes(name));
  const hasToken = setIn(args).filter((name) => tokens.includes(name)).length === 1;
  return [
    ...unknown.map((name) => `${name} is no setting; the settings are ${settingNames.join(", ")}`),
    ...(hasToken ? ofValues : [tokenRule]),
  ];
}

const tokenRule =
  "set either token, the API token of the organization, or tokenVariable, the name of the environment variable that holds it";

/** The names of settings that have changed. */
export function changedSettings(olds: JsonObject, news: JsonObject): string[] {
  const before = settingsOf(olds);
  const after = settingsOf(news);
  return settingNames.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}
