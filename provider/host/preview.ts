/** What an `up` would do to a resource, with the lines for a reviewer that the engine's marks do not say. */

import { argumentNames, bodyArguments, pathArguments } from "../definitions/definition.js";
import { operationOf } from "../definitions/operation.js";
import { type Changes, changedArguments, isSame } from "./changes.js";
import { answeredOf, askedOf, isOutcomeUnknown } from "./outputs.js";
import { listOf, type Target } from "./target.js";

export interface ForeseenChanges extends Changes {
  /** Arguments that the old resource has and its replacement goes without. */
  readonly dropped: readonly string[];
}

export function foreseenChanges(target: Target): ForeseenChanges {
  const { definition, session, id, inputs } = target;
  const { changed, replaces } = changedArguments(target);
  const stays = { changed, replaces: [], dropped: [] };
  if (replaces.length === 0 || inputs.existingId === id) {
    target.warnOnce(resent(target, changed));
    if (replaces.length > 0) target.warnOnce([`${replaces.join(", ")}: ${corrects}`]);
    return stays;
  }
  // Another one is adopted or recorded, and the one before costs what it did.
  const isCreated = inputs.existingId === undefined && operationOf(definition.create).method === "POST";
  if (!isCreated) return { ...stays, replaces };
  const dropped = droppedArguments(target);
  session.warnOnce(replacedStays);
  target.warnOnce([...goesWithout(target, dropped), ...mayBeTaken(target, changed)]);
  return { changed, replaces, dropped };
}

const corrects = "while existingId is set, a change corrects the record in the state alone; it is not sent";

/** Once a process; that it is billed is what a reviewer has to know first. */
const replacedStays =
  "what is replaced still exists, and costs, until it is deleted in the provider's web console: the API has no operation to delete it";

/** Settings that are sent again although the program asks for what was asked before: the engine may see no change. */
function resent(target: Target, changed: readonly string[]): string[] {
  const { inputs, state = {} } = target;
  const again = "the next `pulumi up` sends it again";
  return changed.flatMap((name) => {
    if (isOutcomeUnknown(state, name)) return [`${name}: the outcome of the last update is unknown; ${again}`];
    if (!isSame(inputs[name], askedOf(state, name))) return [];
    const [set, actual] = [inputs[name], answeredOf(state, name)].map((value) => target.shown(value));
    return [`${name}: the program sets ${set}, the API has ${actual}; ${again}`];
  });
}

function droppedArguments({ definition, inputs, state = {} }: Target): string[] {
  return bodyArguments(definition, "create").filter(
    (name) => inputs[name] === undefined && (state[name] ?? null) !== null,
  );
}

function goesWithout(target: Target, dropped: readonly string[]): string[] {
  const items = dropped.map((name) => `${name} (${target.shown(target.state?.[name])})`);
  return items.length === 0 ? [] : [`its replacement goes without ${listOf(items)}, which the program does not set`];
}

/** Why the API may refuse a replacement. */
function mayBeTaken({ definition }: Target, changed: readonly string[]): string[] {
  const [unique] = argumentNames(definition, (row) => row.unique === true);
  if (unique === undefined || [unique, ...pathArguments(definition)].some((name) => changed.includes(name))) return [];
  return [
    `its replacement has the same ${unique}, and the old ${definition.kind.words} still exists: the API may refuse ` +
      `the ${unique} as taken. Change ${unique}, too, or first delete the old one in the provider's web console`,
  ];
}
