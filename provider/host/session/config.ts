/**
 * Configuration of the host process: what the engine hands over, then the environment. The engine hands over the configuration of
 * the stack, or the settings of an explicit provider, which the program's process has completed from those of the stack.
 */

import { z } from "zod";
import { parseJson } from "../../api/http/json.js";
import { mapToFieldNames } from "../../definitions/definition.js";
import { defaultFieldNames, type UndocumentedFieldNames } from "../../definitions/field-names.js";
import { definitions } from "../../definitions/index.js";
import { type NamedOperations, parseNamedOperations } from "../../definitions/named-operations.js";
import type { SettingName } from "../../definitions/settings.js";

/** Looks a key up in what the engine hands over. */
export type Lookup = (key: string) => unknown;

const tokenForm = "must be ASCII without spaces or line breaks: it looks as if more than the token was copied";
const undocumented = Object.keys(defaultFieldNames) as (keyof UndocumentedFieldNames)[];
const fieldNamesRule = `must be a JSON object with any of ${undocumented.join(", ")}, each a field name that no other argument has`;

const json = (text: unknown) => parseJson(String(text));

/** What the text of each setting has to be. */
const forms = {
  token: z.string("is not set: the API token from the provider's web console").regex(/^[\x21-\x7e]+$/, tokenForm),
  baseUrl: z
    .string("is not set: the address of the API")
    .refine((address) => findBrokenBaseUrlRule(address) === undefined, {
      error: ({ input }) => findBrokenBaseUrlRule(String(input)),
    })
    .transform((address) => address.replace(/\/+$/, "")),
  timeoutSeconds: integer(1, 3600).default(60),
  maxRetries: integer(0, 20).default(4),
  fieldNames: z
    .preprocess(json, z.partialRecord(z.enum(undocumented), z.string(fieldNamesRule).regex(/\S/), fieldNamesRule))
    .transform((names) => ({ ...defaultFieldNames, ...names }))
    .refine(hasDistinctNames, fieldNamesRule)
    .default(defaultFieldNames),
  operations: z
    .string()
    .transform((text, context): NamedOperations => {
      const { operations, problems } = parseNamedOperations(text, definitions);
      if (problems.length > 0) context.addIssue({ code: "custom", message: problems.join(". ") });
      return operations;
    })
    .default({}),
  allowUnlistedValues: z
    .stringbool({ truthy: ["true"], falsy: ["false"], case: "sensitive", error: "must be true or false" })
    .default(false),
} satisfies Record<Exclude<SettingName, "tokenVariable">, z.ZodType>;

type Key = keyof typeof forms;
const keys = Object.keys(forms) as Key[];

/** The value of each key. */
export type ConfigurationValues = { readonly [K in Key]: z.infer<(typeof forms)[K]> };

/** What follows the key in the command that sets it. */
const examples: Readonly<Record<Exclude<Key, "operations">, string>> = {
  token: "<token>",
  baseUrl: "https://<address of the API>",
  timeoutSeconds: "60",
  maxRetries: "4",
  fieldNames: `'{"size":"<field name>"}'`,
  allowUnlistedValues: "false",
};

const variables: Partial<Record<Key, string>> = { token: "APPHOSTING_TOKEN", baseUrl: "APPHOSTING_BASE_URL" };

/** Either all values, or what is wrong with some of them, a sentence each, and the values of the other keys. */
export type Configuration =
  | { readonly isValid: true; readonly values: ConfigurationValues; readonly problems: readonly [] }
  | { readonly isValid: false; readonly values: Partial<ConfigurationValues>; readonly problems: readonly string[] };

/** Reads the value of every key, and finds every problem at once. */
export function parseConfiguration(lookup: Lookup, environment: NodeJS.ProcessEnv): Configuration {
  const problems: string[] = [];
  const tokenVariable = formatText(lookup("apphosting:tokenVariable"));
  const values = keys.map((key) => {
    // No other token takes the place of one that a tokenVariable holds: it would be that of another organization.
    const isInVariable = key === "token" && tokenVariable !== "";
    const sources = isInVariable
      ? [environment[tokenVariable]]
      : [lookup(`apphosting:${key}`), environment[variables[key] ?? ""]];
    const text = sources.map(formatText).find((one) => one !== "");
    const { data, error } = forms[key].safeParse(text);
    const rule = error?.issues[0]?.message;
    if (rule !== undefined && isInVariable)
      problems.push(describeVariableProblem(tokenVariable, text === undefined ? "is not set" : rule));
    else if (rule !== undefined) problems.push(`apphosting:${key} ${rule}. ${describeFix(key, text)}`);
    return [key, data];
  });
  const parsed: Partial<ConfigurationValues> = Object.fromEntries(values);
  return isComplete(parsed, problems)
    ? { isValid: true, values: parsed, problems: [] }
    : { isValid: false, values: parsed, problems };
}

/** Whether no key is malformed: each key then has a value. */
function isComplete(_: Partial<ConfigurationValues>, problems: readonly string[]): _ is ConfigurationValues {
  return problems.length === 0;
}

function describeVariableProblem(variable: string, rule: string): string {
  return `the environment variable ${variable} (tokenVariable of the Provider) ${rule}. Set it to the API token wherever Pulumi runs`;
}

/** Reads a value as text. A value that is left out is the empty text, which counts as unset. */
export function formatText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return (typeof value === "string" ? value : JSON.stringify(value)).trim();
}

/** Says how to set a key. The explicit Provider stands last, although its setting counts more than the stack's: few programs have one. */
function describeFix(key: Key, text: unknown): string {
  const secret = key === "token" ? "--secret " : "";
  const variable = variables[key] === undefined ? "" : `set ${variables[key]} in the environment, `;
  const command =
    key === "operations"
      ? parseNamedOperations(text, definitions).correction
      : `set ${secret}apphosting:${key} ${examples[key]}`;
  return `Run \`pulumi config ${command}\`, ${variable}or set the ${key} of an explicit Provider`;
}

function integer(min: number, max: number) {
  const error = `must be an integer from ${min} to ${max}`;
  return z.string(error).regex(/^\d+$/).pipe(z.coerce.number<string>(error).min(min).max(max));
}

/** Whether no two arguments of a resource have the same field name: the wrong one would be changed. */
function hasDistinctNames(names: UndocumentedFieldNames): boolean {
  const requests = definitions.map((definition) => Object.values(mapToFieldNames(definition, names)));
  return requests.every((fields) => new Set(fields).size === fields.length);
}

function findBrokenBaseUrlRule(address: string): string | undefined {
  if (!URL.canParse(address)) return "must be an address such as https://api.example.com/v1";
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== "" || password !== "") return "must not hold a user name or password; the token is its own setting";
  if (/[?#]/.test(address)) return "must not have a query or a fragment";
  if (protocol === "https:") return undefined;
  // Over plain http everybody on the way could read the token.
  const isLoopback = protocol === "http:" && /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname);
  return isLoopback ? undefined : "must start with https://; plain http is for this machine (127.0.0.1) alone";
}
