/** The settings: keys of the stack's configuration behind `apphosting:`, and arguments of an explicit provider. */

import type { FieldNames } from "./field-names.js";

/** The types that the plugin's schema has for a setting. The members of an object are strings. */
type SettingType = "string" | "integer" | "boolean" | "object";

/** A setting: its type in the plugin's schema, and `Value`, its type in a program. */
export interface SettingRow<Value = unknown> {
  readonly type: SettingType;
  readonly isSecret?: true;
  /** Never set: it only carries the type. */
  readonly value?: Value;
}

const text: SettingRow<string> = { type: "string" };
const integer: SettingRow<number> = { type: "integer" };

/** In the order in which most messages list them. */
export const settings = {
  /** API token of the organization. Kept as a secret in the state. */
  token: { type: "string", isSecret: true } as SettingRow<string>,
  /** Address of the API, https, or http to this machine. */
  baseUrl: text,
  /** Seconds that an attempt of a request may take, and that a delete may take until the resource is gone, 1 to 3600. Default 60. */
  timeoutSeconds: integer,
  /** How often a failed request is sent again where that is safe, 0 to 20. Default 4. */
  maxRetries: integer,
  /** Names of the request fields that the API does not document. */
  fieldNames: { type: "object" } as SettingRow<FieldNames>,
  /**
   * Operations beside the documented ones, by class name: the methods that the API answers at the address of a resource, and
   * the address, such as `{ Environment: "GET, PATCH, DELETE /environments/{id}" }`. Default: none.
   */
  operations: { type: "object" } as SettingRow<Readonly<Record<string, string>>>,
  /** Whether values outside the documented lists are sent. Default false. */
  allowUnlistedValues: { type: "boolean" } as SettingRow<boolean>,
  /** Name of the environment variable that holds the token wherever Pulumi runs; the state never has the token. */
  tokenVariable: text,
};

export type SettingName = keyof typeof settings;

/** The type of a setting in a program. */
export type ValueOfSetting<S> = S extends SettingRow<infer Value> ? Value : never;

export const settingNames = Object.keys(settings) as SettingName[];

export const isSettingName = (name: string): name is SettingName => (settingNames as string[]).includes(name);

/** What an explicit provider has to set of the token. It is named in errors of the program and of the plugin. */
export const tokenChoiceRule =
  "set either token, the API token of the organization, or tokenVariable, the name of the environment variable that holds it";
