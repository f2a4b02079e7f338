/** The settings: keys of the stack's configuration after `apphosting:`, and arguments of an explicit provider. */

import { type ClassName, tables } from "./index.js";
import { parseJson } from "./json.js";
import { defineSchema, explain, flag, integer, parseInput, type Schema, text, type ValueOf } from "./schema.js";
import { type FieldNames, type OperationName, operationNames } from "./table.js";

/** Relationships that the API returns only on request, by class. */
export interface Include extends Readonly<Partial<Record<ClassName, readonly string[]>>> {}

export interface SettingRow<Value = unknown> {
  readonly schema: Schema<Value>;
  /** What follows the key in the command that sets it. */
  readonly example: string;
  /** The environment variable that counts where the setting is unset. */
  readonly variable?: string;
  readonly required?: string;
  readonly default: Value;
}

const address = defineSchema<string>({ type: "string" }, (z) =>
  z.string().superRefine((value, { addIssue }) => {
    const message = findBrokenRule(value);
    if (message !== "") addIssue({ code: "custom", message });
  }),
);

function findBrokenRule(value: string): string {
  if (!URL.canParse(value) || !value.includes("://")) return "must be an address such as https://api.example.com/v1";
  const { protocol, hostname, username, password } = new URL(value);
  if (username + password !== "") return "can't contain a user name or password; set the token instead";
  if (/[?#]/.test(value)) return "can't have a query or a fragment";
  // Over plain http, anybody between here and there could read the token.
  const isLoopback = protocol === "http:" && /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname);
  if (protocol === "https:" || isLoopback) return "";
  return "must start with https://; plain http is only allowed for this machine (127.0.0.1)";
}

const fieldNames = defineSchema<FieldNames>({ type: "FieldNames" }, (z) => {
  const error = `must be a JSON object with any of the keys ${undocumentedFields.join(", ")}, each set to a field name`;
  const name = z.string(explain(error)).regex(/\S/).optional();
  return z.strictObject(Object.fromEntries(undocumentedFields.map((key) => [key, name])), explain(error));
});

const include = defineSchema<Include>({ type: "Include" }, (z) => {
  const keys = tables.map(({ className }) => className);
  const listed = keys.join(", ");
  const error = `must be a JSON object with any of the keys ${listed}, each set to a list of relationship names`;
  const names = z.array(z.string(explain(error)).regex(/^[\w.-]+$/), explain(error)).optional();
  return z.strictObject(Object.fromEntries(keys.map((key) => [key, names])), explain(error));
});

const operations = defineSchema<readonly OperationName[]>({ type: "OperationName[]" }, (z) => {
  const error = "must be a list of any of read, update, and delete";
  const split = (value: unknown) => (typeof value === "string" ? value.split(",").map((name) => name.trim()) : value);
  return z.preprocess(split, z.array(z.enum(operationNames as [OperationName], explain(error)), explain(error)));
});

const undocumentedFields: readonly string[] = tables.flatMap(({ arguments: args }) =>
  args.filter(({ hasUndocumentedField }) => hasUndocumentedField).map(({ name }) => name),
);

export const settings = {
  /** API token of the organization. Encrypted in the state. A preview needs none, except with `get` or `--refresh`. */
  token: {
    schema: text({
      pattern: /^[\x21-\x7e]+$/,
      form: "must be ASCII without spaces or line breaks: you may have copied more than the token",
    }),
    example: "<token> --secret",
    variable: "APPHOSTING_TOKEN",
    required: "the API token from the provider's web console",
    default: "",
  },
  /** Address of the API, https, or http to this machine. */
  baseUrl: {
    schema: address,
    example: "https://<address of the API>",
    variable: "APPHOSTING_BASE_URL",
    required: "the API's address",
    default: "",
  },
  /** Seconds that an attempt of a request may take, 1 to 3600. Default 60. */
  timeoutSeconds: { schema: integer(1, 3600), example: "60", default: 60 },
  /** How often a failed request is sent again where that's safe, 0 to 20, without repeats after a 429. Default 4. */
  maxRetries: { schema: integer(0, 20), example: "4", default: 4 },
  /** Names of the request fields that the API doesn't document. */
  fieldNames: { schema: fieldNames, example: `'{"sourceControlProvider":"<field name>"}'`, default: {} },
  /** Operations that your API supports besides the documented ones: `read`, `update`, `delete`. Default: none. */
  operations: { schema: operations, example: "read,update,delete", default: [] },
  /** Relationships that the API returns only on request, such as `{ Environment: ["branch"] }`. Default: none. */
  include: { schema: include, example: `'{"Application":["<relationship>"]}'`, default: {} },
  /** Whether values outside the documented lists are sent. Default false. */
  allowUnlistedValues: { schema: flag, example: "false", default: false },
  /** Name of the environment variable that holds the token wherever Pulumi runs. The state never has the token. */
  tokenVariable: {
    // Rejects most tokens set here by mistake, so that they reach neither the state nor a message.
    schema: text({
      pattern: /^[A-Za-z_]\w*$/,
      form:
        "must be the name of the environment variable that holds the token: " +
        "letters, digits, and _, not the token itself",
    }),
    example: "<name>",
    default: "",
  },
} satisfies Record<string, SettingRow>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];
type SettingValues = { readonly [K in SettingName]: ValueOf<(typeof settings)[K]["schema"]> };

