/**
 * The sentences for a user beside the marks of the engine. Every function here only returns text: whoever calls it decides when it
 * is due, and prints it.
 */

import type { Json } from "../../api/http/json.js";
import type { Mismatch } from "../../api/wire/fields.js";
import type { ResourceResponse } from "../../api/wire/responses.js";
import type { Argument, DocumentedDefinition } from "../../definitions/definition.js";
import { formatExample } from "../../definitions/named-operations.js";
import type { ReasonToStay } from "../session/memory.js";
import type { Subject } from "../session/subject.js";
import { unknownOutcome } from "../state/argument-values.js";
import type { PlannedChange, Replacement } from "../state/plan.js";
import { formatTitle, joinWords, makeSafe, showValue } from "./subject-texts.js";

/**
 * True in three places: in a preview, in the `up` that follows, where the engine prints the line again, and after a response that
 * shows drift.
 */
const upSendsIt = "`pulumi up` sends it";

/** What a user reads of an update with an unknown outcome. */
export const mayHaveBeenChanged = "The settings may still have been changed. The next `pulumi up` sends them again.";

/** An argument of which the API has another value. */
export interface Difference {
  readonly argument: Argument;
  /** The value that the program sets, or that the state has. */
  readonly value: Json;
  readonly returned: Json;
}

/** Who has a value, as the beginning of a clause. */
type Holder = "the program sets" | "the state has" | "the last update requested" | "the API has" | "the API returned";

/** Describes two values of an argument that differ. Both are shown, or none: next to the other, each tells what was changed. */
function describeTwoValues(
  subject: Subject,
  argument: string,
  [holder, value]: readonly [Holder, Json | undefined],
  [otherHolder, otherValue]: readonly [Holder, Json | undefined],
): string {
  const [shown, otherShown] = [showValue(subject, value), showValue(subject, otherValue)];
  return shown === undefined || otherShown === undefined
    ? `${argument}: ${otherHolder} another value than ${holder}`
    : `${argument}: ${holder} ${shown}, ${otherHolder} ${otherShown}`;
}

// Of a preview.

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

/** Why a resource that leaves the stack is not deleted. */
export type ReasonToKeep = "no delete" | "never deleted" | "made id" | "adopted" | ReasonToStay;

