/** What a response says beside the outputs: fields that are not as documented, values that are not as requested. */

import type { Json, JsonObject } from "../api/json.js";
import type { ResourceResponse } from "../api/responses.js";
import { type Definition, outputNames, replacingArguments } from "../definitions/definition.js";
import * as enumerations from "../definitions/enums.js";
import { defaultFieldNames } from "../definitions/field-names.js";
import { isSame } from "./changes.js";
import { answerOf } from "./outputs.js";

/** Makes a text safe to print. */
export type Quote = (words: string) => string;

export interface Request {
  readonly definition: Definition;
  readonly inputs: JsonObject;
  /** The arguments of the request: all of a new resource, what has changed of an update. */
  readonly sent: readonly string[];
  /** Whether nothing was known of the resource before. */
  readonly isNew: boolean;
  readonly quote: Quote;
}

/** `outputs` is what the state keeps then. */
export function warnings(request: Request, response: ResourceResponse, outputs: JsonObject): string[] {
  const { definition, inputs, quote } = request;
  const returned = response.outputs;
  const status = typeof returned.status === "string" ? ` (status "${quote(returned.status)}")` : "";
  const different = Object.entries(inputs)
    .filter(([name, value]) => differs(definition, name, returned, value))
    .map(([name, value]) => `${name}: ${difference(value, returned[name], quote)}${cause(name, request, status)}`);
  return [...different, ...mismatchWarnings(response.mismatches), ...missing(request, returned, outputs, status)];
}

/** Outputs that the API has later, or does not show while it works on the resource. */
function missing({ definition, isNew }: Request, returned: JsonObject, outputs: JsonObject, status: string): string[] {
  const { kind, rows } = definition;
  const names = outputNames(definition, ({ holds }) => holds.type === "group" && (holds.needs ?? []).length > 0);
  const absent = names.filter((name) => returned[name] === null);
  const kept = absent.filter((name) => outputs[name] !== null);
  const list = new Intl.ListFormat("en");
  const again = rows.triggers && `. Change triggers once the ${kind.words} is ready: that update reads them`;
  if (kept.length > 0) {
    return [`the API answered no complete ${list.format(kept)}${status}; known values are kept${again ?? ""}`];
  }
  // An update that does not speak of them says nothing new.
  const isNone = names.length > 0 && names.every((name) => outputs[name] === null) && (isNew || absent.length > 0);
  return isNone ? [`the API has no ${list.format(names)} yet${status}${again ?? ""}`] : [];
}

/** Whether a response says another value of an argument. */
function differs({ rows }: Definition, name: string, returned: JsonObject, value: Json | undefined): boolean {
  const answer = answerOf(rows[name], returned[name]);
  return answer !== undefined && !isSame(answer, value);
}

/** What an API says otherwise of arguments that it cannot update; `who` is what has the other values. */
export function driftWarning(
  definition: Definition,
  who: string,
  outputs: JsonObject,
  returned: JsonObject,
  quote: Quote,
): string[] {
  const different = replacingArguments(definition).filter((name) => differs(definition, name, returned, outputs[name]));
  if (different.length === 0) return [];
  const values = different.map((name) => {
    const [own, actual] = [shown(outputs[name], quote), shown(returned[name], quote)];
    return own === undefined || actual === undefined ? name : `${name} (${who} ${own}, the API has ${actual})`;
  });
  const list = new Intl.ListFormat("en").format(values);
  return [
    `${who} another value than the API of ${list}. To accept the API's, set it in the program, and existingId to the resource's id`,
  ];
}

/** Of a list, each item can have the same. */
export function mismatchWarnings(mismatches: ResourceResponse["mismatches"]): string[] {
  const lines = mismatches.map(
    ({ field, expected }) => `unexpected type for ${field} in the response (expected ${expected}); omitted`,
  );
  return [...new Set(lines)];
}

function difference(requested: Json, returned: Json | undefined, quote: Quote): string {
  const request = shown(requested, quote);
  const response = shown(returned, quote) ?? "another value";
  return request === undefined
    ? `the API answered ${response} instead of the requested value`
    : `requested ${request}, the API answered ${response}`;
}

const listed = new Set<unknown>(Object.values(enumerations).flatMap((values) => Object.values(values)));

/** Text outside the documented lists may be a secret of the program. */
export function shown(value: Json | undefined, quote: Quote): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return quote(String(value));
  return listed.has(value) ? `"${quote(String(value))}"` : value === null ? "none" : undefined;
}

function cause(name: string, { definition, sent }: Request, status: string): string {
  // What cannot be updated is not applied later either.
  if (replacingArguments(definition).includes(name)) return "";
  // A request without the setting cannot have changed it.
  if (!sent.includes(name)) return ". It was changed outside Pulumi (drift); the next `pulumi up` sends it again";
  const slow = `. The API may still be applying it${status}: run \`pulumi up\` again later, it sends the setting again`;
  return Object.hasOwn(defaultFieldNames, name)
    ? `${slow}. Or it ignores a field that it does not know: if its name for ${name} is another, set apphosting:fieldNames`
    : `${slow}. Or it did not apply it: set the API's value in the program to end this`;
}
