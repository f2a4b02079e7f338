/** What a response says beside the outputs: fields that are not as documented, values that are not as requested. */

import type { Json, JsonObject } from "../api/json.js";
import type { ResourceResponse } from "../api/resource.js";
import type { Definition } from "../definitions/definition.js";
import * as enumerations from "../definitions/enums.js";
import { defaultFieldNames } from "../definitions/field-names.js";
import { isSame } from "./changes.js";
import { isAnswer } from "./outputs.js";

/** Makes a text safe to print. */
export type Quote = (words: string) => string;

export interface Request {
  readonly definition: Definition;
  readonly inputs: JsonObject;
  /** The arguments of the request: all of a new resource, what has changed of an update. */
  readonly sent: readonly string[];
  /** Arguments that the API cannot change, so that it does not apply them later either. */
  readonly replacing: readonly string[];
  readonly quote: Quote;
}

export function warnings(request: Request, { outputs, mismatches }: ResourceResponse): string[] {
  const { definition, inputs } = request;
  const different = Object.entries(inputs)
    .filter(([name, value]) => isAnswer(definition.rows[name], outputs[name]) && !isSame(outputs[name], value))
    .map(
      ([name, value]) => `${name}: ${difference(value, outputs[name], request.quote)}${cause(name, request, outputs)}`,
    );
  const omitted = mismatches.map(
    ({ field, expected }) => `unexpected type for ${field} in the response (expected ${expected}); omitted`,
  );
  // Of a list, each item can have the same.
  return [...different, ...new Set(omitted)];
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

function cause(name: string, { sent, replacing, quote }: Request, { status }: JsonObject): string {
  if (replacing.includes(name)) return "";
  // A request without the setting cannot have changed it.
  if (!sent.includes(name)) return ". It was changed outside Pulumi (drift); the next `pulumi up` sends it again";
  const state = typeof status === "string" ? ` (status "${quote(status)}")` : "";
  const slow = `. The API may still be applying it${state}: run \`pulumi up\` again later, it sends the setting again`;
  return Object.hasOwn(defaultFieldNames, name)
    ? `${slow}. Or it ignores a field that it does not know: if its name for ${name} is another, set apphosting:fieldNames`
    : `${slow}. Or it did not apply it: set the API's value in the program to end this`;
}
