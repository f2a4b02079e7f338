/** The warnings, a function each. A warning names the resource that it is about, and says what is or will be. */

import type { Json } from "../api/http/json.js";
import type { Mismatch } from "../api/wire/fields.js";
import type { ResolvedArgument } from "../definitions/definition.js";
import type { Change } from "./plan.js";
import type { Resource, RetainReason } from "./resource.js";
import { formatTitle, joinWords, makeSafe, showValue } from "./safe-text.js";
import { type ArgumentValues, isSame, isUnknownOutcome } from "./state.js";

export interface NamedValue {
  readonly name: string;
  readonly value: Json;
}

/** An argument of which the API has another value. */
export interface Difference {
  readonly argument: ResolvedArgument;
  /** The value that the program sets, or that the state has. */
  readonly value: Json;
  readonly returned: Json;
}

// In a check and a preview. The engine prints these lines in the `up` that follows, too, also where a request of it then fails.

/** Says that the resource of this id is adopted, and none created. */
export function describeAdoption(resource: Resource, hasConsent: boolean, reason: RetainReason | undefined): string {
  const { operations, idArgument } = resource.definition;
  const effect =
    operations.read === undefined ? "Nothing is created or sent" : "Nothing is created; its outputs are read";
  return `${formatTitle(resource)}: \`pulumi up\` adopts it with the arguments of the program, because ${idArgument.name} is set. ${effect}${hasConsent ? `. ${describeGranted(resource, reason)}` : ""}`;
}

/** Says that adopting a resource changes it. */
export function describeAdoptionBySettings(resource: Resource, sent: readonly string[]): string {
  return `${formatTitle(resource)}: \`pulumi up\` adopts this ${resource.definition.names.label}, which exists, and sends it ${joinWords(sent)}`;
}

/** Says what becomes of the old resource: without a reason to retain it, it is deleted. */
export function describeReplaced(old: Resource, reason: RetainReason | undefined, adopts: boolean): string {
  const next = adopts ? "adopted the other one" : "created the new one";
  const fate =
    adopts && reason === "fallback id" ? mayBeTheSame : reason === undefined ? "it is deleted" : staysAndIsBilled;
  return `${formatTitle(old)}: once \`up\` has ${next}, this one is no longer in the stack; ${fate}`;
}

const staysAndIsBilled = "it stays and is billed until somebody deletes it";
const mayBeTheSame = "the package has made its id, so that both may be the same";

/** Says what the consent to a delete, or its end, comes to. It is no request, and the preview marks nothing. */
export function describeConsent(resource: Resource, isGranted: boolean, reason: RetainReason | undefined): string {
  const effect = isGranted
    ? describeGranted(resource, reason)
    : "From this `up` on, it is retained when it is replaced, leaves the program or is destroyed";
  return `${formatTitle(resource)}: retainOnDelete is ${isGranted ? "false" : "no longer false"}. ${effect}`;
}

/** Says what a consent comes to. That this run does not delete the resource, or the settings of this run do not, does not count. */
function describeGranted(resource: Resource, reason: RetainReason | undefined): string {
  return reason === undefined || reason === "in use" || reason === "not named"
    ? "From this `up` on, it is deleted when it is replaced, leaves the program or is destroyed"
    : `It is retained all the same: ${describeReason(resource, reason)}`;
}

/** Says what a replacement is for, where the engine marks no argument: a change to null is no change to it. */
export function describeReplacementByNull(old: Resource, names: readonly string[]): string {
  return `${formatTitle(old)}: it is replaced because the program sets ${joinWords(names)} to null`;
}

export function describeDropped(old: Resource, dropped: readonly NamedValue[]): string {
  const items = dropped.map(({ name, value }) => {
    const shown = showValue(value);
    return shown === undefined ? name : `${name} (${shown})`;
  });
  return `${formatTitle(old)}: the new one goes without ${joinWords(items)}, which the program does not set`;
}

export function describeTakenName(old: Resource, names: readonly string[]): string {
  return `${formatTitle(old)}: the new one has the same ${joinWords(names)}: the API may refuse it as taken while this one exists`;
}

/** Describes an update whose reason the preview does not show, or a correction of the state. */
export function describeUnexplainedChange(
  old: Resource,
  { name, input, action }: Change,
  { requested, returned }: ArgumentValues,
): string {
  const label = `${formatTitle(old)}: ${name}:`;
  const { idArgument, arguments: args } = old.definition;
  if (action === "fix state") {
    return `${label} while ${idArgument.name} is set, \`pulumi up\` corrects the state alone and does not send it`;
  }
  if (isUnknownOutcome(returned)) return `${label} the outcome of the last update is unknown; ${upSendsIt}`;
  const argument = args.find((one) => one.name === name) as ResolvedArgument;
  if (!isSame(input, requested, argument)) return `${label} the program sets null; ${upSendsIt}`;
  // The API has this value and it was requested, but the output is another: an earlier `up` left the argument out.
  if (isSame(input, returned, argument)) return `${label} the program sets it again; ${upSendsIt}`;
  const values = describeTwoValues({ argument, value: input, returned }, "the program sets", "the API has");
  return `${formatTitle(old)}: ${values}; ${upSendsIt}`;
}

const upSendsIt = "`pulumi up` sends it";

// After a response.

