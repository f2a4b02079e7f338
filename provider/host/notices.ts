/**
 * The sentences for a user beside the marks of the engine. Every function here only returns text: whoever calls it decides when it
 * is due, and prints it.
 */

import type { Mismatch } from "../api/fields.js";
import type { Json } from "../api/json.js";
import type { Argument, Definition } from "../definitions/definition.js";
import type { PlannedChange, Replacement } from "./plan.js";
import { unknownOutcome } from "./setting.js";
import { joinWords, type Subject } from "./subject.js";

/**
 * True in three places: in a preview, in the `up` that follows, where the engine prints the line again, and after a response that
 * shows drift.
 */
const upSendsIt = "`pulumi up` sends it";

/** Two values of an argument that differ. */
export interface Difference {
  readonly argument: Argument;
  /** The value that the program sets, or that the state has. */
  readonly value: Json;
  readonly returned: Json;
}

// Of a preview.

/** Describes what the engine does not show of a change that replaces nothing; undefined where it shows all. */
export function describePlannedChange(subject: Subject, change: PlannedChange): string | undefined {
  const { argument, effect, reason, setting } = change;
  const label = `${subject.title}: ${argument}:`;
  const idArgument = subject.definition.idArgument.name;
  if (effect === "correct") {
    return `${label} while ${idArgument} is set, a change corrects the record in the state alone; it is not sent`;
  }
  switch (reason) {
    case "program":
      return undefined;
    case "unknown outcome":
      return `${label} the outcome of the last update is unknown; ${upSendsIt}`;
    case "other request": {
      const [requested, program] = [subject.show(setting.requested), subject.show(setting.program)];
      return requested === undefined || program === undefined
        ? `${label} the last update requested another value than the program sets; ${upSendsIt}`
        : `${label} the last update requested ${requested}, the program sets ${program}; ${upSendsIt}`;
    }
    case "other value": {
      const program = subject.show(setting.program);
      const returned = setting.returned === unknownOutcome ? undefined : subject.show(setting.returned);
      return program === undefined || returned === undefined
        ? `${label} the API has another value than the program sets; ${upSendsIt}`
        : `${label} the program sets ${program}, the API has ${returned}; ${upSendsIt}`;
    }
  }
}

/** Why no resource of a class is ever deleted. */
export const noDelete = "the API has no operation to delete it";

/** Describes what becomes of the old resource. Unless there is a reason to keep it, only the engine knows whether it is deleted. */
export function describeReplacedResource({ title }: Subject, reasonToKeep: string | undefined): string {
  const stays = "the replaced resource is not deleted and still costs";
  if (reasonToKeep === undefined) {
    return `${stays}, unless an earlier \`up\` set \`retainOnDelete: false\`: then it is deleted, with what was set outside Pulumi`;
  }
  return reasonToKeep === noDelete
    ? `${stays}. Delete it in the web console`
    : `${title}: ${stays}, because ${reasonToKeep}. Delete it in the web console`;
}

/** Describes the arguments that the replacement goes without. */
export function describeDroppedArguments(subject: Subject, dropped: Replacement["dropped"]): string {
  const items = dropped.map(({ name, value }) => {
    const shown = subject.show(value);
    return shown === undefined ? name : `${name} (${shown})`;
  });
  return `${subject.title}: its replacement goes without ${joinWords(items)}, which the program does not set`;
}

export function describeConflict({ title, definition: { names } }: Subject, argument: string, isKept: boolean): string {
  const conflict = `${title}: its replacement has the same ${argument}`;
  return isKept
    ? `${conflict}, and the old ${names.words} still exists: the API may refuse the ${argument} as taken. ` +
        `Change ${argument}, too, or first delete the old one in the web console`
    : `${conflict}: the API may refuse it as taken while the old ${names.words} exists. Change ${argument}, too, or have the old ` +
        "one deleted first: set `deleteBeforeReplace`, beside a `retainOnDelete: false` that an earlier `up` has set";
}

