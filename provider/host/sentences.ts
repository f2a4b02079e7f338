/**
 * What a preview doesn't show by itself, and what a user has to know about a response. Each sentence follows the title
 * of the resource. The engine prints a preview's sentences again in the next `up`, even if the request fails.
 */

import { type Json, parseText } from "../rows/json.js";
import { type Change, isUnknown, listNames, type Plan, unknownInput } from "./plan.js";
import { canUpdate, type Difference, isSame, listDifferences, type Received, type Resource } from "./state.js";

/** Formats the parts that are known, such as `Environment staging of app-1 (env-3)`. */
export function formatTitle({ table, id, values }: Resource): string {
  const { className, uniqueBy } = table;
  const show = (value: Json | undefined) => parseText(value).replace(unknownInput, "");
  const name = show(values.name);
  if (name === "") return `${className} ${show(id)}`.trimEnd();
  const owners = uniqueBy.filter((one) => one !== "name" && show(values[one]) !== "");
  const title = [className, name, ...owners.map((owner) => `of ${show(values[owner])}`)].join(" ");
  return show(id) === "" ? title : `${title} (${show(id)})`;
}

function joinWords(items: readonly string[]): string {
  return new Intl.ListFormat("en").format(items);
}

export const goneNotice = "It's gone, or it belongs to a different organization than the token.";

export function describeAdoption({ table, inputs, operations }: Resource): string[] {
  const set = table.arguments.filter(({ name }) => name in inputs);
  if (table.create === "PATCH") {
    const sent = set.filter(({ place }) => place === "body").map(({ name }) => name);
    return [` will be adopted: it already exists, and \`pulumi up\` will set its ${joinWords(sent)}.`];
  }
  const hasRead = operations.includes("read");
  const effect = hasRead ? "Its outputs will be read." : "Nothing will be sent.";
  const later = set.filter((one) => canUpdate(one, operations) && !(hasRead && one.source));
  const names = joinWords(later.map(({ name }) => name));
  const unshown = ` A later \`pulumi up\` will send ${names}, because no response shows what the API has.`;
  return [` will be adopted, not created, because ${table.idArgument} is set. ${effect}${names && unshown}`];
}

/** @param stored the resource with the values of the state: it may leave the stack */
export function describePlan(stored: Resource, plan: Plan): string[] {
  const { idArgument, noun } = stored.table;
  if (plan.adoptsAnother && stored.state.hasMadeId)
    return [" will have the API's id instead of the one that the package made."];
  if (plan.adoptsAnother) return [` leaves this resource, unchanged: another ${noun} is adopted in its place.`];
  if (plan.replaced.length > 0) return describeReplacement(stored, plan);
  const sentences = plan.changes.map((change) => describeChange(stored, change));
  if (plan.hasUnknownId) {
    sentences.push(
      `${idArgument} isn't known before \`up\`. If it turns out to be the id of another ${noun}, ` +
        "this one leaves this resource, unchanged.",
    );
  }
  return sentences.filter((sentence) => sentence !== "").map((sentence) => `: ${sentence}`);
}

/** Returns an empty text where the engine shows all of it. */
function describeChange({ table: { idArgument }, inputs }: Resource, change: Change): string {
  const { effect, input, before, isInApi, isUnseen } = change;
  const { argument, actual } = before;
  const { name } = argument;
  if (input === undefined)
    return `the program no longer sets ${name}, so it's no longer managed. Nothing is sent for it.`;
  if (effect === "record") {
    const records = `\`pulumi up\` only corrects ${name} in the state`;
    if (isInApi) return `${records}: the API already has this value.`;
    const reason = inputs[idArgument] === undefined ? `${name} can't be updated` : `${idArgument} is set`;
    const kept = actual === undefined || argument.secret ? "its own value" : JSON.stringify(actual);
    return `${reason}, so ${records}. It isn't sent, and the API keeps ${kept}.`;
  }
  // To the engine, null is the same as absent.
  if (input === null) return `the program sets ${name} to null. \`pulumi up\` will send it.`;
  if (!isUnseen) return "";
  // The API may still be applying another value than the one that a response showed.
  if (actual === undefined || isSame(input, actual, argument)) {
    return `\`pulumi up\` will send ${name}, because no response has confirmed what the API has.`;
  }
  const values = describeTwoValues({ argument, value: input, actual }, "the API has");
  return `${values}. \`pulumi up\` will send the program's value. To stop this, set the API's value in the program.`;
}

