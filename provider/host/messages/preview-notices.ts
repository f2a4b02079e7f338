/** The sentences of a preview for what the marks of the engine do not show. */

import type { DocumentedDefinition } from "../../definitions/definition.js";
import type { Subject } from "../session/subject.js";
import { unknownOutcome } from "../state/argument-values.js";
import type { PlannedChange, Replacement } from "../state/plan.js";
import { describeReasonToKeep, type ReasonToKeep } from "./delete-notices.js";
import { describeTwoValues, upSendsIt } from "./differences.js";
import { formatTitle, joinWords, showValue } from "./subject-texts.js";

/** Describes what the engine does not show of a change that replaces nothing; undefined where it shows all. */
export function describePlannedChange(subject: Subject, change: PlannedChange): string | undefined {
  const { argument, effect, reason, values } = change;
  const set = ["the program sets", values.input] as const;
  const label = `${formatTitle(subject)}: ${argument}:`;
  const idArgument = subject.definition.idArgument.name;
  if (effect === "correct") {
    return `${label} while ${idArgument} is set, a change corrects the state alone; it is not sent`;
  }
  switch (reason) {
    case "input":
      return undefined;
    case "unknown outcome":
      return `${label} the outcome of the last update is unknown; ${upSendsIt}`;
    case "last request differs": {
      const requested = ["the last update requested", values.requested] as const;
      return `${formatTitle(subject)}: ${describeTwoValues(subject, argument, set, requested)}; ${upSendsIt}`;
    }
    case "API differs": {
      const returned = values.returned === unknownOutcome ? undefined : values.returned;
      return `${formatTitle(subject)}: ${describeTwoValues(subject, argument, set, ["the API has", returned])}; ${upSendsIt}`;
    }
  }
}

/** Describes what becomes of the old resource. Unless there is a reason to keep it, only the engine knows whether it is deleted. */
export function describeReplacedResource(subject: Subject, reason: ReasonToKeep | undefined): string {
  const stays = "the replaced resource still exists, and you are billed for it";
  if (reason === undefined) {
    return `${stays}, unless an earlier \`up\` set \`retainOnDelete: false\`: then it is deleted, with what was set outside Pulumi`;
  }
  return reason === "no delete" || reason === "never deleted"
    ? `${stays}. Delete it in the web console`
    : `${formatTitle(subject)}: ${stays}, because ${describeReasonToKeep(subject, reason)}. Delete it in the web console`;
}

/**
 * Says that a replacement also replaces what belongs to the resource. It names no resource, because it holds for each one of the
 * class.
 *
 * @param isDeletable whether the user names an operation by which the old ones can be deleted
 */
export function describeReplacedChildren(
  { names }: DocumentedDefinition,
  child: DocumentedDefinition,
  isDeletable: boolean,
): string {
  const stays = `${names.class}: its replacement also replaces each ${child.names.words} of the program that has its id. Each old ${child.names.words} still exists, and you are billed for it`;
  return isDeletable
    ? `${stays}, unless an earlier \`up\` set its \`retainOnDelete: false\``
    : `${stays}. Delete it in the web console`;
}

/** Says that DELETE is named for resources that are never deleted. */
export function describeIgnoredDelete({ names, neverDeleted }: DocumentedDefinition): string {
  return `apphosting:operations names DELETE for ${names.class}, which is ignored: no ${names.words} is ever deleted, because ${neverDeleted}`;
}

/** Names what the replacement is for, where the engine marks no argument: a change to null is no change to it. */
export function describeHiddenReplacement(subject: Subject, names: readonly string[]): string {
  return `${formatTitle(subject)}: it is replaced because the program sets ${joinWords(names)} to null`;
}

/** Says that nobody knows whether an update was carried out that cannot be sent again. */
export function describeUnsettledUpdate(subject: Subject, names: readonly string[]): string {
  return (
    `${formatTitle(subject)}: ${joinWords(names)}: the outcome of the last update is unknown, and it is not sent again because no operation for it is named any more. ` +
    "Compare it in the web console"
  );
}

/** Describes the arguments that the replacement goes without. */
export function describeDroppedArguments(subject: Subject, dropped: Replacement["dropped"]): string {
  const items = dropped.map(({ name, value }) => {
    const shown = showValue(subject, value);
    return shown === undefined ? name : `${name} (${shown})`;
  });
  return `${formatTitle(subject)}: its replacement goes without ${joinWords(items)}, which the program does not set`;
}

export function describeConflict(subject: Subject, argument: string, isKept: boolean): string {
  const conflict = `${formatTitle(subject)}: its replacement has the same ${argument}`;
  return isKept
    ? `${conflict}, and the old ${subject.definition.names.words} still exists: the API may refuse the ${argument} as taken. ` +
        `Change ${argument}, too, or first delete the old one in the web console`
    : `${conflict}: the API may refuse it as taken while the old ${subject.definition.names.words} exists. Change ${argument}, too, or have the old ` +
        "one deleted first: set `deleteBeforeReplace`, beside a `retainOnDelete: false` that an earlier `up` has set";
}

/** Says that the resource of this id is adopted, and none created. */
export function describeAdoption(subject: Subject): string {
  const effect =
    subject.definition.operations.read === undefined ? "sends nothing, and adopts" : "reads it, and adopts";
  return `${formatTitle(subject)}: nothing is created because ${subject.definition.idArgument.name} is set. \`pulumi up\` ${effect} it with the arguments of the program`;
}
