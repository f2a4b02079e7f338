/** What the marks of a preview do not say of a change. */

import type { Json, JsonObject } from "../api/json.js";
import { argumentNames, bodyArguments, type Definition, pathArguments } from "../definitions/definition.js";
import { isSame } from "./changes.js";
import { answeredOf, askedOf, isOutcomeUnknown } from "./outputs.js";
import { type Quote, shown } from "./warnings.js";

/** Settings that are sent again although the program asks for what was asked before: the engine may see no change. */
export function resentWarnings(
  inputs: JsonObject,
  state: JsonObject,
  changed: readonly string[],
  quote: Quote,
): string[] {
  return changed.flatMap((name) => {
    if (isOutcomeUnknown(state, name)) return [`${name}: the outcome of the last update is unknown; ${again}`];
    if (!isSame(inputs[name], askedOf(state, name))) return [];
    const set = shown(inputs[name], quote);
    const actual = shown(answeredOf(state, name), quote);
    const values =
      set === undefined || actual === undefined
        ? "the API has another value than the program"
        : `the program sets ${set}, the API has ${actual}`;
    return [`${name}: ${values}; ${again}`];
  });
}

const again = "the next `pulumi up` sends it again";

/** Once a process; that it is billed is what a reviewer has to know first. */
export const replacedStays =
  "what is replaced still exists, and costs, until it is deleted in the provider's web console: the API has no operation to delete it";

/** Arguments that the old resource has and its replacement goes without. */
export function droppedArguments(definition: Definition, inputs: JsonObject, state: JsonObject): string[] {
  return bodyArguments(definition, "create").filter(
    (name) => inputs[name] === undefined && (state[name] ?? null) !== null,
  );
}

/** What a replacement lacks, and why the API may refuse it. */
export function replacementWarnings(
  definition: Definition,
  inputs: JsonObject,
  state: JsonObject,
  changed: readonly string[],
  quote: Quote,
): string[] {
  const dropped = droppedArguments(definition, inputs, state).map((name) => withValue(name, state[name], quote));
  const [unique] = argumentNames(definition, (row) => row.unique === true);
  const inPath = pathArguments(definition);
  const isTaken = unique !== undefined && ![unique, ...inPath].some((name) => changed.includes(name));
  const lacks = new Intl.ListFormat("en").format(dropped);
  return [
    ...(dropped.length > 0 ? [`its replacement goes without ${lacks}, which the program does not set`] : []),
    ...(isTaken
      ? [
          `its replacement has the same ${unique}, and the old ${definition.kind.words} still exists: the API may refuse ` +
            `the ${unique} as taken. Change ${unique}, too, or first delete the old one in the provider's web console`,
        ]
      : []),
  ];
}

function withValue(name: string, value: Json | undefined, quote: Quote): string {
  const text = shown(value, quote);
  return text === undefined ? name : `${name} (${text})`;
}
