/** The sentences about what a response holds, lacks, or is about. */

import type { Json } from "../../api/http/json.js";
import type { Mismatch } from "../../api/wire/fields.js";
import type { ResourceResponse } from "../../api/wire/responses.js";
import type { DocumentedDefinition } from "../../definitions/definition.js";
import type { Subject } from "../session/subject.js";
import { type Difference, describeTwoValues, upSendsIt } from "./differences.js";
import { formatTitle, joinWords, makeSafe } from "./subject-texts.js";

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

/** Says that an argument of which no response has the value was changed outside Pulumi, as far as an output shows it. */
export function describeOutputDrift(
  subject: Subject,
  argument: string,
  { output, field }: { output: string; field: string },
): string {
  return `${formatTitle(subject)}: ${argument}: the API returned another ${output}.${field} than before. It was changed outside Pulumi (drift)`;
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

/** Says that a cache, or another resource that is adopted, may be another one than before. */
export function describeRemadeResource(subject: Subject, output: string): string {
  return `${formatTitle(subject)}: the API returned another ${output} than before: the ${subject.definition.names.words} may have been made anew`;
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
  response: ResourceResponse,
): string {
  const { definition } = subject;
  const title = formatTitle(subject);
  const { words } = definition.names;
  return (
    `${verb} ${words} got a response with ${describeOther(subject, what, response)}, so that it may be about another ${words} than ${title}. Check apphosting:baseUrl, ` +
    `apphosting:operations and the token's organization. If ${title} does not exist any more, run \`pulumi state delete\` with its ` +
    `URN, or set the id of another one as ${definition.idArgument.name}.`
  );
}

/** Says that the response to a read has no id, by which a read is told to be about the right resource. */
export function describeMissingId({ definition: { names } }: Subject): string {
  return `read ${names.words} got a response with no id. Check apphosting:operations.`;
}

/** Says that the response to a `get` is about another resource. */
export function describeOtherExternal(subject: Subject, what: string, response: ResourceResponse): string {
  const { words } = subject.definition.names;
  return `read ${words} got a response with ${describeOther(subject, what, response)}. Check the id of \`get\`, apphosting:operations, apphosting:baseUrl and the token's organization.`;
}

/** Describes what a response has otherwise: `another id, "env-2"`, or `another createdAt`. */
function describeOther(subject: Subject, what: string, { id }: ResourceResponse): string {
  return what === "id" && id !== undefined ? `another id, "${makeSafe(subject, id)}"` : `another ${what}`;
}

function describeStatus(subject: Subject, status: Json | undefined): string {
  return typeof status === "string" ? ` (status "${makeSafe(subject, status)}")` : "";
}

/** Describes how a user gets the outputs again later, where the resource has an argument for it. */
function describeReload({ names, reloadArgument }: DocumentedDefinition): string {
  if (reloadArgument === undefined) return "";
  return `. Change ${reloadArgument} once the ${names.words} is ready: that update reads them`;
}
