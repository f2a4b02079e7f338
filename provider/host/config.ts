/** Configuration of the host process: stack configuration, then the environment. */

import { application } from "../definitions/application.js";
import { cache } from "../definitions/cache.js";
import { wireNames } from "../definitions/definition.js";
import { type AllFieldNames, defaultFieldNames } from "../definitions/field-names.js";

export interface Settings {
  readonly token: string;
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
  readonly fieldNames: AllFieldNames;
  readonly allowUnlistedValues: boolean;
}

/** Looks a key up in the configuration that the engine hands over. */
export type Lookup = (key: string) => unknown;

/** Every problem at once; the settings count only if there is none. */
export function readSettings(
  lookup: Lookup,
  environment: NodeJS.ProcessEnv,
): { settings: Settings; problems: string[] } {
  const problems: string[] = [];
  /** An empty value is unset. */
  const value = (key: string, variable?: string): string | undefined =>
    [lookup(`apphosting:${key}`), variable === undefined ? undefined : environment[variable]]
      .map((found) => (found === undefined || found === null ? "" : asText(found).trim()))
      .find((found) => found !== "");
  const read = <T>(key: string, parse: (found: string) => T | undefined, rule: string, otherwise: T): T => {
    const found = value(key);
    const parsed = found === undefined ? otherwise : parse(found);
    if (parsed === undefined) problems.push(`apphosting:${key} must be ${rule}. ${correct(key)}`);
    return parsed ?? otherwise;
  };

  const variable = value("tokenVariable");
  // No other token takes the place of a variable's: it would be that of another organization.
  const token =
    variable === undefined ? value("token", "APPHOSTING_TOKEN") : environment[variable]?.trim() || undefined;

  const settings = {
    token: readToken(variable, token, problems),
    baseUrl: readBaseUrl(value("baseUrl", "APPHOSTING_BASE_URL"), problems),
    timeoutSeconds: read("timeoutSeconds", integer(1, 3600), "an integer from 1 to 3600", 60),
    maxRetries: read("maxRetries", integer(0, 20), "an integer from 0 to 20", 4),
    fieldNames: read("fieldNames", parseFieldNames, fieldNamesRule, defaultFieldNames),
    allowUnlistedValues: read("allowUnlistedValues", parseFlag, "true or false", false),
  };
  return { settings, problems };
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

const examples: Record<string, string> = {
  token: "--secret apphosting:token <token>",
  baseUrl: "apphosting:baseUrl https://<address of the API>",
  timeoutSeconds: "apphosting:timeoutSeconds 60",
  maxRetries: "apphosting:maxRetries 4",
  fieldNames: `apphosting:fieldNames '{"size":"<field name>"}'`,
  allowUnlistedValues: "apphosting:allowUnlistedValues true",
};

function setWith(key: string): string {
  return `Run \`pulumi config set ${examples[key]}\``;
}

/** What an explicit Provider states counts more than the stack's configuration. */
function correct(key: string): string {
  return `${setWith(key)}, or correct the ${key} of an explicit Provider`;
}

function readToken(variable: string | undefined, token: string | undefined, problems: string[]): string {
  const [setting, unset, fix] =
    variable === undefined
      ? ["apphosting:token", tokenUnset, correct("token")]
      : [`the environment variable ${variable}`, variableUnset, "Set it again where Pulumi runs"];
  if (token === undefined) problems.push(`${setting} is not set: ${unset}`);
  else if (!/^[\x21-\x7e]+$/.test(token)) {
    problems.push(
      `${setting} must be ASCII without spaces or line breaks: it looks as if more than the token was copied. ${fix}`,
    );
  }
  return token ?? "";
}

const tokenUnset = `the API token from the provider's web console. ${setWith("token")}, or set APPHOSTING_TOKEN in the environment; for an explicit Provider, state its token.`;
const variableUnset = "tokenVariable of the explicit Provider names it. Set it to the API token where Pulumi runs.";

function readBaseUrl(address: string | undefined, problems: string[]): string {
  if (address === undefined) {
    problems.push(
      `apphosting:baseUrl is not set: the address of the API. ${setWith("baseUrl")}, or set APPHOSTING_BASE_URL in the environment.`,
    );
    return "";
  }
  const rule = baseUrlProblem(address);
  if (rule !== undefined) problems.push(`apphosting:baseUrl ${rule}. ${correct("baseUrl")}`);
  return address.replace(/\/+$/, "");
}

function baseUrlProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return "must be an address such as https://api.example.com/v1";
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== "" || password !== "") return "must not hold a user name or password; the token is its own setting";
  if (/[?#]/.test(address)) return "must not have a query or a fragment";
  if (protocol === "https:") return undefined;
  // Over plain http everybody on the way could read the token.
  if (protocol !== "http:") return "must start with https://";
  return isLoopback(hostname)
    ? undefined
    : "must start with https://; plain http is for this machine (127.0.0.1) alone";
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function integer(min: number, max: number) {
  return (found: string) => {
    const number = /^\d+$/.test(found) ? Number(found) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  };
}

function parseFlag(found: string): boolean | undefined {
  return found === "true" ? true : found === "false" ? false : undefined;
}

const fieldNamesRule = `a JSON object with any of ${Object.keys(defaultFieldNames).join(", ")}, each a field name that no other argument has`;

/** Names that are documented. Another argument under one of them would change the wrong thing. */
const documented = new Set(
  [application, cache]
    .flatMap((definition) => Object.values(wireNames(definition, defaultFieldNames)))
    .filter((name) => !Object.values<string>({ ...defaultFieldNames }).includes(name)),
);

function parseFieldNames(found: string): AllFieldNames | undefined {
  try {
    const names: unknown = JSON.parse(found);
    if (typeof names !== "object" || names === null || Array.isArray(names)) return undefined;
    const known = Object.entries(names).every(
      ([key, name]) =>
        Object.hasOwn(defaultFieldNames, key) &&
        typeof name === "string" &&
        name.trim() !== "" &&
        !documented.has(name),
    );
    const merged: AllFieldNames = { ...defaultFieldNames, ...names };
    return known && merged.size !== merged.evictionPolicy ? merged : undefined;
  } catch {
    return undefined;
  }
}