/** Says that the resource of this id is recorded, and none created. */
export function describeNothingCreated({ title, definition }: Subject): string {
  const effect = definition.operations.read === undefined ? "sends nothing, and records" : "reads it, and records";
  return `${title}: nothing is created because ${definition.idArgument.name} is set. \`pulumi up\` ${effect} it with the arguments of the program`;
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
  const [requested, shown] = [subject.show(value), subject.show(returned)];
  const isShown = requested !== undefined && shown !== undefined;
  const difference = `${subject.title}: ${argument.name}: ${isShown ? `requested ${requested}, the API returned ${shown}` : "the API returned another value than requested"}`;
  switch (cause) {
    case "not updatable":
      return isShown ? difference : `${difference}. Compare them in the web console`;
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

export function describeMismatch({ title }: Subject, { field, expected }: Mismatch): string {
  return `${title}: unexpected type for ${field} in the response (expected ${expected}); omitted`;
}

/** Says that a response lacks parts of outputs that the state has whole. */
export function describeIncompleteOutputs(
  subject: Subject,
  outputs: readonly string[],
  status: Json | undefined,
): string {
  return `${subject.title}: the API returned no complete ${joinWords(outputs)}${describeStatus(subject, status)}; known values are kept${describeReload(subject.definition)}`;
}

/** Says that the API has no value of these outputs so far. */
export function describeMissingOutputs(subject: Subject, outputs: readonly string[], status: Json | undefined): string {
  return `${subject.title}: the API has no ${joinWords(outputs)} yet${describeStatus(subject, status)}${describeReload(subject.definition)}`;
}

export function describeFallbackId({ title }: Subject): string {
  return `${title}: the response has no id; this one is made of the inputs`;
}

// Of a read.

/** Describes the values that the API has otherwise, and that no update can change. */
export function describeUnchangeableDifferences(
  subject: Subject,
  holder: "program" | "state",
  differences: readonly Difference[],
): string {
  const items = differences.map(({ argument: { name }, value, returned }) => {
    const [held, shown] = [subject.show(value), subject.show(returned)];
    return held === undefined || shown === undefined ? name : `${name} (${held}, in the API ${shown})`;
  });
  const holds = holder === "program" ? "the program sets" : "the state has";
  const idArgument = subject.definition.idArgument.name;
  return `${subject.title}: ${holds} another value than the API of ${joinWords(items)}. To accept the API's, set it in the program, and ${idArgument} to the resource's id`;
}

export const nothingRead =
  "refresh read nothing: the API documents no read. If yours has one, name it in apphosting:operations; that counts from the next `pulumi up`";

export function describeNotAddressable({ title, definition }: Subject): string {
  return `${title} was not read: the package has made its id. Set the API's as ${definition.idArgument.name}`;
}

/** Says that the response to a read or an update is about another resource. */
export function describeOtherId(subject: Subject, verb: "read" | "update", id: string | undefined): string {
  const returned = id === undefined ? "no id" : `another id, "${subject.makeSafe(id)}"`;
  return `${verb} ${subject.definition.names.words} got a response with ${returned}. Check apphosting:operations.`;
}

export function describeNotFound({ title }: Subject, message: string): string {
  return (
    `${title} is kept in the state, but the API does not find it: it is gone, or belongs to another organization than the token. ` +
    `If it is gone, run \`pulumi state delete\` with its URN.\n${message}`
  );
}

/** The engine keeps the configuration of each run in the state, and hands it to what runs without the program. */
export const storedConfigurationNotice =
  "`pulumi refresh` and `pulumi destroy` use the settings of the last `pulumi up`, and variables of the environment as they are. With `--run-program` they use today's.";

// Of a removal.

/** Says that a resource leaves the state and is not deleted. */
export function describeStillExists({ title }: Subject, reason: string): string {
  return `${title} is removed from the state, but it still exists: ${reason}`;
}

export function describeGoneBefore({ title }: Subject, message: string): string {
  return `${title} is removed from the state, and nothing was deleted: the API does not find it. It is gone, or belongs to another organization than the token.\n${message}`;
}

export function describeDeleteWait({ title }: Subject, seconds: number): string {
  return `waiting: the API has accepted the delete of ${title} and still finds it; for ${seconds} s at most`;
}

export function describeCancelledWait({ title }: Subject): string {
  return `${title} is removed from the state: the API has accepted its delete, and the run was cancelled before the resource was known to be gone`;
}

export function describeStillFound({ title }: Subject, seconds: number): string {
  return `${title} is removed from the state: the API has accepted its delete, but still finds it after ${seconds} s. Until it is gone, the API may refuse what has its name, and the delete of what it belongs to`;
}

function describeStatus(subject: Subject, status: Json | undefined): string {
  return typeof status === "string" ? ` (status "${subject.makeSafe(status)}")` : "";
}

/** Describes how a user gets the outputs again later, where the resource has an argument for it. */
function describeReload({ names, reloadArgument }: Definition): string {
  if (reloadArgument === undefined) return "";
  return `. Change ${reloadArgument} once the ${names.words} is ready: that update reads them`;
}
