/** What a response gives a user to know: values that are not as requested, types that are not as documented, outputs that are not there. */

import { isObject, type Json, type JsonObject } from "../../api/http/json.js";
import type { ResourceResponse } from "../../api/wire/responses.js";
import { type Argument, type Definition, listOutputNames } from "../../definitions/definition.js";
import type { ShownIn } from "../../definitions/field.js";
import type { Subject } from "../session/subject.js";
import { isSameAsReturned } from "../state/argument-values.js";
import { isOtherInstant } from "../state/identity.js";
import type { ResourceState } from "../state/resource-state.js";
import { selectReturnedValues } from "../state/state-after.js";
import type { Difference } from "./differences.js";
import {
  describeIncompleteOutputs,
  describeMismatch,
  describeMissingOutputs,
  describeOtherValue,
  describeOutputDrift,
  describeRemadeResource,
  describeUnchangeableDifferences,
  describeUnconfirmedArguments,
} from "./response-notices.js";

/** A request that created, adopted or updated a resource, and what came of it. */
export interface Exchange {
  /** The arguments in the body of the request. */
  readonly sent: readonly string[];
  /** Whether the state had the resource before. */
  readonly isUpdate: boolean;
  readonly before: ResourceState;
  readonly response: ResourceResponse;
  /** The state that the engine keeps from now on. */
  readonly state: ResourceState;
}

/** What a read came to. */
export interface ReadResult {
  readonly before: ResourceState;
  /**
   * The properties that are kept after the response; where they differ from it, the package does not take over the API's value.
   */
  readonly kept: JsonObject;
  readonly response: ResourceResponse;
}

/** Returns the lines for the user about the response to a request that created, adopted or updated a resource. */
export function reviewResponse(subject: Subject, exchange: Exchange): string[] {
  const { definition, values } = subject;
  const { sent, before, response } = exchange;
  const { status } = response.values;
  const otherValues = findDifferences(definition, values, response).map((difference) => {
    const { name, onChange } = difference.argument;
    // A request without the argument cannot have changed it: somebody else has.
    const cause = onChange === "replace" ? "not updatable" : sent.includes(name) ? "not applied" : "drift";
    return describeOtherValue(subject, difference, cause, status);
  });
  return [
    ...otherValues,
    ...reviewRemade(subject, before, response),
    ...reviewMismatches(subject, response),
    ...reviewMissing(subject, exchange),
  ];
}

/**
 * Returns the lines for the user about the response to a read.
 *
 * @param holder whom the line names as the one that has the values that are kept
 */
export function reviewRead(
  subject: Subject,
  holder: "the program sets" | "the state has",
  { before, kept, response }: ReadResult,
): string[] {
  const differences = findDifferences(subject.definition, kept, response);
  const fixed = differences.filter(({ argument }) => argument.onChange === "replace");
  const lines = fixed.length > 0 ? [describeUnchangeableDifferences(subject, holder, fixed)] : [];
  return [
    ...lines,
    ...reviewOutputDrift(subject, before, response),
    ...reviewRemade(subject, before, response),
    ...reviewMismatches(subject, response),
  ];
}

/** Finds the arguments of which a response has another value, in the order of `values`. */
function findDifferences(definition: Definition, values: JsonObject, response: ResourceResponse): Difference[] {
  const returned = selectReturnedValues(definition, response.values);
  return Object.entries(values).flatMap(([name, value]) => {
    const argument = definition.arguments.find((one) => one.name === name);
    const { [name]: other } = returned;
    return argument === undefined || other === undefined || isSameAsReturned(value, other, argument)
      ? []
      : [{ argument, value, returned: other }];
  });
}

/** Finds what an update that the user names has sent and its response lacks: some servers return success and drop what they do not take. */
export function reviewUnconfirmedUpdate(subject: Subject, { sent, isUpdate, response }: Exchange): string[] {
  const { definition, values: inputs } = subject;
  if (!isUpdate || definition.operations.update?.isNamed !== true) return [];
  const returned = selectReturnedValues(definition, response.values);
  const isConfirmed = ({ name, row }: Argument) =>
    returned[name] !== undefined || (row.shownIn !== undefined && findShown(row.shownIn, returned) === inputs[name]);
  const lacking = definition.arguments.filter((argument) => sent.includes(argument.name) && !isConfirmed(argument));
  return lacking.length > 0
    ? [
        describeUnconfirmedArguments(
          subject,
          lacking.map(({ name }) => name),
        ),
      ]
    : [];
}

/** Finds the arguments whose value an output shows that has changed outside Pulumi. */
function reviewOutputDrift(subject: Subject, { outputs }: ResourceState, response: ResourceResponse): string[] {
  return subject.definition.arguments.flatMap(({ name, row: { shownIn } }) => {
    if (shownIn === undefined) return [];
    const [before, now] = [findShown(shownIn, outputs), findShown(shownIn, response.values)];
    return before === undefined || now === undefined || before === now
      ? []
      : [describeOutputDrift(subject, name, shownIn)];
  });
}

function findShown({ output, field }: ShownIn, values: JsonObject): Json | undefined {
  const { [output]: group = null } = values;
  return isObject(group) ? group[field] : undefined;
}

/** Finds the outputs that tell of a resource that was made anew at the same id. */
function reviewRemade(subject: Subject, { outputs }: ResourceState, { values }: ResourceResponse): string[] {
  const remade = listOutputNames(subject.definition, ({ identity }) => identity === "unlessRemade").filter((name) =>
    isOtherInstant(outputs[name], values[name]),
  );
  return remade.map((name) => describeRemadeResource(subject, name));
}

/** Returns a line for each unexpected type, and only one for a list that has the same in each of its items. */
export function reviewMismatches(subject: Subject, { mismatches }: ResourceResponse): string[] {
  return [...new Set(mismatches.map((mismatch) => describeMismatch(subject, mismatch)))];
}

/** Finds the outputs that the API has only later, or shows in parts while it works on the resource: these are null in a response. */
function reviewMissing(subject: Subject, { response, isUpdate, state }: Exchange): string[] {
  const { status } = response.values;
  const needed = listOutputNames(
    subject.definition,
    ({ holds: { shape } }) => shape.type === "group" && shape.needs.length > 0,
  );
  const incomplete = needed.filter((name) => response.values[name] === null);
  const kept = incomplete.filter((name) => state.outputs[name] !== null);
  if (kept.length > 0) return [describeIncompleteOutputs(subject, kept, status)];
  // An update whose response leaves these outputs out says nothing new.
  const isNews = incomplete.length > 0 || (needed.length > 0 && !isUpdate);
  const hasNone = needed.every((name) => state.outputs[name] === null);
  return isNews && hasNone ? [describeMissingOutputs(subject, needed, status)] : [];
}