/** Says that the API has another value, and that no update can change it. */
export function describeFixedValue(resource: Resource, difference: Difference, holder: Holder): string {
  return `${formatTitle(resource)}: ${describeTwoValues(difference, holder, "the API has")}. No update changes it; to accept it, set it in the program`;
}

/** Says that somebody else has changed an argument, because the request did not hold it. */
export function describeDrift(resource: Resource, difference: Difference): string {
  const values = describeTwoValues(difference, "the program sets", "the API returned");
  return `${formatTitle(resource)}: ${values}. It was changed outside Pulumi (drift); the next ${upSendsIt}`;
}

/** Says that the API has accepted an argument and returned another value. */
export function describeNotApplied(resource: Resource, difference: Difference, status: Json): string {
  const { name, row } = difference.argument;
  const values = describeTwoValues(difference, "the program sets", "the API returned");
  const otherwise = row.undocumentedName
    ? `Or it ignores a field that it does not know: if its name for ${name} is another, set apphosting:fieldNames`
    : "Or it did not apply it: set the API's value in the program to end this";
  return `${formatTitle(resource)}: ${values}. The API may still be applying it${describeStatus(resource, status)}: run \`pulumi up\` again later, it sends the setting again. ${otherwise}`;
}

/** Says that a response does not have what was sent. */
export function describeUnconfirmed(resource: Resource, sent: readonly string[]): string {
  return (
    `${formatTitle(resource)}: the response to the update has no ${joinWords(sent)}, so that nothing confirms what was sent: some APIs return ` +
    "success and drop what they do not take. Compare it in the web console"
  );
}

export function describeMismatch(resource: Resource, { field, expected }: Mismatch): string {
  return `${formatTitle(resource)}: unexpected type for ${field} in the response (expected ${expected}); omitted`;
}

/** Says that the API has no value of these outputs so far, or only a part of one. */
export function describeMissingOutputs(resource: Resource, outputs: readonly string[], status: Json): string {
  const { names, arguments: args } = resource.definition;
  // An argument that is never sent is there for this: a change of it sends an update, whose response has the outputs.
  const reload = args.find(({ row }) => row.role === "optional" && row.sent === false)?.name;
  const hint =
    reload === undefined ? "" : `. Change ${reload} once the ${names.label} is ready: that update reads them`;
  return `${formatTitle(resource)}: the API has no ${joinWords(outputs)} yet${describeStatus(resource, status)}${hint}`;
}

/** @param message what the API says beside, such as why it has created nothing */
export function describeFallbackId(resource: Resource, message: string | undefined): string {
  const said = message === undefined ? "" : `. The API's message: ${makeSafe(resource, message)}`;
  return `${formatTitle(resource)}: the response has no id; this one is made of the inputs${said}`;
}

// In a refresh and a delete.

/** Says that a refresh reads nothing. It names no resource, because it holds for all of them. */
export const nothingRead =
  "`pulumi refresh` reads nothing: the API documents no read. If yours has one, run `pulumi config set apphosting:operations read`; that counts from the next `pulumi up`";

export function describeUnreadableId(resource: Resource): string {
  return `${formatTitle(resource)} was not read: the package has made its id. Set the API's as ${resource.definition.idArgument.name}`;
}

export function describeNotFound(resource: Resource, message: string): string {
  return (
    `${formatTitle(resource)} is kept in the state, but the API does not find it: it is gone, or belongs to another organization than the token. ` +
    `If it is gone, run \`pulumi state delete\` with its URN.\n${message}`
  );
}

/** Says that a resource leaves the state and is not deleted. */
export function describeStillExists(resource: Resource, reason: RetainReason): string {
  return `${formatTitle(resource)} is removed from the state, but it still exists: ${describeReason(resource, reason)}`;
}

/** Says that the API did not find what was to be deleted. Pulumi itself tells that it has deleted it. */
export function describeGoneBefore(resource: Resource, message: string): string {
  return `${formatTitle(resource)} is removed from the state: the API does not find it. It is gone, or belongs to another organization than the token.\n${message}`;
}

function describeReason({ definition: { names, idArgument, deletion } }: Resource, reason: RetainReason): string {
  switch (reason) {
    case "never deleted":
      return `no ${names.label} is ever deleted${deletion === "with consent" ? "" : `, because ${deletion.never}`}`;
    case "fallback id":
      return "the package has made its id, by which the API finds nothing";
    case "no consent":
      return "the last `up` of it did not have `retainOnDelete: false`";
    case "in use":
      return `the program still has this ${names.label}, by a create of this run, as ${idArgument.name}, by \`get\` or under another name`;
    case "not named":
      return "apphosting:operations does not name delete";
  }
}

/** Who has a value, as the beginning of a clause. */
export type Holder = "the program sets" | "the state has" | "the API has" | "the API returned";

/** Describes two values of an argument that differ. Both are shown, or none: next to the other, each tells what was changed. */
function describeTwoValues({ argument, value, returned }: Difference, holder: Holder, otherHolder: Holder): string {
  const [shown, otherShown] = [showValue(value), showValue(returned)];
  if (shown === undefined || otherShown === undefined) {
    return `${argument.name}: ${otherHolder} another value than ${holder}`;
  }
  return `${argument.name}: ${holder} ${shown}, ${otherHolder} ${otherShown}`;
}

function describeStatus(resource: Resource, status: Json): string {
  return typeof status === "string" ? ` (status "${makeSafe(resource, status)}")` : "";
}
