/** The settings: keys of the stack's configuration behind `apphosting:`, and arguments of an explicit provider. */

/** The name of the request field of each argument whose field the API does not document, where the user sets no other. */
export const defaultFieldNames = {
  /** Default `source_control_provider_type`. */
  sourceControlProvider: "source_control_provider_type",
  /** Default `size`. */
  size: "size",
  /** Default `eviction_policy`. */
  evictionPolicy: "eviction_policy",
};
export type UndocumentedFieldNames = Readonly<typeof defaultFieldNames>;

/** Names of the request fields that the API does not document, by argument. */
export interface FieldNames extends Partial<UndocumentedFieldNames> {}

/** An operation beside the documented ones, which a user names where the API has it. */
export type OperationWord = "read" | "update" | "delete";
export const operationWords: readonly OperationWord[] = ["read", "update", "delete"];

/** Relationships that the API returns only on request, by class. */
export interface Include {
  readonly Application?: readonly string[];
  readonly Environment?: readonly string[];
  readonly Cache?: readonly string[];
}

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
   * What the API does beside the documented operations, at `/applications/{id}`, `/environments/{id}` and `/caches/{id}`: any of `read`,
   * `update`, `delete`. Default: none.
   */
  operations: {} as SettingRow<readonly OperationWord[]>,
  /** Relationships that the API returns only on request, by class, such as `{ Environment: ["branch"] }`. Default: none. */
  include: {} as SettingRow<Include>,
  /** Whether values outside the documented lists are sent. Default false. */
  allowUnlistedValues: {} as SettingRow<boolean>,
  /** Name of the environment variable that holds the token wherever Pulumi runs; the state never has the token. */
  tokenVariable: text,
};

export type SettingName = keyof typeof settings;

/** The type of a setting in a program. */
export type ValueOfSetting<S> = S extends SettingRow<infer Value> ? Value : never;

export const settingNames = Object.keys(settings) as SettingName[];

/** The words of `apphosting:operations`, or what is wrong with the setting: the end of a sentence that begins with its name. */
export type ParsedOperations =
  | { readonly words: readonly OperationWord[]; readonly problem?: undefined }
  | { readonly words?: undefined; readonly problem: string };

/**
 * Parses `apphosting:operations`, for the program and for the host: a list of words, or text with commas or spaces between them, which can
 * also be the JSON of a list.
 */
export function parseOperations(setting: unknown): ParsedOperations {
  const value = parseList(setting);
  const listed = typeof value === "string" ? value.split(/[\s,]+/).filter((word) => word !== "") : value;
  const isWord = (word: unknown): word is OperationWord => operationWords.includes(word as OperationWord);
  if (Array.isArray(listed) && listed.every(isWord)) return { words: listed };
  const rule = "must be a list of read, update and delete";
  if (!Array.isArray(listed) || listed.join().includes("/")) {
    return {
      problem:
        `${rule}: methods and addresses, as in 0.4.0, are no form of it any more. The addresses are /applications/{id}, ` +
        `/environments/{id} and /caches/{id}. ${formatOperationsCommand(listEarlierWords(value))}`,
    };
  }
  const unknown = listed.find((word) => !isWord(word));
  return { problem: `${rule}, and not "${unknown}". ${formatOperationsCommand(operationWords)}` };
}

function parseList(setting: unknown): unknown {
  if (typeof setting !== "string" || !/^\s*[[{"]/.test(setting)) return setting;
  try {
    return JSON.parse(setting);
  } catch {
    return setting;
  }
}

/** Lists the words for the methods that the form of 0.4.0 names, such as `{ Environment: "GET, PATCH /environments/{id}" }`. */
function listEarlierWords(value: unknown): readonly string[] {
  const named = JSON.stringify(value ?? "");
  const methods = { read: "GET", update: "PATCH", delete: "DELETE" };
  const words = operationWords.filter((word) => named.includes(methods[word]));
  return words.length > 0 ? words : operationWords;
}

/** Says how to name these operations. */
export function formatOperationsCommand(words: readonly string[]): string {
  return `Run \`pulumi config set apphosting:operations ${words.join(",")}\`, or set the operations of an explicit Provider`;
}
