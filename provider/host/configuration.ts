/** Parses the settings: the stack's configuration or an explicit provider's, then the environment. */

import { isObject, type Json, parseJson } from "../api/http/json.js";
import { defaultFieldNames, type UndocumentedFieldNames } from "../definitions/field-names.js";
import { definitions } from "../definitions/index.js";
import type { OperationName } from "../definitions/operation.js";
import {
  encodeSetting,
  type Include,
  parseOperations,
  type SettingName,
  variableName,
} from "../definitions/settings.js";

export type Lookup = (key: string) => unknown;

const classes: readonly string[] = definitions.map(({ names }) => names.class);
const undocumented = Object.keys(defaultFieldNames);

/** The message is the end of a sentence that begins with the name of the setting. */
class SettingMistake extends Error {}

/**
 * Each parses the text of a setting, undefined where it's unset, or throws a SettingMistake. They do without zod, which
 * a refresh and a destroy would load for nothing else.
 */
const parsers = {
  token(text?: string): string {
    if (text === undefined) throw new SettingMistake("is required: the API token from the provider's web console");
    if (!/^[\x21-\x7e]+$/.test(text)) {
      throw new SettingMistake("must be ASCII without spaces or line breaks: you may have copied more than the token");
    }
    return text;
  },
  baseUrl(text?: string): string {
    if (text === undefined) throw new SettingMistake("is required: the API's address");
    const rule = findBrokenBaseUrlRule(text);
    if (rule !== undefined) throw new SettingMistake(rule);
    return text.replace(/\/+$/, "");
  },
  timeoutSeconds: (text = "60") => parseInteger(text, 1, 3600),
  maxRetries: (text = "4") => parseInteger(text, 0, 20),
  fieldNames: (text = "{}") => parseFieldNames(text),
  operations(text = "[]"): readonly OperationName[] {
    const { operations, mistake } = parseOperations(text);
    if (operations === undefined) throw new SettingMistake(mistake);
    return operations;
  },
  include: (text = "{}") => parseInclude(text),
  allowUnlistedValues(text = "false"): boolean {
    if (text !== "true" && text !== "false") throw new SettingMistake("must be true or false");
    return text === "true";
  },
} satisfies Record<Exclude<SettingName, "tokenVariable">, (text?: string) => unknown>;

type Key = keyof typeof parsers;
const keys = Object.keys(parsers) as Key[];

export type SettingValues = { readonly [K in Key]: ReturnType<(typeof parsers)[K]> };

/** What follows the key in the command that sets it. The mistake of `operations` has its own command. */
const examples: Readonly<Record<Exclude<Key, "operations">, string>> = {
  token: "<token>",
  baseUrl: "https://<address of the API>",
  timeoutSeconds: "60",
  maxRetries: "4",
  fieldNames: `'{"${undocumented[0]}":"<field name>"}'`,
  include: `'{"${classes[0]}":["<relationship>"]}'`,
  allowUnlistedValues: "false",
};

const variables: Partial<Record<Key, string>> = { token: "APPHOSTING_TOKEN", baseUrl: "APPHOSTING_BASE_URL" };

export interface Settings {
  /** A malformed setting has no value. */
  readonly values: Partial<SettingValues>;
  readonly mistakes: readonly string[];
}

export function parseSettings(lookup: Lookup, processEnv: NodeJS.ProcessEnv): Settings {
  const mistakes: string[] = [];
  const values = keys.map((key) => {
    const { text, describeMistake } = findText(key, lookup, processEnv);
    try {
      return [key, parsers[key](text)];
    } catch (error) {
      if (!(error instanceof SettingMistake)) throw error;
      mistakes.push(describeMistake(error.message));
      return [key, undefined];
    }
  });
  return { values: Object.fromEntries(values), mistakes };
}

/** Finds the text of a setting, undefined where it's unset. */
function findText(key: Key, lookup: Lookup, processEnv: NodeJS.ProcessEnv) {
  const tokenVariable = encodeSetting(lookup("apphosting:tokenVariable"));
  // A token from anywhere but tokenVariable may belong to another organization.
  if (key === "token" && tokenVariable !== undefined) return findTokenInVariable(tokenVariable, processEnv);
  const text = encodeSetting(lookup(`apphosting:${key}`)) ?? encodeSetting(processEnv[variables[key] ?? ""]);
  return { text, describeMistake: (rule: string) => `apphosting:${key} ${rule}${describeSettingFix(key)}` };
}

function findTokenInVariable(variable: string, processEnv: NodeJS.ProcessEnv) {
  if (!variableName.test(variable)) return { text: undefined, describeMistake: () => wrongVariableNotice };
  const text = encodeSetting(processEnv[variable]);
  const describeMistake = (rule: string) =>
    `the environment variable ${variable}, named in the setting tokenVariable, ` +
    `${text === undefined ? "isn't set" : rule}. Set it to the API token wherever Pulumi runs`;
  return { text, describeMistake };
}

/** Doesn't show the setting, which may be a token. */
const wrongVariableNotice =
  "apphosting:tokenVariable must be the name of the environment variable that holds the token: " +
  "letters, digits, and _, not the token itself. Run `pulumi config set apphosting:tokenVariable <name>`";

function describeSettingFix(key: Key): string {
  if (key === "operations") return "";
  const onProvider = `or set the ${key} of an explicit Provider`;
  const variable = variables[key] === undefined ? "" : `set ${variables[key]} in the environment, `;
  const command = `\`pulumi config set apphosting:${key} ${examples[key]}\``;
  if (key !== "token") return `. Run ${command}, ${variable}${onProvider}`;
  // The variable keeps the token out of the stack, where anyone who can preview could read it.
  return `. Set ${variables.token} in the environment, run ${command.replace("set", "set --secret")}, ${onProvider}`;
}

function parseInteger(text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new SettingMistake(`must be an integer from ${min} to ${max}`);
}

function parseFieldNames(text: string): UndocumentedFieldNames {
  const value = parseJson(text);
  const isFieldName = ([key, name]: [string, Json]) =>
    undocumented.includes(key) && typeof name === "string" && /\S/.test(name);
  if (isObject(value) && Object.entries(value).every(isFieldName)) {
    return { ...defaultFieldNames, ...value };
  }
  throw new SettingMistake(
    `must be a JSON object with any of the keys ${undocumented.join(", ")}, each set to a field name`,
  );
}

function parseInclude(text: string): Include {
  const value = parseJson(text);
  const isName = (name: Json) => typeof name === "string" && /^[\w.-]+$/.test(name);
  const isOfClass = ([key, names]: [string, Json]) =>
    classes.includes(key) && Array.isArray(names) && names.every(isName);
  if (isObject(value) && Object.entries(value).every(isOfClass)) return value as Include;
  throw new SettingMistake(
    `must be a JSON object with any of the keys ${classes.join(", ")}, each set to a list of relationship names`,
  );
}

function findBrokenBaseUrlRule(address: string): string | undefined {
  if (!URL.canParse(address)) return "must be an address such as https://api.example.com/v1";
  const { protocol, hostname, username, password } = new URL(address);
  if (username + password !== "") return "can't contain a user name or password; set the token instead";
  if (/[?#]/.test(address)) return "can't have a query or a fragment";
  if (protocol === "https:") return undefined;
  // Over plain http, anybody between here and there could read the token.
  const isLoopback = protocol === "http:" && /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname);
  return isLoopback ? undefined : "must start with https://; plain http is only allowed for this machine (127.0.0.1)";
}
