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
export function describeAdoption(resource: Resource, isDeletable: boolean, reason: RetainReason | undefined): string {
  const { operations, idArgument } = resource.definition;
  const effect = operations.read === undefined ? "Nothing will be sent." : "Its outputs will be read.";
  const consent = isDeletable ? ` ${describeGranted(resource, reason)}` : "";
  return `${formatTitle(resource)} will be adopted, not created, because ${idArgument.name} is set. ${effect}${consent}`;
}

/** Says that adopting a resource changes it. */
export function describeAdoptionBySettings(resource: Resource, sent: readonly string[]): string {
  return `${formatTitle(resource)} will be adopted: it already exists, and \`pulumi up\` will send it ${joinWords(sent)}.`;
}

/** Says what becomes of the old resource: without a reason to retain it, it is deleted. */
export function describeReplaced(old: Resource, reason: RetainReason | undefined, adopts: boolean): string {
  const title = formatTitle(old);
  if (adopts) {
    const fate = reason === "fallback id" ? mayBeTheSame : reason === undefined ? "It will be deleted." : keepsRunning;
    return `${title} will leave the stack, because another one is adopted in its place. ${fate}`;
  }
  return reason === undefined
    ? `${title} will be replaced, and the old one deleted.`
    : `${title} will be replaced. The old one leaves the stack and keeps running, and billing, until you delete it.`;
}

const keepsRunning = "It keeps running, and billing, until you delete it.";
const mayBeTheSame = "The package made its id, so both may be the same.";

/** Says what the consent to a delete, or its end, comes to. It is no request, and the preview marks nothing. */
export function describeConsent(resource: Resource, isGranted: boolean, reason: RetainReason | undefined): string {
  const title = formatTitle(resource);
  return isGranted
    ? `${title}: retainOnDelete is now false. ${describeGranted(resource, reason)}`
    : `${title}: retainOnDelete is no longer false. From this \`up\` on, it's retained when it's replaced, leaves the program or is destroyed.`;
}

/** Says what a consent comes to. That this run does not delete the resource, or the settings of this run do not, does not count. */
function describeGranted(resource: Resource, reason: RetainReason | undefined): string {
  return reason === undefined || reason === "in use" || reason === "not named"
    ? "From this `up` on, it's deleted when it's replaced, leaves the program or is destroyed."
    : `Even so, it's never deleted: ${describeReason(resource, reason)}.`;
}

/** Says what a replacement is for, where the engine marks no argument: a change to null is no change to it. */
export function describeReplacementByNull(old: Resource, names: readonly string[]): string {
  return `${formatTitle(old)} will be replaced because the program sets ${joinWords(names)} to null.`;
}

export function describeDropped(old: Resource, dropped: readonly NamedValue[]): string {
  const items = dropped.map(({ name, value }) => {
    const shown = showValue(value);
    return shown === undefined ? name : `${name} (${shown})`;
  });
  const them = items.length === 1 ? "it" : "them";
  return `${formatTitle(old)}: the replacement won't have ${joinWords(items)}, because the program no longer sets ${them}.`;
}

export function describeTakenName(old: Resource, names: readonly string[]): string {
  return `${formatTitle(old)}: the replacement has the same ${joinWords(names)}. The API may refuse it while the old one exists.`;
}

/** Describes an update that the preview does not show, or a correction of the state. */
export function describeUnexplainedChange(
  old: Resource,
  { name, input, action }: Change,
  { requested, returned }: ArgumentValues,
): string {
  const title = formatTitle(old);
  const { idArgument, arguments: args } = old.definition;
  if (action === "fix state") {
    return `${title}: ${idArgument.name} is set, so \`pulumi up\` only corrects ${name} in the state; it isn't sent.`;
  }
  if (isUnknownOutcome(returned)) {
    return `${title}: the outcome of the last update of ${name} is unknown. \`pulumi up\` will send it again.`;
  }
  const argument = args.find((one) => one.name === name) as ResolvedArgument;
  if (!isSame(input, requested, argument)) return `${title}: the program sets ${name} to null. ${upWillSendIt}`;
  // The API has this value and it was requested, but the output is another: an earlier `up` left the argument out.
  if (isSame(input, returned, argument)) return `${title}: the program sets ${name} again. ${upWillSendIt}`;
  const values = describeTwoValues({ argument, value: input, returned }, "the program sets", "the API has");
  return `${title}: ${values}. \`pulumi up\` will send the program's value.`;
}

const upWillSendIt = "`pulumi up` will send it.";

// After a response.

/** Says that the API has another value, and that no update can change it. */
export function describeFixedValue(resource: Resource, difference: Difference, holder: Holder): string {
  const values = describeTwoValues(difference, holder, "the API has");
  return `${formatTitle(resource)}: ${values}. It can't be updated. To accept the API's value, set that value in the program.`;
}

/** Says that somebody else has changed an argument, because the request did not hold it. */
export function describeDrift(resource: Resource, difference: Difference): string {
  const values = describeTwoValues(difference, "the program sets", "the API returned");
  return `${formatTitle(resource)}: ${values}. It was changed outside Pulumi (drift). The next \`pulumi up\` will send the program's value.`;
}

