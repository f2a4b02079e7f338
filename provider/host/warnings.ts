/** What a response says beside the outputs: fields that are not as documented, values that are not as requested. */

import type { JsonObject } from "../api/json.js";
import type { ResourceResponse } from "../api/responses.js";
import { namesWhere } from "../definitions/definition.js";
import { defaultFieldNames } from "../definitions/field-names.js";
import { isSame } from "./changes.js";
import { returnedValue } from "./outputs.js";
import { listOf, type Target } from "./target.js";

/** Of a request for the arguments that were sent; `outputs` is what the state keeps then. */
export function warnings(target: Target, sent: readonly string[], response: ResourceResponse, outputs: JsonObject) {
  const { outputs: returned } = response;
  const status = typeof returned.status === "string" ? ` (status "${target.quote(returned.status)}")` : "";
  const different = differing(target, target.inputs, returned).map(({ name, value, answer }) => {
    const why = cause(name, target, sent, status);
    return `${name}: requested ${value}, the API answered ${answer}${why}`;
  });
  return [...different, ...mismatchWarnings(response), ...missing(target, returned, outputs, status)];
}

/** Outputs that the API has later, or does not show while it works on the resource. */
function missing({ definition, state }: Target, returned: JsonObject, outputs: JsonObject, status: string): string[] {
  const { kind, rows } = definition;
  const names = namesWhere(definition, ({ holds }) => holds.type === "group" && (holds.needs ?? []).length > 0);
  const absent = names.filter((name) => returned[name] === null);
  const kept = absent.filter((name) => outputs[name] !== null);
  const again = rows.triggers ? `. Change triggers once the ${kind.words} is ready: that update reads them` : "";
  if (kept.length > 0) return [`the API answered no complete ${listOf(kept)}${status}; known values are kept${again}`];
  // An update that does not speak of them says nothing new.
  const isSaid = absent.length > 0 || (names.length > 0 && state === undefined);
  const isNone = isSaid && names.every((name) => outputs[name] === null);
  return isNone ? [`the API has no ${listOf(names)} yet${status}${again}`] : [];
}

/** The arguments of which a response says another value, with both as they may be printed. */
function differing(target: Target, values: JsonObject, returned: JsonObject) {
  return Object.entries(values).flatMap(([name, value]) => {
    const answer = returnedValue(target.definition.rows[name], returned[name]);
    if (answer === undefined || isSame(answer, value)) return [];
    return [{ name, value: target.shown(value), answer: target.shown(answer) }];
  });
}

/** Of a read: what the API cannot update, and says otherwise than `who`, which has these values. */
export function readWarnings(target: Target, who: string, response: ResourceResponse, values: JsonObject): string[] {
  const { replacing } = target.definition;
  const different = differing(target, values, response.outputs).filter(({ name }) => replacing.includes(name));
  const items = different.map(({ name, value, answer }) => `${name} (${value}, in the API ${answer})`);
  const accept = "To accept the API's, set it in the program, and existingId to the resource's id";
  const drift = items.length === 0 ? [] : [`${who} another value than the API of ${listOf(items)}. ${accept}`];
  return [...drift, ...mismatchWarnings(response)];
}

/** Of a list, each item can have the same. */
function mismatchWarnings({ mismatches }: ResourceResponse): string[] {
  const lines = mismatches.map(
    ({ field, expected }) => `unexpected type for ${field} in the response (expected ${expected}); omitted`,
  );
  return [...new Set(lines)];
}

function cause(name: string, { definition }: Target, sent: readonly string[], status: string): string {
  // What cannot be updated is not applied later either.
  if (definition.replacing.includes(name)) return "";
  // A request without the setting cannot have changed it.
  if (!sent.includes(name)) return ". It was changed outside Pulumi (drift); the next `pulumi up` sends it again";
  const slow = `. The API may still be applying it${status}: run \`pulumi up\` again later, it sends the setting again`;
  return Object.hasOwn(defaultFieldNames, name)
    ? `${slow}. Or it ignores a field that it does not know: if its name for ${name} is another, set apphosting:fieldNames`
    : `${slow}. Or it did not apply it: set the API's value in the program to end this`;
}
