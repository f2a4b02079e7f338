/**
 * Configuration of the host process: what the engine hands over, then the environment. The engine hands over the configuration of
 * the stack, or the settings of an explicit provider, which the program's process has completed from those of the stack.
 */

import { z } from "zod";
import { isObject, parseJson } from "../api/http/json.js";
import { resolveDefinition } from "../definitions/definition.js";
import { defaultFieldNames, type UndocumentedFieldNames } from "../definitions/field-names.js";
import { definitions } from "../definitions/index.js";
import type { OperationName } from "../definitions/operation.js";
import { parseOperations, type SettingName } from "../definitions/settings.js";

/** Looks a key up in what the engine hands over. */
export type Lookup = (key: string) => unknown;

const tokenForm = "must be ASCII without spaces or line breaks: you may have copied more than the token";
const undocumented = Object.keys(defaultFieldNames) as (keyof UndocumentedFieldNames)[];
const fieldNamesRule = `must be a JSON object with any of ${undocumented.join(", ")}, each a field name that no other argument has`;
const classes = definitions.map(({ names }) => names.class);
const includeRule = `must be a JSON object with any of ${classes.join(", ")}, each a list of names of relationships`;

/** Parses JSON. An object with the key `__proto__` counts as none, because Zod would drop the key without a word. */
function json(text: unknown): unknown {
  const value = parseJson(String(text));
  return isObject(value) && Object.hasOwn(value, "__proto__") ? undefined : value;
}

/** What the text of each setting has to be. */
const forms = {
  token: z.string("isn't set. It's the API token from the provider's web console").regex(/^[\x21-\x7e]+$/, tokenForm),
  baseUrl: z
    .string("isn't set. It's the address of the API")
    .refine((address) => findBrokenBaseUrlRule(address) === undefined, {
      error: ({ input }) => findBrokenBaseUrlRule(String(input)),
    })
    .transform((address) => address.replace(/\/+$/, "")),
  timeoutSeconds: integer(1, 3600).default(60),
  maxRetries: integer(0, 20).default(4),
  fieldNames: z
    .preprocess(json, z.partialRecord(z.enum(undocumented), createFieldNameSchema(), fieldNamesRule))
    .transform((names) => ({ ...defaultFieldNames, ...names }))
    .refine(hasDistinctNames, fieldNamesRule)
    .default(defaultFieldNames),
  operations: z
    .string()
    .transform((text, context): readonly OperationName[] => {
      const { operations: words = [], problem } = parseOperations(text);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
      return words;
    })
    .default([]),
  include: z
    .preprocess(
      json,
      z.partialRecord(
        z.enum(classes),
        z.array(z.string(includeRule).regex(/^[\w.-]+$/, includeRule), includeRule),
        includeRule,
      ),
    )
    .default({}),
  allowUnlistedValues: z
    .stringbool({ truthy: ["true"], falsy: ["false"], case: "sensitive", error: "must be true or false" })
    .default(false),
} satisfies Record<Exclude<SettingName, "tokenVariable">, z.ZodType>;

type Key = keyof typeof forms;
const keys = Object.keys(forms) as Key[];

/** The value of each key. */
export type SettingValues = { readonly [K in Key]: z.infer<(typeof forms)[K]> };

/** What follows the key in the command that sets it. The problem of `operations` has its command. */
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
  /** A key that is malformed has no value. */
  readonly values: Partial<SettingValues>;
  /** What is wrong, a sentence each. */
  readonly problems: readonly string[];
}

/** Reads the value of every key, and finds every problem at once. */
export function parseSettings(lookup: Lookup, environment: NodeJS.ProcessEnv): Settings {
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
      problems.push(describeVariableProblem(tokenVariable, text === undefined ? "isn't set" : rule));
    else if (rule !== undefined) problems.push(`apphosting:${key} ${rule}${describeFix(key)}`);
    return [key, data];
  });
  return { values: Object.fromEntries(values), problems };
}

function describeVariableProblem(variable: string, rule: string): string {
  return `the environment variable ${variable}, which the setting tokenVariable names, ${rule}. Set it to the API token wherever Pulumi runs`;
}

/** Reads a value as text. A value that is left out is the empty text, which counts as unset. */
function formatText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return (typeof value === "string" ? value : JSON.stringify(value)).trim();
}

/** Says how to set a key. The explicit Provider stands last, although its setting counts more than the stack's: few programs have one. */
function describeFix(key: Key): string {
  if (key === "operations") return "";
  const onProvider = `or set the ${key} of an explicit Provider`;
  const variable = variables[key] === undefined ? "" : `set ${variables[key]} in the environment, `;
  const command = `\`pulumi config set apphosting:${key} ${examples[key]}\``;
  if (key !== "token") return `. Run ${command}, ${variable}${onProvider}`;
  // The variable keeps the token out of the stack, where anyone who can preview could read it.
  return `. Set ${variables.token} in the environment, run ${command.replace("set", "set --secret")}, ${onProvider}`;
}

function integer(min: number, max: number) {
  const error = `must be an integer from ${min} to ${max}`;
  return z.string(error).regex(/^\d+$/).pipe(z.coerce.number<string>(error).min(min).max(max));
}

/** Refuses what every object of JavaScript has: the client of HTTP would leave a field of that name out, without a word. */
function createFieldNameSchema() {
  const isReserved = (name: string) => name in Object.prototype || name === "prototype";
  const rule = "can't have a field name that JavaScript takes for something else, such as __proto__";
  return z
    .string(fieldNamesRule)
    .regex(/\S/)
    .refine((name) => !isReserved(name), rule);
}

/** Whether no two arguments of a resource have the same field name: the wrong one would be changed. */
function hasDistinctNames(fieldNames: UndocumentedFieldNames): boolean {
  return definitions.every((definition) => {
    const { arguments: args } = resolveDefinition(definition, { operations: [], fieldNames });
    const fields = args.filter(({ isInBody }) => isInBody).map(({ fieldName }) => fieldName);
    return new Set(fields).size === fields.length;
  });
}

function findBrokenBaseUrlRule(address: string): string | undefined {
  if (!URL.canParse(address)) return "must be an address such as https://api.example.com/v1";
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== "" || password !== "") return "can't contain a user name or password; set the token instead";
  if (/[?#]/.test(address)) return "can't have a query or a fragment";
  if (protocol === "https:") return undefined;
  // Over plain http everybody on the way could read the token.
  const isLoopback = protocol === "http:" && /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname);
  return isLoopback ? undefined : "must start with https://; plain http works for this machine only (127.0.0.1)";
}
