/**
 * What a preview doesn't show by itself: adoptions, what becomes of a replaced or deleted resource, and changes that
 * the engine can't see. The engine also prints these lines in the `up` that follows, even if its request fails.
 */

import { listArgumentNames } from "../../definitions/definition.js";
import type {
  Change,
  ConsentChange,
  ManagedResource,
  NewResource,
  Plan,
  RetainReason,
  StoredResource,
} from "../state/model.js";
import { addTitle, describeTwoValues, formatTitle, goneNotice, joinWords } from "./text.js";

export function describeAdoption(resource: NewResource, isConsented: boolean): string {
  const { definition, inputs } = resource;
  const title = formatTitle(resource);
  if (definition.create.method === "PATCH") {
    const sent = listArgumentNames(definition, ({ name, isInBody }) => isInBody && name in inputs);
    return `${title} will be adopted: it already exists, and \`pulumi up\` will set its ${joinWords(sent)}.`;
  }
  const effect = definition.operations.read === undefined ? "Nothing will be sent." : "Its outputs will be read.";
  const consent = isConsented ? ` ${describeConsent("deleted")}` : "";
  return `${title} will be adopted, not created, because ${definition.idArgument} is set. ${effect}${consent}`;
}

/**
 * Names the resource as the state has it, because that one may leave the stack.
 *
 * @param reason why it would then be retained
 */
export function describePlan(resource: ManagedResource, plan: Plan, reason: RetainReason | undefined): string[] {
  const { stored } = resource;
  const { idArgument, names } = stored.definition;
  if (plan.names.replaced.length > 0) return describeReplacement(resource, plan, reason);
  const sentences = [...describeRepetition(resource, plan), ...describeOmissions(plan)];
  // The sentence about the repetition has all that is sent.
  const isCovered = ({ effect }: Change) => stored.state.unconfirmed !== undefined && effect !== "record";
  const explained = plan.changes.filter((change) => {
    const needsWords = change.effect === "record" || change.isUnseen || change.input === null;
    return change.input !== undefined && needsWords && !isCovered(change);
  });
  sentences.push(...explained.map((change) => explainChange(resource, change)));
  if (plan.consentChange !== undefined) sentences.push(describeConsentChange(stored, plan.consentChange));
  if (plan.hasUnknownId) {
    sentences.push(
      `${idArgument} isn't known before \`up\`. ` +
        `If it turns out to be the id of another ${names.label}, this one leaves the stack and ${keepsRunningNotice}`,
    );
  }
  return sentences.map((sentence) => addTitle(stored, sentence));
}

function describeReplacement({ stored }: ManagedResource, plan: Plan, reason: RetainReason | undefined): string[] {
  const { definition } = stored;
  const title = formatTitle(stored);
  const lines: string[] = [];
  const names = joinWords(plan.names.replaced);
  if (plan.changes.every(({ isUnseen }) => isUnseen)) {
    // To the engine, a change from absent to null is none.
    lines.push(`${title} will be replaced because the program sets ${names} to null.`);
  }
  if (plan.isReplacedByAdoption) {
    const consequence =
      reason === "fallback id"
        ? "The package made its id, so both may be the same resource."
        : `It ${keepsRunningNotice}`;
    return [...lines, `${title} will leave the stack, because another one is adopted in its place. ${consequence}`];
  }
  const isCertain = plan.changes.some(({ effect, isUnknown }) => effect === "replace" && !isUnknown);
  const [will, condition] = isCertain ? ["will", ""] : ["may", `: ${names} isn't known before \`up\``];
  lines.push(
    reason === undefined
      ? `${title} ${will} be replaced, and the old one deleted${condition}.`
      : `${title} ${will} be replaced${condition}. The old one leaves the stack and ${keepsRunningNotice}`,
  );
  const { uniqueBy } = definition;
  const hasOtherIdentity = plan.changes.some(({ argument }) => uniqueBy.includes(argument.name));
  const shared = listArgumentNames(definition, ({ name, isInBody }) => isInBody && uniqueBy.includes(name));
  if (shared.length > 0 && !hasOtherIdentity) {
    const refusal = "The API may refuse it while the old one exists.";
    lines.push(`${title}: the replacement has the same ${joinWords(shared)}. ${refusal}`);
  }
  return lines;
}