/** The engine passes only strings to a provider. An empty one counts as unset. */
export function encodeSetting(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value.trim() : JSON.stringify(value);
}

export function decodeSetting(name: SettingName, encoded: string): { value: unknown; mistakes: string[] } {
  const { schema } = settings[name];
  return parseInput(schema, schema.type === "string" ? encoded : (parseJson(encoded) ?? encoded));
}

export type Lookup = (key: string) => unknown;

export interface Settings {
  readonly values: SettingValues;
  readonly mistakes: readonly string[];
  /** Why no request can be sent. A preview sends none, so it doesn't need a token. */
  readonly missingToken: string;
}

export function readSettings(lookup: Lookup, environment: NodeJS.ProcessEnv): Settings {
  const mistakes: string[] = [];
  const values: Record<string, unknown> = {};
  let missingToken = "";
  const tokenVariable = encodeSetting(lookup("apphosting:tokenVariable"));
  for (const name of settingNames) {
    const row: SettingRow = settings[name];
    values[name] = row.default;
    // A token from anywhere but tokenVariable may belong to another organization.
    const isInVariable = name === "token" && tokenVariable !== "";
    const encoded = isInVariable
      ? encodeSetting(environment[tokenVariable])
      : encodeSetting(lookup(`apphosting:${name}`)) || encodeSetting(environment[row.variable ?? ""]);
    const describe = (rule: string) =>
      isInVariable ? describeVariableMistake(tokenVariable, rule) : describeMistake(name, row, rule);
    if (encoded !== "") {
      const { value, mistakes: rules } = decodeSetting(name, encoded);
      if (rules.length === 0) values[name] = value;
      mistakes.push(...rules.map(describe));
    } else if (row.required !== undefined) {
      const mistake = describe(`is required: ${row.required}`);
      if (name === "token") missingToken = mistake;
      else mistakes.push(mistake);
    }
  }
  return { values: values as unknown as SettingValues, mistakes, missingToken };
}

function describeVariableMistake(variable: string, rule: string): string {
  // A malformed name may be the token itself. It's a mistake of its own.
  const name = /^[A-Za-z_]\w*$/.test(variable) ? ` ${variable}` : "";
  return `the environment variable${name}, named in the setting tokenVariable, ${rule}. Set it wherever Pulumi runs`;
}

function describeMistake(name: string, { example, variable }: SettingRow, rule: string): string {
  // A token in the environment stays out of the stack, where anyone who can run a preview can read it.
  const run = variable === undefined ? "Run" : `Set ${variable} in the environment, run`;
  const command = `\`pulumi config set apphosting:${name} ${example}\``;
  return `apphosting:${name} ${rule}. ${run} ${command}, or set the ${name} of an explicit Provider`;
}
