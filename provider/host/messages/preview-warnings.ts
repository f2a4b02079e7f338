/**
 * What a user has to know before an `up`, and what its preview does not show: what is adopted, what becomes of a replaced resource, and
 * changes that the engine cannot see. Each warning names its resource, and says what will be. Nothing here sends or prints: the engine
 * prints these lines in the `up` that follows, too, also where a request of it then fails.
 */

import type { JsonObject } from "../../api/http/json.js";
import { listArgumentNames, listBodyArguments, type ResolvedDefinition } from "../../definitions/definition.js";
import { findRetainReason } from "../deletion.js";
import { type Change, listChangedNames, type Plan } from "../plan.js";
import { isUnknown, type ManagedResource, type NewResource } from "../resource.js";
import { getArgumentValues, hasConsent, isGiven, isSame, type State, unknownOutcome } from "../state.js";
import { describeConsent, describeConsentChange, keepsRunningNotice } from "./delete-warnings.js";
import { addTitle, describeTwoValues, formatTitle, joinWords, showValue } from "./phrases.js";

/** Describes how the program adopts a resource that is new to the stack. */
export function describeAdoption(resource: NewResource): string {
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

/** Describes what the preview does not show of a plan. It names the resource as the state has it, which may leave the stack. */
export function describePlan(resource: ManagedResource, plan: Plan): string[] {
  const { stored } = resource;
  const { idArgument, names } = stored.definition;
  if (listChangedNames(plan, "replace").length > 0) return describeReplacement(resource, plan);
  if (stored.isForeign) return [describeTakeover(resource, plan)];
  const sentences = plan.changes
    .filter(({ effect, engineMayMiss }) => engineMayMiss || effect === "record")
    .map((change) => explainChange(resource, change));
  if (plan.consentChange !== undefined) sentences.push(describeConsentChange(stored, plan.consentChange));
  if (plan.hasUnknownId) {
    sentences.push(
      `${idArgument} isn't known before \`up\`. ` +
        `If it turns out to be the id of another ${names.label}, this one leaves the stack and ${keepsRunningNotice}`,
    );
  }
  return addTitle(stored, sentences);
}

/** Describes what becomes of a state that another provider has written. */
function describeTakeover(resource: ManagedResource, plan: Plan): string {
  const sent = listBodyArguments(resource.definition, listChangedNames(plan, "update"));
  const effect = sent.length > 0 ? `\`pulumi up\` will send it ${joinWords(sent)}` : "Nothing will be sent";
  const { idArgument } = resource.definition;
  const doubt = plan.hasUnknownId ? ` if ${idArgument} turns out to be its id` : "";
  const consent =
    plan.consentChange === undefined ? "" : ` ${describeConsentChange(resource.stored, plan.consentChange)}`;
  return (
    `${formatTitle(resource)} will be taken over from the provider that wrote its state${doubt}. ` +
    `${effect}.${consent}`
  );
}

/** Describes what becomes of the old resource, and how the new one differs from it. */
function describeReplacement({ inputs, stored }: ManagedResource, plan: Plan): string[] {
  const { definition, state } = stored;
  const title = formatTitle(stored);
  const lines: string[] = [];
  const replacing = plan.changes.filter(({ effect }) => effect === "replace");
  const names = joinWords(replacing.map(({ argument }) => argument.name));
  if (plan.engineMayMissAll) {
    // The engine marks no argument: a change to null is no change to it.
    lines.push(`${title} will be replaced because the program sets ${names} to null.`);
  }
  // Only a consent that both the state and the program have counts: else the old resource is retained.
  const reason = findRetainReason(stored, state.hasConsent && hasConsent(inputs));
  if (plan.isReplacedByAdoption) {
    const fate =
      reason === "fallback id" ? "The package made its id, so both may be the same." : `It ${keepsRunningNotice}`;
    return [...lines, `${title} will leave the stack, because another one is adopted in its place. ${fate}`];
  }
  const isCertain = replacing.some(({ input }) => !isUnknown(input));
  const [will, doubt] = isCertain ? ["will", ""] : ["may", `: ${names} isn't known before \`up\``];
  lines.push(
    reason === undefined
      ? `${title} ${will} be replaced, and the old one deleted${doubt}.`
      : `${title} ${will} be replaced${doubt}. The old one leaves the stack and ${keepsRunningNotice}`,
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
  const shared = listArgumentNames(definition, ({ name, isInBody }) => isInBody && uniqueBy.includes(name));
  if (shared.length > 0 && !hasOtherIdentity) {
    const refusal = "The API may refuse it while the old one exists.";
    lines.push(`${title}: the replacement has the same ${joinWords(shared)}. ${refusal}`);
  }
  return lines;
}

/** Lists the arguments that the program had set for the old resource, with the values that can be shown, and that its replacement goes without. */
function listDropped(definition: ResolvedDefinition, inputs: JsonObject, state: State): string[] {
  return definition.arguments.flatMap(({ name, isInBody }) => {
    const { output, actual } = getArgumentValues(state, name);
    // The output is null where it could show a secret that nothing marks.
    const value = output ?? actual;
    const isKnown = value !== null && value !== unknownOutcome;
    const isDropped = isInBody && inputs[name] === undefined && isGiven(state, name);
    if (!isDropped || !isKnown) return [];
    const shown = showValue(value);
    return [shown === undefined ? name : `${name} (${shown})`];
  });
}

/** Explains an update that the preview does not show, or a change that the state alone takes. */
function explainChange(resource: ManagedResource, { argument, effect, input }: Change): string {
  const { definition, stored } = resource;
  const { name } = argument;
  const { requested, actual } = getArgumentValues(stored.state, name);
  if (input === undefined)
    return `the program no longer sets ${name}, so it's no longer managed. Nothing is sent for it.`;
  if (effect === "record") {
    if (argument.changeEffect === "record") return `\`pulumi up\` only records ${name} in the state; it isn't sent.`;
    const corrects = `\`pulumi up\` only corrects ${name} in the state`;
    if (isSame(input, actual, argument)) return `${corrects}: the API already has this value.`;
    return `${definition.idArgument} is set, so ${corrects}. It isn't sent, and the API keeps its own value.`;
  }
  if (actual === unknownOutcome) {
    return `${name}: it's unknown which value the API has. \`pulumi up\` will send the program's.`;
  }
  if (!isSame(input, requested, argument)) return `the program sets ${name} to null. \`pulumi up\` will send it.`;
  // The API has this value and it was requested, but the output is another: an earlier `up` left the argument out.
  if (isSame(input, actual, argument)) return `the program sets ${name} again. \`pulumi up\` will send it.`;
  const values = describeTwoValues({ argument, value: input, actual }, "the program sets", "the API has");
  return `${values}. \`pulumi up\` will send the program's value.`;
}
