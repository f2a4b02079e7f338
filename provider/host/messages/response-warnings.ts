/** What a user has to know about a response: differing, missing and malformed values, and what no longer exists. */

import type { Difference, Resource, ResponseWithId } from "../state/model.js";
import {
  addTitle,
  describeTwoValues,
  formatTitle,
  goneNotice,
  joinWords,
  makeSafe,
  stateDeleteAdvice,
} from "./text.js";

interface Result {
  readonly sentNames: readonly string[];
  readonly differences: readonly Difference[];
  /** The sent arguments that the response lacks. */
  readonly missing: readonly string[];
}

export function describeResponse(
  resource: Resource,
  response: ResponseWithId,
  { sentNames, differences, missing }: Result,
): string[] {
  const sentences = differences.map((difference) => {
    const { argument } = difference;
    if (!argument.isUpdatable) return describeFixedValue(resource, difference, "the program sets");
    const values = describeTwoValues(resource, difference, "the program sets", "the API returned");
    if (!sentNames.includes(argument.name)) {
      return `${values}. It was changed outside Pulumi (drift). The next \`pulumi up\` will send the program's value.`;
    }
    const advice = argument.row.undocumentedName
      ? `Or the API has another name for ${argument.name}: set that name in apphosting:fieldNames.`
      : "Or the API didn't apply it: to stop this warning, set the API's value in the program.";
    const status = describeStatus(resource, response);
    return (
      `${values}. The API may still be applying it${status}: ` +
      `run \`pulumi up\` again later to send it again. ${advice}`
    );
  });
  if (missing.length > 0) {
    const [they, theirValues] = missing.length === 1 ? ["it was", "value"] : ["they were", "values"];
    sentences.push(
      `the response to the update doesn't include ${joinWords(missing)}, ` +
        `so nothing confirms that ${they} applied. Some APIs return success and drop fields that they don't accept. ` +
        `Check the ${theirValues} in the web console.`,
    );
  }
  sentences.push(...describeMismatches(response));
  return sentences.map((sentence) => addTitle(resource, sentence));
}

function describeStatus(resource: Resource, { values }: ResponseWithId): string {
  const status = values[resource.definition.status ?? ""];
  return typeof status === "string" ? ` (status "${makeSafe(resource, status)}")` : "";
}

/** Describes what differs and can't be updated. The next preview shows what can. */
export function describeRead(
  resource: Resource,
  response: ResponseWithId,
  differences: readonly Difference[],
): string[] {
  const source = resource.kind === "stored" ? "the state has" : "the program sets";
  const fixed = differences.filter(({ argument }) => !argument.isUpdatable);
  const sentences = fixed.map((difference) => describeFixedValue(resource, difference, source));
  return [...sentences, ...describeMismatches(response)].map((sentence) => addTitle(resource, sentence));
}

function describeFixedValue(
  resource: Resource,
  difference: Difference,
  source: "the program sets" | "the state has",
): string {
  const values = describeTwoValues(resource, difference, source, "the API has");
  return `${values}. It can't be updated. To accept the API's value, set that value in the program.`;
}

function describeMismatches({ mismatches }: ResponseWithId): string[] {
  return mismatches.map(
    ({ field, expected }) => `${field} in the response has an unexpected type, so it's ignored (expected ${expected}).`,
  );
}

export function describeFallbackId(resource: Resource, message: string | undefined): string {
  const quoted = message === undefined ? "" : ` The API's message: ${makeSafe(resource, message)}`;
  return addTitle(resource, `the response has no id, so the package made this one from the arguments.${quoted}`);
}

/** For all resources at once. */
export const nothingReadNotice =
  "`pulumi refresh` reads nothing, because the API documents no read. " +
  "If your API supports it, run `pulumi config set apphosting:operations read`. It takes effect in the next `up`.";

export function describeUnreadableId(resource: Resource): string {
  return (
    `${formatTitle(resource)} wasn't read, because the package made its id. ` +
    `Set ${resource.definition.idArgument} to the API's id.`
  );
}

export function describeNotFound(resource: Resource, message: string): string {
  const advice = `If it's gone, ${stateDeleteAdvice}.`;
  return `${formatTitle(resource)} stays in the state, but the API can't find it. ${goneNotice} ${advice}\n${message}`;
}
