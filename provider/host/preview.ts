/** What an `up` would do to a resource, with the lines for a reviewer that the engine's marks do not say. */

import type { JsonObject } from "../api/json.js";
import { type Definition, replacingArguments } from "../definitions/definition.js";
import { operationOf } from "../definitions/operation.js";
import { type Changes, changedArguments } from "./changes.js";
import { settled } from "./outputs.js";
import { droppedArguments, replacedStays, replacementWarnings, resentWarnings } from "./preview-warnings.js";
import type { Session } from "./session.js";

export interface ForeseenChanges extends Changes {
  /** Arguments that the old resource has and its replacement goes without. */
  readonly dropped: readonly string[];
}

export function foreseenChanges(
  definition: Definition,
  session: Session,
  id: string,
  state: JsonObject,
  inputs: JsonObject,
): ForeseenChanges {
  const { existingId, ...settings } = inputs;
  const isRecorded = existingId !== undefined;
  const replacing = replacingArguments(definition);
  if (isRecorded && existingId !== id) {
    const { changed } = changedArguments(settings, state, replacing);
    return { changed: ["existingId", ...changed], replaces: ["existingId"], dropped: [] };
  }
  const known = isRecorded ? settled(state, replacing) : state;
  const { changed, replaces } = changedArguments(settings, known, replacing);
  const quote = (words: string) => session.quote(words, inputs);
  const say = (lines: readonly string[]) => {
    for (const line of lines) session.warnOnce(`${definition.kind.class} ${session.quote(id)}: ${line}`);
  };
  if (replaces.length === 0 || isRecorded) {
    say(resentWarnings(settings, known, changed, quote));
    const corrects = "while existingId is set, a change corrects the record in the state alone; it is not sent";
    if (replaces.length > 0) say([`${replaces.join(", ")}: ${corrects}`]);
    return { changed, replaces: [], dropped: [] };
  }
  // Another one is adopted, and the one before costs what it did.
  if (operationOf(definition.create).method === "PATCH") return { changed, replaces, dropped: [] };
  session.warnOnce(replacedStays);
  say(replacementWarnings(definition, settings, state, changed, quote));
  return { changed, replaces, dropped: droppedArguments(definition, settings, state) };
}
