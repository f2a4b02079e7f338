/** The settings of a provider of the engine: those of the stack's configuration, or of an explicit one. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../api/json.js";
import { isUnknown } from "../host/changes.js";
import { type Lookup, readSettings, settingNames } from "../host/config.js";
import { plain } from "./secrets.js";

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

/** What is wrong with the settings, a sentence each. */
export function settingProblems(urn: string, args: JsonObject, environment: NodeJS.ProcessEnv): string[] {
  // A default provider gets all of the stack's configuration under the name, which can be the project's, too.
  const isDefault = /::default(_[\d_]+)?$/.test(urn);
  const unknown = Object.keys(args).filter((name) => ![...settingNames, ...engineKeys].includes(name));
  return [
    ...(isDefault ? [] : unknown.map((name) => `${name} is no setting; the settings are ${settingNames.join(", ")}`)),
    // One that is not known yet is looked at by `up`, which asks again.
    ...(isUnknown(args) ? [] : readSettings(lookupIn(args), environment).problems),
  ];
}

/** The names of settings that have changed. */
export function changedSettings(olds: JsonObject, news: JsonObject): string[] {
  const before = settingsOf(olds);
  const after = settingsOf(news);
  return settingNames.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}
