/** What the API documents of a resource, from its documentation alone, and what resources share. */

import type { Json, JsonObject } from "../../provider/rows/json";

export interface DocumentedArgument {
  /** The field in the body of a request. An argument in the path, or that is never sent, has none. */
  readonly wire?: string;
  /** The API doesn't document the name of the field: `wire` is the default of `apphosting:fieldNames`. */
  readonly undocumentedName?: true;
  /** The attribute of a response that has the argument's value, or the path of one in it. */
  readonly attribute?: string;
  readonly required?: true;
  /** Null is a value, the same as leaving the argument out (the default), or refused. */
  readonly nullable?: "value" | "unset" | "refused";
  /** What a change does: `reload` sends what every update has. Default: an update sends it, if there is one. */
  readonly onChange?: "replace" | "reload";
  readonly inEveryUpdate?: true;
  /** Whether it's the id of an existing resource, which the package adopts without a request. */
  readonly adopted?: true;
  readonly valid: Json;
  readonly other: Json;
  readonly values?: readonly string[];
  readonly accepts?: readonly Json[];
  /** How the message of `check` begins, after the name of the argument, and the values that have this message. */
  readonly invalid: Readonly<Record<string, readonly Json[]>>;
}

/** A value in the response: its path or paths, the value, and its output, if any. `0` is the first item of a list. */
export type ResponseValue = readonly [at: string | readonly string[], value: Json, output?: string | undefined];

export interface DocumentedResource {
  readonly className: string;
  /** The request for the valid values of the arguments. A PATCH also updates; otherwise, no update is documented. */
  readonly create: { readonly action: string; readonly method: "POST" | "PATCH"; readonly path: string };
  readonly arguments: Readonly<Record<string, DocumentedArgument>>;
  /** The values of a response, except those of arguments. */
  readonly responseValues: readonly ResponseValue[];
  /** The outputs that the package makes of others. */
  readonly derivedOutputs?: readonly string[];
  /** The arguments and outputs that may hold a secret. */
  readonly secrets: readonly string[];
  /** The outputs that a resource doesn't lose: null in a response is no news of them. */
  readonly neverLost: readonly string[];
}

const notText: readonly Json[] = [5, true, ["main"], { text: "main" }];

export const mustBeText = { "must be a string": notText };

/** Text of any kind, except control characters. */
export const oneLine = {
  accepts: ["", "any text: ü 🚀", "feature/ü"],
  invalid: {
    "can't have control characters, such as a line break": ["main\n", "a\tb", "\0", "a\u0085b", "a\u001b[2J"],
    ...mustBeText,
  },
};

export const requiredText = { "is required (string)": [null], ...mustBeText };

export const flag = { valid: true, other: false, invalid: { "must be true or false": ["true", "", 0, 1, []] } };

const anyId = { accepts: ["9", "a/b", "...", ".a", "ü", "%2e"] };

const wrongIds = {
  'must be an id, not a name: no spaces, control characters or invisible ones, and not "." or "..". ': [
    ...["", " ", "\n", ".", "..", "cache-1 ", " cache-1\n"],
    ...["a b", "a\u00a0b", "a\0", "a\u0085b"],
    // Zero-width, bidirectional, and the soft hyphen.
    ...["a\u200bb", "\ufeffa", "a\u202e", "\u2066a", "a\u00ad"],
  ],
};

const mustBeId = { "must be a string": [9, ["a"]], ...wrongIds };

export const id: Pick<DocumentedArgument, "required" | "accepts" | "invalid"> = {
  required: true,
  ...anyId,
  invalid: { "is required (string)": [null], ...mustBeId },
};

export const existingId: DocumentedArgument = {
  adopted: true,
  nullable: "refused",
  valid: "id-1",
  other: "id-2",
  accepts: [...anyId.accepts, "app-1/staging"],
  invalid: {
    ...wrongIds,
    "must be the id, a string. To create one, leave it out": [9, ["a"]],
    "is null, so a new one would be created. If it comes from an output, run `pulumi refresh`": [null],
  },
};

/** The command that builds an application or an environment: null skips the build. */
export const buildCommand: DocumentedArgument = {
  wire: "build_command",
  nullable: "value",
  valid: "npm run build",
  other: "make",
  accepts: ["", "x".repeat(2000), "🚀".repeat(2000)],
  invalid: {
    "must have at most 2000 characters; it has 2001": ["x".repeat(2001), "🚀".repeat(2001)],
    ...mustBeText,
  },
};

/** Values that no documented list has: another value, another case, another type. */
export const unlisted: readonly Json[] = ["", "mars-1", "US-EAST-1", " us-east-1", 1, true, ["1gb"]];

type Values = Readonly<Record<string, Json>>;
const texts = (fields: string): Values =>
  Object.fromEntries(fields.split(" ").map((field) => [field, `the ${field.replace(/.*\./, "")}`]));