function describeReplacement({ table, operations }: Resource, { changes, replaced }: Plan): string[] {
  const { noun, uniqueBy, neverDeleted, parent } = table;
  const names = joinWords(replaced);
  const canBeDeleted = neverDeleted === "" && operations.includes("delete");
  // In a terminal, a preview shows no line of its own for the delete.
  const unless = canBeDeleted ? ", unless the preview shows its delete: without `[retain]`, Pulumi deletes it" : "";
  const oldOne = `The old one leaves the stack and keeps running, and billing, until you delete it${unless}.`;
  const advice = names === parent?.argument ? "" : cacheTargetAdvice;
  const isCertain = changes.some(({ effect, input }) => effect === "replace" && !isUnknown(input));
  const endings = [
    isCertain
      ? ` will be replaced. ${oldOne}`
      : ` may be replaced: ${names} isn't known before \`up\`. ${advice}${oldOne}`,
  ];
  // To the engine, a change from absent to null is none.
  const isUnseen = changes.every((change) => change.isUnseen);
  if (isUnseen) endings.unshift(` will be replaced because the program sets ${names} to null.`);
  const isSameIdentity = uniqueBy.includes("name") && !listNames(changes).some((name) => uniqueBy.includes(name));
  if (isSameIdentity) {
    endings.push(`: the replacement has the same name. The API may refuse it while the old ${noun} exists.`);
  }
  return endings;
}

const cacheTargetAdvice = "If a cache's output is the reason, first run `pulumi up --target <URN of the cache>`. ";

export function describeCreation(resource: Resource, response: Received, applied: readonly string[]): string[] {
  const { table } = resource;
  const { message, type, values, hasMadeId } = response;
  const endings = describeUpdate(resource, response, applied);
  if (hasMadeId) {
    const quoted = message === "" ? "" : ` The API's message: ${message}`;
    return [`: the response has no id, so the package made this one from the arguments.${quoted}`, ...endings];
  }
  const showsNothing = table.create === "POST" && type === "" && Object.keys(values).length === 0;
  if (!showsNothing) return endings;
  const look = `In the provider's web console, check that this is the ${table.noun}'s id`;
  return [`: the response shows nothing of the ${table.noun} but this id. ${look}.`, ...endings];
}

export function describeUpdate(resource: Resource, response: Received, applied: readonly string[]): string[] {
  const { table, inputs, operations } = resource;
  const endings = listDifferences(table, inputs, response.values).map((difference) => {
    const { argument } = difference;
    if (!canUpdate(argument, operations)) return describeFixedValue(difference);
    const values = describeTwoValues(difference, "the API returned");
    if (!applied.includes(argument.name)) {
      return `${values}. It was changed outside Pulumi (drift). The next \`pulumi up\` will send the program's value.`;
    }
    const { status } = response.values;
    const shownStatus = typeof status === "string" ? ` (status "${status}")` : "";
    const advice = argument.hasUndocumentedField
      ? `Or the API has another name for ${argument.name}: set that name in apphosting:fieldNames.`
      : "Or the API didn't apply it: to stop this warning, set the API's value in the program.";
    const retry = "run `pulumi up` again later to send it again.";
    return `${values}. The API may still be applying it${shownStatus}: ${retry} ${advice}`;
  });
  return [...endings, ...describeMismatches(response)].map((sentence) => `: ${sentence}`);
}

/** Describes what differs and can't be updated. The next preview shows what can. */
export function describeRead({ table, inputs, operations }: Resource, response: Received): string[] {
  const differences = listDifferences(table, inputs, response.values);
  const fixed = differences.filter(({ argument }) => !canUpdate(argument, operations));
  return [...fixed.map(describeFixedValue), ...describeMismatches(response)].map((sentence) => `: ${sentence}`);
}

function describeMismatches({ mismatches }: Received): string[] {
  const ignored = "in the response has an unexpected type, so it's ignored";
  return mismatches.map(({ path, expected }) => `${path} ${ignored} (expected ${expected}).`);
}

function describeFixedValue(difference: Difference): string {
  const values = describeTwoValues(difference, "the API has");
  return `${values}. It can't be updated. To accept the API's value, set that value in the program.`;
}

function describeTwoValues(
  { argument, value, actual }: Difference,
  source: "the API has" | "the API returned",
): string {
  if (argument.secret) return `${argument.name}: the program sets one value, but ${source} another`;
  return `${argument.name}: the program sets ${JSON.stringify(value)}, but ${source} ${JSON.stringify(actual)}`;
}
