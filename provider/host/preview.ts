/** What an `up` would do to a resource, with the lines for a reviewer that the engine's marks do not say. */

import { namesWhere } from "../definitions/definition.js";
import { changedArguments, isSame, isUnknown } from "./changes.js";
import { valuesOf } from "./outputs.js";
import { readOf } from "./reads.js";
import { listOf, type Target } from "./target.js";

/** The changed arguments, with those that the old resource has and its replacement goes without. */
export function foreseenChanges(target: Target) {
  const { definition, session, inputs, state = {} } = target;
  const { changed, replaces } = changedArguments(target);
  const updates = replaces.length === 0 ? changed.flatMap((name) => updated(target, name)) : [];
  target.warn(updates, "once");
  // Another one is adopted or recorded, and the one before costs what it did.
  const isCreated = inputs[definition.existing ?? ""] === undefined;
  if (replaces.length === 0 || !isCreated) return { changed, replaces, dropped: [] };
  const dropped = definition.inCreate.filter((name) => inputs[name] === undefined && (state[name] ?? null) !== null);
  const items = dropped.map((name) => `${name} (${target.shown(state[name])})`);
  const without = `its replacement goes without ${listOf(items)}, which the program does not set`;
  session.warn(replacedStays, "once");
  target.warn([...(items.length === 0 ? [] : [without]), ...mayBeTaken(target, changed)], "once");
  return { changed, replaces, dropped };
}

/** Said of a resource whose id the program sets, before it is recorded. */
export function foreseenRecord(target: Target): void {
  const { definition, session, id } = target;
  if (isUnknown(id)) return;
  const records = readOf(definition, session) === undefined ? "sends nothing, and records" : "reads it, and records";
  const does = definition.update === undefined ? records : "updates";
  const up = `\`pulumi up\` ${does} it with the arguments of the program`;
  target.warn([`nothing is created because existingId is set. ${up}`], "once");
}

/** Once a process; that it is billed is what a reviewer has to know first. */
const replacedStays =
  "what is replaced still exists, and costs, until it is deleted in the provider's web console: the API has no operation to delete it";

/** What is not sent, and what is sent again although the program asks for what was asked before: the engine may see no change. */
function updated(target: Target, name: string): string[] {
  const { definition, inputs, state = {} } = target;
  if (definition.replacing.includes(name)) {
    return [`${name}: while existingId is set, a change corrects the record in the state alone; it is not sent`];
  }
  const again = "the next `pulumi up` sends it again";
  const { output, asked, answered } = valuesOf(state, name);
  // No answer came to what was sent.
  if (output !== null && answered === null) return [`${name}: the outcome of the last update is unknown; ${again}`];
  if (!isSame(inputs[name], asked)) return [];
  return [`${name}: the program sets ${target.shown(inputs[name])}, the API has ${target.shown(answered)}; ${again}`];
}

/** Why the API may refuse a replacement. */
function mayBeTaken({ definition }: Target, changed: readonly string[]): string[] {
  const [unique] = namesWhere(definition, (row) => row.unique);
  if (unique === undefined || [unique, ...definition.inPath].some((name) => changed.includes(name))) return [];
  return [
    `its replacement has the same ${unique}, and the old ${definition.kind.words} still exists: the API may refuse ` +
      `the ${unique} as taken. Change ${unique}, too, or first delete the old one in the provider's web console`,
  ];
}
