/** Configuration of the host process: stack configuration, then the environment. */

import { z } from "zod";
import { application } from "../definitions/application.js";
import { cache } from "../definitions/cache.js";
import { wireNames } from "../definitions/definition.js";
import { defaultFieldNames } from "../definitions/field-names.js";

/** Looks a key up in the configuration that the engine hands over. */
export type Lookup = (key: string) => unknown;

/** Names that are documented. Another argument under one of them would change the wrong thing. */
const documented = [application, cache]
  .flatMap((definition) => Object.values(wireNames(definition, defaultFieldNames)))
  .filter((name) => !Object.values<string>({ ...defaultFieldNames }).includes(name));

const fieldName = z.string().refine((name) => name.trim() !== "" && !documented.includes(name));

/** What the text of each setting has to be. */
const forms = {
  token: z
    .string("is not set: the API token from the provider's web console")
    .regex(
      /^[\x21-\x7e]+$/,
      "must be ASCII without spaces or line breaks: it looks as if more than the token was copied",
    ),
  baseUrl: z
    .string("is not set: the address of the API")
    .superRefine((address, { addIssue }) => {
      const rule = baseUrlRule(address);
      if (rule !== undefined) addIssue(rule);
    })
    .transform((address) => address.replace(/\/+$/, "")),
  timeoutSeconds: integer(1, 3600).default(60),
  maxRetries: integer(0, 20).default(4),
  fieldNames: z
    .preprocess(
      parsed,
      z.strictObject({
        sourceControlProvider: fieldName.default(defaultFieldNames.sourceControlProvider),
        size: fieldName.default(defaultFieldNames.size),
        evictionPolicy: fieldName.default(defaultFieldNames.evictionPolicy),
      }),
    )
    .refine(({ size, evictionPolicy }) => size !== evictionPolicy)
    .default(defaultFieldNames),
  allowUnlistedValues: z.stringbool({ truthy: ["true"], falsy: ["false"], case: "sensitive" }).default(false),
};

type Key = keyof typeof forms;

/** What can be configured. An explicit provider can name the variable that holds its token. */
export const settingNames: readonly string[] = [...Object.keys(forms), "tokenVariable"];

export type Settings = { readonly [K in Key]: z.infer<(typeof forms)[K]> };

/** What is said of a setting that is not of its form, where the form does not say it itself. */
const rules: Partial<Record<Key, string>> = {
  fieldNames: `must be a JSON object with any of ${Object.keys(defaultFieldNames).join(", ")}, each a field name that no other argument has`,
  allowUnlistedValues: "must be true or false",
};

const examples: Readonly<Record<Key, string>> = {
  token: "--secret apphosting:token <token>",
  baseUrl: "apphosting:baseUrl https://<address of the API>",
  timeoutSeconds: "apphosting:timeoutSeconds 60",
  maxRetries: "apphosting:maxRetries 4",
  fieldNames: `apphosting:fieldNames '{"size":"<field name>"}'`,
  allowUnlistedValues: "apphosting:allowUnlistedValues true",
};

const variables: Partial<Record<Key, string>> = { token: "APPHOSTING_TOKEN", baseUrl: "APPHOSTING_BASE_URL" };

/** Every problem at once; the settings count only if there is none. */
export function readSettings(
  lookup: Lookup,
  environment: NodeJS.ProcessEnv,
): { settings: Settings; problems: string[] } {
  const problems: string[] = [];
  const settings = Object.entries(forms).map(([name, form]) => {
    const key = name as Key;
    // No other token takes the place of one that a variable holds: it would be that of another organization.
    const holder = key === "token" ? asText(lookup("apphosting:tokenVariable")) : "";
    const variable = holder || variables[key];
    const found = [holder ? undefined : lookup(`apphosting:${key}`), variable && environment[variable]]
      .map(asText)
      .find((text) => text !== "");
    const { data, error } = form.safeParse(found);
    if (error !== undefined) {
      const [setting, toDo] = holder
        ? [
            `the environment variable ${holder}`,
            "tokenVariable of the explicit Provider names it: set it where Pulumi runs",
          ]
        : [`apphosting:${key}`, fix(key, found === undefined)];
      problems.push(`${setting} ${rules[key] ?? error.issues[0]?.message}. ${toDo}`);
    }
    return [key, data];
  });
  return { settings: Object.fromEntries(settings), problems };
}

/** An empty value is unset. */
function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return (typeof value === "string" ? value : JSON.stringify(value)).trim();
}

/** What an explicit Provider says counts more than the stack's configuration. */
function fix(key: Key, isMissing: boolean): string {
  const command = `Run \`pulumi config set ${examples[key]}\``;
  if (!isMissing) return `${command}, or correct the ${key} of an explicit Provider`;
  const ofProvider = key === "token" ? "; for an explicit Provider, state its token" : "";
  return `${command}, or set ${variables[key]} in the environment${ofProvider}.`;
}

function integer(min: number, max: number) {
  const error = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .refine((number) => number >= min && number <= max, error);
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function baseUrlRule(address: string): string | undefined {
  if (!URL.canParse(address)) return "must be an address such as https://api.example.com/v1";
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== "" || password !== "") return "must not hold a user name or password; the token is its own setting";
  if (/[?#]/.test(address)) return "must not have a query or a fragment";
  if (protocol === "https:") return undefined;
  // Over plain http everybody on the way could read the token.
  if (protocol !== "http:") return "must start with https://";
  const isLoopback = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname);
  return isLoopback ? undefined : "must start with https://; plain http is for this machine (127.0.0.1) alone";
}
