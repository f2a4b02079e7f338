/** The settings: keys of the stack's configuration after `apphosting:`, and arguments of an explicit provider. */

import type { FieldNames } from "./field-names.js";
import type { ClassName } from "./index.js";
import { type OperationName, operationNames } from "./operation.js";

/** Relationships that the API returns only on request, by class. */
export interface Include extends Readonly<Partial<Record<ClassName, readonly string[]>>> {}

export interface SettingRow<Value = unknown> {
  /** Never set: it only carries the type. */
  readonly value?: Value;
}

const text: SettingRow<string> = {};
const integer: SettingRow<number> = {};

export const settings = {
  /** API token of the organization. Kept as a secret in the state. */
  token: text,
  /** Address of the API, https, or http to this machine. */
  baseUrl: text,
  /** Seconds that an attempt of a request may take, 1 to 3600. Default 60. */
  timeoutSeconds: integer,
  /** How often a failed request is sent again where that is safe, 0 to 20, without repeats after a 429. Default 4. */
  maxRetries: integer,
  /** Names of the request fields that the API doesn't document. */
  fieldNames: {} as SettingRow<FieldNames>,
  /** Operations that your API supports besides the documented ones: `read`, `update`, `delete`. Default: none. */
  operations: {} as SettingRow<readonly OperationName[]>,
  /** Relationships that the API returns only on request, such as `{ Environment: ["branch"] }`. Default: none. */
  include: {} as SettingRow<Include>,
  /** Whether values outside the documented lists are sent. Default false. */
  allowUnlistedValues: {} as SettingRow<boolean>,
  /** Name of the environment variable that holds the token wherever Pulumi runs; the state never has the token. */
  tokenVariable: text,
};

/** Few tokens match it, so one that is set as `tokenVariable` by mistake reaches neither the state nor a message. */
export const variableName = /^[A-Za-z_]\w*$/;

export type SettingName = keyof typeof settings;

export type ValueOfSetting<S> = S extends SettingRow<infer Value> ? Value : never;

export const settingNames = Object.keys(settings) as SettingName[];

/** The mistake is the end of a sentence that begins with the name of the setting. */
export type ParsedOperations =
  | { readonly operations: readonly OperationName[]; readonly mistake?: undefined }
  | { readonly operations?: undefined; readonly mistake: string };

/** Parses a list, its JSON, or comma-separated text. */
export function parseOperations(setting: unknown): ParsedOperations {
  const listed = typeof setting === "string" ? splitList(setting) : setting;
  const isName = (name: unknown): name is OperationName => operationNames.includes(name as OperationName);
  if (Array.isArray(listed) && listed.every(isName)) return { operations: listed };
  return { mistake: `must be a list of any of read, update, and delete. ${formatOperationsCommand(operationNames)}` };
}

function splitList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.split(",").map((name) => name.trim());
  }
}

/** The engine hands a provider nothing but text. An empty one counts as unset. */
export function encodeSetting(value: unknown): string | undefined {
  const text: string | undefined = typeof value === "string" ? value : JSON.stringify(value ?? undefined);
  return text?.trim() || undefined;
}

export function formatOperationsCommand(operations: readonly string[]): string {
  return (
    `Run \`pulumi config set apphosting:operations ${operations.join(",")}\`, ` +
    "or set the operations of an explicit Provider"
  );
}
