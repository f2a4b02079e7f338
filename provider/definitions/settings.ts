/** The settings: keys of the stack's configuration behind `apphosting:`, and arguments of an explicit provider. */

import type { FieldNames } from "./field-names.js";

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
  /** Seconds that an attempt of a request may take, and that a delete may take until the resource is gone, 1 to 3600. Default 60. */
  timeoutSeconds: integer,
  /** How often a failed request is sent again where that is safe, 0 to 20. Default 4. */
  maxRetries: integer,
  /** Names of the request fields that the API does not document. */
  fieldNames: {} as SettingRow<FieldNames>,
  /**
   * Operations beside the documented ones, by class name: the methods that the API answers at the address of a resource, and
   * the address, such as `{ Environment: "GET, PATCH, DELETE /environments/{id}" }`. Default: none.
   */
  operations: {} as SettingRow<Readonly<Record<string, string>>>,
  /** Whether values outside the documented lists are sent. Default false. */
  allowUnlistedValues: {} as SettingRow<boolean>,
  /** Name of the environment variable that holds the token wherever Pulumi runs; the state never has the token. */
  tokenVariable: text,
};

export type SettingName = keyof typeof settings;

/** The type of a setting in a program. */
export type ValueOfSetting<S> = S extends SettingRow<infer Value> ? Value : never;

export const settingNames = Object.keys(settings) as SettingName[];

/** What an explicit provider has to set of the token. */
export const tokenChoiceRule =
  "set either token, the API token of the organization, or tokenVariable, the name of the environment variable that holds it";