const all = (value: Json, fields: string): Values =>
  Object.fromEntries(fields.split(" ").map((field) => [field, value]));

const network = "network_settings";
const [headers, firewall] = [`${network}.response_headers`, `${network}.firewall`];

/** The attributes of an environment that are its outputs, of itself and of one that a cache includes. */
const environmentAttributes: Values = {
  ...texts("slug status color vanity_domain framework language php_major_version node_version created_at serving"),
  ...texts("mailer.from_address mailer.from_name mailer.key_name"),
  ...texts(`${network}.cache.strategy ${headers}.frame ${headers}.content_type`),
  ...texts(`${firewall}.rate_limit.level ${firewall}.under_attack_mode_started_at`),
  ...all(60, "timeout shutdown_timeout hibernation_wake_up_interval"),
  ...all(300, `${headers}.hsts.max_age ${firewall}.rate_limit.per_minute`),
  ...all(true, "created_from_automation uses_server_accelerator uses_hibernation uses_push_to_deploy uses_deploy_hook"),
  ...all(false, `${headers}.hsts.include_subdomains ${headers}.hsts.preload ${network}.content_converter`),
  ...all(true, `${firewall}.rate_limit.429 ${firewall}.rate_limit.4xx ${firewall}.block_path`),
  [`${firewall}.bot_categories`]: ["academic_research"],
};

const toCamelCase = (field: string) => field.replaceAll(/_[a-z]/g, (part) => part.slice(1).toUpperCase());

function listAttributes(values: Values, at: string, outputs: string): ResponseValue[] {
  return Object.entries(values).map(([field, value]) => [
    `${at}.attributes.${field}`,
    value,
    outputs + toCamelCase(field),
  ]);
}

/** Attributes whose values are text, and whose outputs have their names in camel case. */
export const listTexts = (fields: string): ResponseValue[] => listAttributes(texts(fields), "data", "");

export const listEnvironmentAttributes = (at: string, outputs = ""): ResponseValue[] =>
  listAttributes(environmentAttributes, at, outputs);

export function linkToOne(wire: string, type: string, id: string, output: string): ResponseValue[] {
  const at = `data.relationships.${wire}.data`;
  return [
    [`${at}.id`, id, output],
    [`${at}.type`, type],
  ];
}

export function linkToMany(wire: string, type: string, id: string, output: string): ResponseValue[] {
  return linkToOne(wire, type, id, `${output}.0`).map(([at, ...rest]) => [
    `${at}`.replace(".data.", ".data.0."),
    ...rest,
  ]);
}

export function describeOneOf(values: readonly string[]): string {
  return `must be one of ${values.map((value) => `"${value}"`).join(", ")}`;
}

/** Builds the body of a request with the chosen values of arguments. Undefined leaves one out. */
export function buildBody(
  { arguments: all }: DocumentedResource,
  choose: (argument: DocumentedArgument) => Json | undefined,
): JsonObject {
  const values = Object.values(all).map((argument) => [argument.wire, choose(argument)] as const);
  return Object.fromEntries(values.filter(([wire, value]) => wire !== undefined && value !== undefined));
}

export function listResponseValues({ arguments: all, responseValues }: DocumentedResource): readonly ResponseValue[] {
  const ofArguments = Object.entries(all).flatMap(([name, { attribute, valid }]): ResponseValue[] =>
    attribute === undefined ? [] : [[`data.attributes.${attribute}`, valid, name]],
  );
  return [...ofArguments, ...responseValues];
}

export function listOutputNames(resource: DocumentedResource): string[] {
  const returned = listResponseValues(resource).flatMap(([, , output = ""]) => output.split(".")[0] || []);
  return [...new Set([...Object.keys(resource.arguments), ...returned, ...(resource.derivedOutputs ?? [])])];
}

function putValue(into: JsonObject, path: string, value: Json): void {
  const [first = "", next, ...rest] = path.split(".");
  if (next === undefined) {
    into[first] = value;
    return;
  }
  // The one item of a list has the key 0, as if the list were an object.
  into[first] ??= next === "0" ? [] : {};
  putValue(into[first] as JsonObject, [next, ...rest].join("."), value);
}

export function buildAttributes(path: string, value: Json): JsonObject {
  const attributes: JsonObject = {};
  putValue(attributes, path, value);
  return attributes;
}

export function buildResponse(answers: readonly ResponseValue[]): { body: JsonObject; outputs: JsonObject } {
  const body: JsonObject = {};
  const outputs: JsonObject = {};
  for (const [at, value, output] of answers) {
    for (const path of typeof at === "string" ? [at] : at) putValue(body, path, value);
    if (output !== undefined) putValue(outputs, output, value);
  }
  return { body, outputs };
}
