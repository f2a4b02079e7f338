/**
 * What the API reference says of a resource, and what the package makes of it. Written from the reference alone and
 * never from `provider/definitions`, so that a mistake there is found.
 */

import type { Json, JsonObject } from "../../provider/api/json";

export interface DocumentedArgument {
  /** The field of the request's body; none for what stands in the path, and for what is not sent. */
  readonly wire?: string;
  /** The attribute of the response that has the argument's value. */
  readonly answer?: string;
  readonly required?: true;
  /** Null is a `value` of its own, or the same as leaving out, by the API's word (`unset`) or by default; or it is refused. */
  readonly nullable?: "value" | "unset" | "refused";
  /** A change replaces the resource although the API can update it. */
  readonly replaces?: true;
  /** The API requires it in every update. */
  readonly inEveryUpdate?: true;
  /** The id of one that exists: the package only records it, and sends nothing. */
  readonly recorded?: true;
  readonly valid: Json;
  readonly other: Json;
  /** Every value of a documented list. */
  readonly values?: readonly string[];
  /** Values at the edge of what is documented. */
  readonly accepts?: readonly Json[];
  /** How what `check` says begins, after the argument's name, and the values that it says it of. */
  readonly invalid: Readonly<Record<string, readonly Json[]>>;
}

/**
 * A value in the response, by the path or paths at which it stands, and the path of the output that it becomes, if it
 * becomes one. In a path, `0` is the first of a list.
 */
export type Answer = readonly [at: string | readonly string[], answered: Json, output?: string | undefined];

/** An operation for the valid values of the arguments, and for a resource whose id is `id/1`. */
export interface DocumentedOperation {
  readonly operation: string;
  readonly method: "POST" | "PATCH";
  /** As it is sent. */
  readonly path: string;
}

export interface Documented {
  readonly kind: string;
  /** The request that makes the resource. */
  readonly create: DocumentedOperation;
  /** The request that changes it, where the API has one. */
  readonly update?: DocumentedOperation;
  readonly arguments: Readonly<Record<string, DocumentedArgument>>;
  /** All of the response but the arguments. */
  readonly answers: readonly Answer[];
  /** Outputs that the package makes of others. */
  readonly made: readonly string[];
  readonly secrets: readonly string[];
  /** The fields without which an object of a response is none. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** Outputs that an update leaves as they are, unless it changes one of these arguments. */
  readonly stable: Readonly<Record<string, readonly string[]>>;
}

const notText: readonly Json[] = [5, true, ["main"], { text: "main" }];

export const mustBeText = { "must be a string": notText };

/** Text of any length and any characters. */
export const anyText = { accepts: ["", "any text: ü 🚀\n"], invalid: mustBeText };

/** A required text that the reason does not limit. */
export const requiredText = { "is required (string)": [null], ...mustBeText };

export const flag = {
  valid: true,
  other: false,
  invalid: { "must be true or false": ["true", "", 0, 1, []] },
};

/** An id that becomes a segment of the path. */
const anyId = { accepts: ["9", "a/b", "...", ".a", "ü", "%2e"] };

const mustBeId = {
  "must be a string": [9, ["a"]],
  'must be an id, not a name: no spaces or control characters, and not "." or "..". ': [
    ...["", " ", "\n", ".", "..", "cache-1 ", " cache-1\n"],
    ...["a b", "a\u00a0b", "a\0", "a\u0085b"],
  ],
};

export const id: Pick<DocumentedArgument, "required" | "accepts" | "invalid"> = {
  required: true,
  ...anyId,
  invalid: { "is required (string)": [null], ...mustBeId },
};

/** Of the package alone: the API knows nothing of it. */
export const existingId: DocumentedArgument = {
  recorded: true,
  nullable: "refused",
  valid: "id-1",
  other: "id-2",
  accepts: [...anyId.accepts, "app-1/staging 2", " ", ".."],
  invalid: {
    "must be the id, a string that is neither null nor empty: leave it out to create one": [9, ["a"], "", null],
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

/** What a list of values does not document: another value, another case, another type. */
export const unlisted: readonly Json[] = ["", "mars-1", "US-EAST-1", " us-east-1", 1, true, ["1gb"]];

/** Where resources can run. */
export const regions = [
  ...["us-east-1", "us-east-2", "ca-central-1", "eu-central-1", "eu-west-1", "eu-west-2", "eu-west-3"],
  ...["me-central-1", "ap-southeast-1", "ap-southeast-2", "ap-northeast-1"],
];

/** How a message about a short list begins. */
export function oneOf(values: readonly string[]): string {
  return `must be one of ${values.map((value) => `"${value}"`).join(", ")}`;
}

/** A valid value of every argument that is for the API, or of every one that it requires. */
export function validInputs(resource: Documented, which: "all" | "required" = "all"): JsonObject {
  const given = Object.entries(resource.arguments).filter(
    ([, { required, recorded }]) => required || (which === "all" && !recorded),
  );
  return Object.fromEntries(given.map(([name, { valid }]) => [name, valid]));
}

/** All that the response can hold, with what becomes of it: the answers and the arguments. */
export function allAnswers({ arguments: all, answers }: Documented): readonly Answer[] {
  const answered = Object.entries(all).flatMap(([name, { answer, valid }]): Answer[] =>
    answer === undefined ? [] : [[`data.attributes.${answer}`, valid, name]],
  );
  return [...answered, ...answers];
}

/** The outputs of the class: every argument is one. */
export function outputNames(resource: Documented): string[] {
  const answered = allAnswers(resource).flatMap(([, , output = ""]) => output.split(".")[0] || []);
  return [...new Set([...Object.keys(resource.arguments), ...answered, ...resource.made])];
}

/** The value at a path, and what is on the way to it. */
export function put(into: JsonObject, path: string, value: Json): void {
  const [first = "", next, ...rest] = path.split(".");
  if (next === undefined) {
    into[first] = value;
    return;
  }
  // A list is an object as far as its one member goes.
  into[first] ??= next === "0" ? [] : {};
  put(into[first] as JsonObject, [next, ...rest].join("."), value);
}

/** A response with these values, and the outputs that it gives. */
export function responseOf(answers: readonly Answer[]): { body: JsonObject; outputs: JsonObject } {
  const body: JsonObject = {};
  const outputs: JsonObject = {};
  for (const [at, answered, output] of answers) {
    for (const path of typeof at === "string" ? [at] : at) put(body, path, answered);
    if (output !== undefined) put(outputs, output, answered);
  }
  return { body, outputs };
}