/** Explains why an update sends what the program hasn't changed. */
function describeRepetition({ stored }: ManagedResource, plan: Plan): string[] {
  const { unconfirmed } = stored.state;
  if (unconfirmed === undefined || plan.names.sent.length === 0) return [];
  const sent = joinWords(plan.names.sent);
  return unconfirmed === "update"
    ? [`an earlier update may or may not have been carried out, so \`pulumi up\` will send ${sent}.`]
    : [`reading it did not confirm everything that the program sets. \`pulumi up\` will send ${sent}.`];
}

function describeOmissions({ names: { omitted } }: Plan): string[] {
  if (omitted.length === 0) return [];
  const [they, them] = omitted.length === 1 ? ["it's", "it"] : ["they're", "them"];
  return [
    `the program no longer sets ${joinWords(omitted)}, so ${they} no longer managed. Nothing is sent for ${them}.`,
  ];
}

/** Explains an update that the preview doesn't show, or a change that is only recorded. */
function explainChange(resource: ManagedResource, change: Change): string {
  const { definition, inputs } = resource;
  const { argument, effect, input = null, actual, isInApi } = change;
  const { name } = argument;
  if (effect !== "record") {
    if (input === null) return `the program sets ${name} to null. \`pulumi up\` will send it.`;
    const values = describeTwoValues(resource, { argument, value: input, actual }, "the program sets", "the API has");
    return `${values}. \`pulumi up\` will send the program's value. To stop this, set the API's value in the program.`;
  }
  const corrects = `\`pulumi up\` only corrects ${name} in the state`;
  if (isInApi) return `${corrects}: the API already has this value.`;
  const reason = inputs.existingId === undefined ? `${name} can't be updated` : `${definition.idArgument} is set`;
  return `${reason}, so ${corrects}. It isn't sent, and the API keeps its own value.`;
}

function describeRetainReason({ definition }: StoredResource, reason: RetainReason): string {
  const { names, idArgument, deletion } = definition;
  switch (reason) {
    case "never deleted": {
      const why = deletion === "with consent" ? "" : `, because ${deletion.never}`;
      return `no ${names.label} is ever deleted${why}`;
    }
    case "fallback id":
      return "the package made its id, which the API doesn't know";
    case "no consent":
      return "no earlier `pulumi up` recorded `retainOnDelete: false`, or it was withdrawn";
    case "replaced by adoption":
      return "another one was adopted in its place";
    case "in use":
      return `this program still uses the ${names.label}: another resource, ${idArgument}, or \`get\` has the same id`;
    case "not enabled":
      return "apphosting:operations doesn't include delete";
  }
}

export function describeStillExists(resource: StoredResource, reason: RetainReason): string {
  const why = describeRetainReason(resource, reason);
  return `${formatTitle(resource)} was removed from the state but still exists: ${why}.`;
}

export function describeGoneBefore(resource: StoredResource, message: string): string {
  return `${formatTitle(resource)} was removed from the state: the API can't find it. ${goneNotice}\n${message}`;
}

function describeConsent(effect: "deleted" | "retained"): string {
  const events = "it's replaced, removed from the program or destroyed";
  return `Once this \`up\` has succeeded, it will be ${effect} if ${events}.`;
}

function describeConsentChange(resource: StoredResource, change: ConsentChange): string {
  if (change === "withdrawn") return `retainOnDelete is no longer false. ${describeConsent("retained")}`;
  const never = `Even so, it's never deleted: ${describeRetainReason(resource, "fallback id")}.`;
  return `retainOnDelete is now false. ${resource.state.hasFallbackId ? never : describeConsent("deleted")}`;
}

const keepsRunningNotice = "keeps running, and billing, until you delete it.";