function describeReasonToKeep(
  { definition: { names, idArgument, neverDeleted } }: Subject,
  reason: ReasonToKeep,
): string {
  switch (reason) {
    case "no delete":
      return "the API has no operation to delete it";
    case "never deleted":
      return `no ${names.words} is ever deleted, because ${neverDeleted}`;
    case "made id":
      return "the package has made its id, by which the API finds nothing";
    case "adopted":
      return `the stack has not created it, but adopted it by ${idArgument.name}`;
    case "named":
      return `another resource of the program names it as ${idArgument.name}`;
    case "kept":
      return "another resource of the stack has the same id";
    case "created":
      return "a create of this run has returned the same id";
    case "read":
      return "a `get` of the program reads it";
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

// Of a response.

/**
 * Says that the API returned another value than the program sets.
 *
 * @param cause why: the API cannot update the argument, somebody else has changed it, or the API has not applied it
 */
export function describeOtherValue(
  subject: Subject,
  { argument, value, returned }: Difference,
  cause: "not updatable" | "drift" | "not applied",
  status: Json | undefined,
): string {
  const values = describeTwoValues(subject, argument.name, ["the program sets", value], ["the API returned", returned]);
  const difference = `${formatTitle(subject)}: ${values}`;
  switch (cause) {
    case "not updatable":
      return `${difference}. Compare them in the web console`;
    case "drift":
      return `${difference}. It was changed outside Pulumi (drift); ${upSendsIt}`;
    case "not applied": {
      const otherwise =
        argument.row.undocumentedName === undefined
          ? "Or it did not apply it: set the API's value in the program to end this"
          : `Or it ignores a field that it does not know: if its name for ${argument.name} is another, set apphosting:fieldNames`;
      return `${difference}. The API may still be applying it${describeStatus(subject, status)}: run \`pulumi up\` again later, it sends the setting again. ${otherwise}`;
    }
  }
}

/** Says that a response does not have what was sent. It names no resource, because it holds for each one of the class. */
export function describeUnconfirmedArguments({ definition: { names } }: Subject, sent: readonly string[]): string {
  return (
    `${names.class}: the response to an update has no ${joinWords(sent)}, so that nothing confirms what was sent: some APIs return ` +
    "success and drop what they do not take. Compare it in the web console"
  );
}

export function describeMismatch(subject: Subject, { field, expected }: Mismatch): string {
  return `${formatTitle(subject)}: unexpected type for ${field} in the response (expected ${expected}); omitted`;
}

/** Says that a response lacks parts of outputs that the state has whole. */
export function describeIncompleteOutputs(
  subject: Subject,
  outputs: readonly string[],
  status: Json | undefined,
): string {
  return `${formatTitle(subject)}: the API returned no complete ${joinWords(outputs)}${describeStatus(subject, status)}; known values are kept${describeReload(subject.definition)}`;
}

/** Says that the API has no value of these outputs so far. */
export function describeMissingOutputs(subject: Subject, outputs: readonly string[], status: Json | undefined): string {
  return `${formatTitle(subject)}: the API has no ${joinWords(outputs)} yet${describeStatus(subject, status)}${describeReload(subject.definition)}`;
}

/** Says that a create returned the id of a resource that the stack has already. */
export function describeReturnedId(subject: Subject, id: string): string {
  const { names, idArgument } = subject.definition;
  const { words, class: className } = names;
  return (
    `create ${words} got a response with the id of ${className} ${makeSafe(subject, id)}, which the stack has already: the API has returned ` +
    `what exists, and may have changed it. Give the new ${words} another name, or set ${idArgument.name} to the id of another one.`
  );
}

export function describeFallbackId(subject: Subject): string {
  return `${formatTitle(subject)}: the response has no id; this one is made of the inputs`;
}

// Of a read.

/** Describes the values that the API has otherwise, and that no update can change. */
export function describeUnchangeableDifferences(
  subject: Subject,
  holder: "the program sets" | "the state has",
  differences: readonly Difference[],
): string {
  const items = differences.map(({ argument: { name }, value, returned }) =>
    describeTwoValues(subject, name, [holder, value], ["the API has", returned]),
  );
  const idArgument = subject.definition.idArgument.name;
  return `${formatTitle(subject)}: ${items.join("; ")}. To accept what the API has, set it in the program, and ${idArgument} to the resource's id`;
}

export const nothingRead =
  "refresh read nothing: the API documents no read. If yours has one, name it in apphosting:operations; that counts from the next `pulumi up`";

export function describeNotAddressable(subject: Subject): string {
  return `${formatTitle(subject)} was not read: the package has made its id. Set the API's as ${subject.definition.idArgument.name}`;
}

/**
 * Says that a response is about another resource.
 *
 * @param what shows it: `id`, `type`, or the name of an argument or an output
 */
export function describeOtherResource(
  subject: Subject,
  verb: "read" | "update",
  what: string,
  { id }: ResourceResponse,
): string {
  const { definition } = subject;
  const title = formatTitle(subject);
  const { words } = definition.names;
  const shown = what === "id" && id !== undefined ? `another id, "${makeSafe(subject, id)}"` : `another ${what}`;
  return (
    `${verb} ${words} got a response with ${shown}, so that it may be about another ${words} than ${title}. Check apphosting:baseUrl, ` +
    `apphosting:operations and the token's organization. If ${title} does not exist any more, run \`pulumi state delete\` with its ` +
    `URN, or set the id of another one as ${definition.idArgument.name}.`
  );
}

/** Says that the response to a read has no id, by which a read is told to be about the right resource. */
export function describeMissingId({ definition: { names } }: Subject): string {
  return `read ${names.words} got a response with no id. Check apphosting:operations.`;
}

/** Says that a cache, or another resource that is adopted, may be another one than before. */
export function describeRemadeResource(subject: Subject, output: string): string {
  return `${formatTitle(subject)}: the API returned another ${output} than before: the ${subject.definition.names.words} may have been made anew`;
}

/** Says that an argument of which no response has the value was changed outside Pulumi, as far as an output shows it. */
export function describeOutputDrift(
  subject: Subject,
  argument: string,
  { output, field }: { output: string; field: string },
): string {
  return `${formatTitle(subject)}: ${argument}: the API returned another ${output}.${field} than before. It was changed outside Pulumi (drift)`;
}

/** Says that a `get` cannot read, and how a user lets it. */
export function describeUnnamedRead({ definition }: Subject): string {
  const { names } = definition;
  return (
    "`get` cannot read it, because the API documents no read. If yours has one, name it: " +
    `\`pulumi config set --path apphosting:operations.${names.class} '${formatExample(definition, ["GET"])}'\`, or in \`operations\` of its explicit Provider`
  );
}

/** Says that the response to a `get` is about another resource. */
export function describeOtherExternal(subject: Subject, what: string, { id }: ResourceResponse): string {
  const { words } = subject.definition.names;
  const shown = what === "id" && id !== undefined ? `another id, "${makeSafe(subject, id)}"` : `another ${what}`;
  return `read ${words} got a response with ${shown}. Check the id of \`get\`, apphosting:operations, apphosting:baseUrl and the token's organization.`;
}

export function describeNotFound(subject: Subject, message: string): string {
  return (
    `${formatTitle(subject)} is kept in the state, but the API does not find it: it is gone, or belongs to another organization than the token. ` +
    `If it is gone, run \`pulumi state delete\` with its URN.\n${message}`
  );
}

/** Said where no program ran: the engine keeps the configuration of each `up` in the state, and hands that over. */
export const storedConfigurationNotice =
  "`pulumi refresh` and `pulumi destroy` use the settings of the last `pulumi up`, and variables of the environment as they are. With `--run-program` they use today's.";

// Of a removal.

/** Says that a resource leaves the state and is not deleted. */
export function describeStillExists(subject: Subject, reason: ReasonToKeep): string {
  return `${formatTitle(subject)} is removed from the state, but it still exists: ${describeReasonToKeep(subject, reason)}`;
}

export function describeGoneBefore(subject: Subject, message: string): string {
  return `${formatTitle(subject)} is removed from the state, and this run has sent no delete: the API does not find it. It is gone, or belongs to another organization than the token.\n${message}`;
}

export function describeDeleteWait(subject: Subject, seconds: number): string {
  return `waiting: the API has accepted the delete of ${formatTitle(subject)} and still finds it; for ${seconds} s at most`;
}

/** Says that a delete was refused because nothing proves what would be deleted. */
export function describeUnprovenDelete(subject: Subject): string {
  const { words } = subject.definition.names;
  return (
    `delete ${words} was not sent: neither the time of its creation nor its name, as the stack requested it, tells that ${formatTitle(subject)} is the ${words} that ` +
    "this stack created. If it is, delete it in the web console, and run `pulumi state delete` with its URN."
  );
}

/** Says that a failure came after a delete that the API has accepted. */
export function describeFailureAfterDelete(subject: Subject, message: string): string {
  return `the API has accepted the delete of ${formatTitle(subject)}, but it is not known whether it is gone. It stays in the state: run the command again.\n${message}`;
}

export function describeCancelledWait(subject: Subject): string {
  return `${formatTitle(subject)} is removed from the state: the API has accepted its delete, and the run was cancelled before the resource was known to be gone`;
}

export function describeStillFound(subject: Subject, seconds: number): string {
  return `${formatTitle(subject)} is removed from the state: the API has accepted its delete, but still finds it after ${seconds} s. Until it is gone, the API may refuse what has its name, and the delete of what it belongs to`;
}

function describeStatus(subject: Subject, status: Json | undefined): string {
  return typeof status === "string" ? ` (status "${makeSafe(subject, status)}")` : "";
}

/** Describes how a user gets the outputs again later, where the resource has an argument for it. */
function describeReload({ names, reloadArgument }: DocumentedDefinition): string {
  if (reloadArgument === undefined) return "";
  return `. Change ${reloadArgument} once the ${names.words} is ready: that update reads them`;
}
