/** The settings: keys of the stack's configuration behind `apphosting:`, and arguments of an explicit provider. */

import type { FieldNames } from "./field-names.js";
import type { ClassName } from "./index.js";
import { type OperationName, operationNames } from "./operation.js";

/** Relationships that the API returns only on request, by class. */
export interface Include extends Readonly<Partial<Record<ClassName, readonly string[]>>> {}

/** A setting. `Value` is its type in a program. */
export interface SettingRow<Value = unknown> {
  /** Never set: it only carries the type. */
  readonly value?: Value;
}

const text: SettingRow<string> = {};
const integer: SettingRow<number> = {};

/** In the order in which most messages list them. */
export const settings = {
  /** API token of the organization. Kept as a secret in the state. */
  token: text,
  /** Address of the API, https, or http to this machine. */
  baseUrl: text,
  /** Seconds that an attempt of a request may take, 1 to 3600. Default 60. */
  timeoutSeconds: integer,
  /** How often a failed request is sent again where that is safe, 0 to 20. Default 4. */
  maxRetries: integer,
  /** Names of the request fields that the API does not document. */
  fieldNames: {} as SettingRow<FieldNames>,
  /**
   * What your API does beside the documented operations, at the address of one resource, such as `/applications/{id}`: any of `read`,
   * `update`, `delete`. Default: none.
   */
  operations: {} as SettingRow<readonly OperationName[]>,
  /** Relationships that the API returns only on request, by class, such as `{ Environment: ["branch"] }`. Default: none. */
  include: {} as SettingRow<Include>,
  /** Whether values outside the documented lists are sent. Default false. */
  allowUnlistedValues: {} as SettingRow<boolean>,
  /** Name of the environment variable that holds the token wherever Pulumi runs; the state never has the token. */
  tokenVariable: text,
};

/**
 * The pattern of the name of an environment variable. Most tokens do not match it, so that one set as `tokenVariable` by mistake gets neither
 * into the state nor into a message.
 */
export const variableName = /^[A-Za-z_]\w*$/;

export type SettingName = keyof typeof settings;

/** The type of a setting in a program. */
export type ValueOfSetting<S> = S extends SettingRow<infer Value> ? Value : never;

export const settingNames = Object.keys(settings) as SettingName[];

/** What `apphosting:operations` names, or what is wrong with the setting: the end of a sentence that begins with its name. */
export type ParsedOperations =
  | { readonly operations: readonly OperationName[]; readonly problem?: undefined }
  | { readonly operations?: undefined; readonly problem: string };

/**
 * Parses `apphosting:operations`, for the program and for the host: a list of names, or text with commas or spaces between them, which can
 * also be the JSON of a list.
 */
export function parseOperations(setting: unknown): ParsedOperations {
  const value = parseList(setting);
  const listed = typeof value === "string" ? value.split(/[\s,]+/).filter((name) => name !== "") : value;
  const isName = (name: unknown): name is OperationName => operationNames.includes(name as OperationName);
  if (Array.isArray(listed) && listed.every(isName)) return { operations: listed };
  const unknown = Array.isArray(listed) ? listed.find((name) => !isName(name)) : undefined;
  const found = typeof unknown === "string" ? `, and not ${JSON.stringify(unknown)}` : "";
  return {
    problem: `must be a list of any of read, update, and delete${found}. ${formatOperationsCommand(operationNames)}`,
  };
}

function parseList(setting: unknown): unknown {
  if (typeof setting !== "string" || !/^\s*[[{"]/.test(setting)) return setting;
  try {
    return JSON.parse(setting);
  } catch {
    return setting;
  }
}

/** Says how to name these operations. */
export function formatOperationsCommand(operations: readonly string[]): string {
  return (
    `Run \`pulumi config set apphosting:operations ${operations.join(",")}\`, ` +
    "or set the operations of an explicit Provider"
  );
}