/** Says that the API has accepted an argument and returned another value. */
export function describeNotApplied(resource: Resource, difference: Difference, status: Json): string {
  const { name, row } = difference.argument;
  const values = describeTwoValues(difference, "the program sets", "the API returned");
  const otherwise = row.undocumentedName
    ? `Or the API has another name for ${name}: set that name in apphosting:fieldNames.`
    : "Or the API didn't apply it: to stop this warning, set the API's value in the program.";
  return `${formatTitle(resource)}: ${values}. The API may still be applying it${describeStatus(resource, status)}: run \`pulumi up\` again later to send it again. ${otherwise}`;
}

/** Says that a response does not have what was sent. */
export function describeUnconfirmed(resource: Resource, sent: readonly string[]): string {
  const [they, values] = sent.length === 1 ? ["it was", "value"] : ["they were", "values"];
  return (
    `${formatTitle(resource)}: the response to the update doesn't include ${joinWords(sent)}, so nothing confirms that ${they} applied. Some APIs return ` +
    `success and drop fields that they don't accept. Check the ${values} in the web console.`
  );
}

export function describeMismatch(resource: Resource, { field, expected }: Mismatch): string {
  return `${formatTitle(resource)}: ${field} in the response has an unexpected type, so it's ignored (expected ${expected}).`;
}

/** Says that the API has no value of these outputs so far, or only a part of one. */
export function describeMissingOutputs(resource: Resource, outputs: readonly string[], status: Json): string {
  const { names, arguments: args } = resource.definition;
  // An argument that is never sent is there for this: a change of it sends an update, whose response has the outputs.
  const reload = args.find(({ row }) => row.role === "optional" && row.sent === false)?.name;
  const hint =
    reload === undefined ? "" : ` Once the ${names.label} is ready, change ${reload}: that update reads them.`;
  const list = joinWords(outputs, "disjunction");
  return `${formatTitle(resource)}: the API has no ${list} yet${describeStatus(resource, status)}.${hint}`;
}

/** @param message what the API says beside, such as why it has created nothing */
export function describeFallbackId(resource: Resource, message: string | undefined): string {
  const quoted = message === undefined ? "" : ` The API's message: ${makeSafe(resource, message)}`;
  return `${formatTitle(resource)}: the response has no id, so the package made this one from the arguments.${quoted}`;
}

/** Says that a create has returned the id of what the stack has already. */
export function describeSharedId(resource: Resource): string {
  const { label } = resource.definition.names;
  return `${formatTitle(resource)}: another resource of this \`up\` has the same id. The API may have returned an existing ${label} instead of creating one.`;
}

// In a refresh and a delete.

/** Says that a refresh reads nothing. It names no resource, because it holds for all of them. */
export const nothingRead =
  "`pulumi refresh` reads nothing, because the API documents no read. If yours has one, run `pulumi config set apphosting:operations read`. It takes effect with the next `pulumi up`.";

export function describeUnreadableId(resource: Resource): string {
  return `${formatTitle(resource)} wasn't read, because the package made its id. Set ${resource.definition.idArgument.name} to the API's id.`;
}

export function describeNotFound(resource: Resource, message: string): string {
  return (
    `${formatTitle(resource)} stays in the state, but the API can't find it. ${goneOrForeign} ` +
    `If it's gone, run \`pulumi state delete\` with its URN.\n${message}`
  );
}

const goneOrForeign = "It's gone, or it belongs to a different organization than the token.";

/** Says that a resource leaves the state and is not deleted. */
export function describeStillExists(resource: Resource, reason: RetainReason): string {
  return `${formatTitle(resource)} was removed from the state but still exists: ${describeReason(resource, reason)}.`;
}

/** Says that the API did not find what was to be deleted. Pulumi itself tells that it has deleted it. */
export function describeGoneBefore(resource: Resource, message: string): string {
  return `${formatTitle(resource)} was removed from the state: the API can't find it. ${goneOrForeign}\n${message}`;
}

function describeReason({ definition: { names, idArgument, deletion } }: Resource, reason: RetainReason): string {
  switch (reason) {
    case "never deleted":
      return `no ${names.label} is ever deleted${deletion === "with consent" ? "" : `, because ${deletion.never}`}`;
    case "fallback id":
      return "the package made its id, which the API doesn't know";
    case "no consent":
      return "it's deleted only if an earlier `pulumi up` set `retainOnDelete: false` and the program still does";
    case "in use":
      return `this program still uses the ${names.label}: another resource, ${idArgument.name}, or \`get\` has its id`;
    case "not named":
      return "apphosting:operations doesn't include delete";
  }
}

/** Who has a value, as the beginning of a clause. */
export type Holder = "the program sets" | "the state has" | "the API has" | "the API returned";

/** Describes two values of an argument that differ. Both are shown, or none: next to the other, each tells what was changed. */
function describeTwoValues({ argument, value, returned }: Difference, holder: Holder, otherHolder: Holder): string {
  const [shown, otherShown] = [showValue(value), showValue(returned)];
  if (shown === undefined || otherShown === undefined) {
    return `${argument.name}: ${holder} one value, but ${otherHolder} another`;
  }
  return `${argument.name}: ${holder} ${shown}, but ${otherHolder} ${otherShown}`;
}

function describeStatus(resource: Resource, status: Json): string {
  return typeof status === "string" ? ` (status "${makeSafe(resource, status)}")` : "";
}
