/** What an answer says beside the outputs: fields that are not as documented, settings that were not taken over. */

import type { Answered } from "../api/envelope.js";
import type { Json, JsonObject } from "../api/json.js";
import { defaultFieldNames } from "../api/request.js";
import { isShowable } from "./showable.js";
import { differs } from "./stated.js";

/** `sent` are the arguments of the request: all of a new resource, what has changed of an update. */
export function warnings(
  asked: JsonObject,
  sent: readonly string[],
  { outputs, oddities }: Answered,
): string[] {
  const disobeyed = Object.entries(asked)
    .filter(([name, value]) => differs(outputs[name], value))
    .map(
      ([name, value]) =>
        `${name}: ${difference(value, outputs[name])}${sent.includes(name) ? fieldNameHint(name) : sentNext}`,
    );
  const odd = oddities.map(
    ({ field, expected }) =>
      `the API's answer holds something else than ${expected} in ${field}; it is left out`,
  );
  return [...disobeyed, ...odd];
}

function difference(asked: Json, answered: Json | undefined): string {
  const request = shown(asked);
  const answer = shown(answered) ?? "another value";
  return request === undefined
    ? `the API answered ${answer} instead of the stated one`
    : `asked for ${request}, the API answered ${answer}`;
}

/** Other text may be a secret. */
function shown(value: Json | undefined): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return isShowable(value) ? `"${value}"` : value === null ? "none" : undefined;
}

/** A request without the setting cannot have changed it. */
const sentNext = ". It was changed elsewhere; the next `pulumi up` sends it again";

function fieldNameHint(name: string): string {
  return Object.hasOwn(defaultFieldNames, name)
    ? `. The API ignores a field that it does not know: if its name for ${name} is another, set apphosting:fieldNames`
    : "";
}
