/**
 * What a user has to know before an `up`, and what its preview does not show: what is adopted, what becomes of a replaced resource, and
 * changes that the engine cannot see. Each warning names its resource, and says what will be. Nothing here sends or prints: the engine
 * prints these lines in the `up` that follows, too, also where a request of it then fails.
 */

import type { JsonObject } from "../api/http/json.js";
import { listArgumentNames, listBodyArguments, type ResolvedDefinition } from "../definitions/definition.js";
import { addTitle, describeTwoValues } from "./response-warnings.js";
import { type Change, listChangedNames, type Plan } from "./rules.js";
import { formatTitle, joinWords, showValue } from "./safe-text.js";
import { describeRetainReason, findRetainReason, type Resource } from "./session.js";
import { getValues, hasConsent, isSame, isUnknownOutcome, type State } from "./state.js";

/** Describes how the program adopts a resource that is new to the stack. */
export function describeAdoption(resource: Resource): string {
  const { definition, inputs } = resource;
  const title = formatTitle(resource);
  if (definition.create.method === "PATCH") {
    const sent = listBodyArguments(definition, Object.keys(inputs));
    return `${title} will be adopted: it already exists, and \`pulumi up\` will send it ${joinWords(sent)}.`;
  }
  const effect = definition.operations.read === undefined ? "Nothing will be sent." : "Its outputs will be read.";
  const consent = hasConsent(inputs) ? ` ${describeConsent(resource)}` : "";
  return `${title} will be adopted, not created, because ${definition.idArgument} is set. ${effect}${consent}`;
}

/**
 * Describes what the preview does not show of a plan.
 *
 * @param old the resource as the state has it
 */
export function describePlan(old: Resource, inputs: JsonObject, plan: Plan, state: State): string[] {
  if (listChangedNames(plan, "replace").length > 0) return describeReplacement(old, inputs, plan, state);
  const sentences = plan.changes
    .filter(({ action, engineCannotSee }) => engineCannotSee || action === "fix state")
    .map((change) => explainChange(old, change, state));
  if (plan.consent === "granted") {
    sentences.push(`retainOnDelete is now false. ${describeConsent(old)}`);
  } else if (plan.consent === "withdrawn") {
    const effect = "From this `up` on, it's retained when it's replaced, leaves the program or is destroyed.";
    sentences.push(`retainOnDelete is no longer false. ${effect}`);
  }
  return addTitle(old, sentences);
}

/** Describes what becomes of the old resource, and how the new one differs from it. */
function describeReplacement(old: Resource, inputs: JsonObject, plan: Plan, state: State): string[] {
  const { definition } = old;
  const title = formatTitle(old);
  const lines: string[] = [];
  if (plan.engineCannotSee) {
    // The engine marks no argument: a change to null is no change to it.
    const names = joinWords(listChangedNames(plan, "replace"));
    lines.push(`${title} will be replaced because the program sets ${names} to null.`);
  }
  // A consent that is given or withdrawn together with the replacement does not count: the old resource is retained.
  const reason = findRetainReason(old, state.isDeletable && hasConsent(inputs));
  if (inputs[definition.idArgument] !== undefined) {
    const mayBeTheSame = "The package made its id, so both may be the same.";
    const kept = reason === "fallback id" ? mayBeTheSame : `It ${keepsRunning}`;
    const fate = reason === undefined ? "It will be deleted." : kept;
    return [...lines, `${title} will leave the stack, because another one is adopted in its place. ${fate}`];
  }
  lines.push(
    reason === undefined
      ? `${title} will be replaced, and the old one deleted.`
      : `${title} will be replaced. The old one leaves the stack and ${keepsRunning}`,
  );
  const dropped = listDropped(definition, inputs, state);
  if (dropped.length > 0) {
    const them = dropped.length === 1 ? "it" : "them";
    lines.push(
      `${title}: the replacement won't have ${joinWords(dropped)}, because the program no longer sets ${them}.`,
    );
  }
  const { uniqueBy = [] } = definition;
  const hasOtherIdentity = plan.changes.some(({ argument }) => uniqueBy.includes(argument.name));
  const taken = listArgumentNames(definition, ({ name, isInBody }) => isInBody && uniqueBy.includes(name));
  if (taken.length > 0 && !hasOtherIdentity) {
    const refusal = "The API may refuse it while the old one exists.";
    lines.push(`${title}: the replacement has the same ${joinWords(taken)}. ${refusal}`);
  }
  return lines;
}

const keepsRunning = "keeps running, and billing, until you delete it.";

/** Lists the arguments that the program had set for the old resource, with the values that can be shown, and that its replacement goes without. */
function listDropped(definition: ResolvedDefinition, inputs: JsonObject, state: State): string[] {
  return definition.arguments.flatMap(({ name, isInBody }) => {
    const { output, returned } = getValues(state, name);
    // The output is null where it could show a secret that nothing marks.
    const value = output ?? returned;
    const isKnown = value !== null && !isUnknownOutcome(value);
    const isDropped = isInBody && inputs[name] === undefined && state.setNames?.includes(name) === true;
    if (!isDropped || !isKnown) return [];
    const shown = showValue(value);
    return [shown === undefined ? name : `${name} (${shown})`];
  });
}

/** Describes the effect of a consent to a delete, which outlasts this run: that this run still uses the resource does not count. */
function describeConsent(resource: Resource): string {
  const reason = findRetainReason(resource, true);
  return reason === undefined || reason === "in use"
    ? "From this `up` on, it's deleted when it's replaced, leaves the program or is destroyed."
    : `Even so, it's never deleted: ${describeRetainReason(resource, reason)}.`;
}

/** Explains an update that the preview does not show, or a correction of the state. */
function explainChange({ definition }: Resource, { argument, input, action }: Change, state: State): string {
  const { name } = argument;
  if (action === "fix state") {
    return `${definition.idArgument} is set, so \`pulumi up\` only corrects ${name} in the state; it isn't sent.`;
  }
  const { requested, returned } = getValues(state, name);
  if (isUnknownOutcome(returned)) {
    return `the outcome of the last update of ${name} is unknown. \`pulumi up\` will send it again.`;
  }
  if (!isSame(input, requested, argument)) return `the program sets ${name} to null. \`pulumi up\` will send it.`;
  // The API has this value and it was requested, but the output is another: an earlier `up` left the argument out.
  if (isSame(input, returned, argument)) return `the program sets ${name} again. \`pulumi up\` will send it.`;
  const values = describeTwoValues({ argument, value: input, returned }, "the program sets", "the API has");
  return `${values}. \`pulumi up\` will send the program's value.`;
}
