/** What a response gives a user to know: values that are not as requested, types that are not as documented, outputs that are not there. */

import type { JsonObject } from "../api/json.js";
import type { ResourceResponse } from "../api/responses.js";
import { type Definition, listOutputNames } from "../definitions/definition.js";
import {
  type Difference,
  describeIncompleteOutputs,
  describeMismatch,
  describeMissingOutputs,
  describeOtherValue,
  describeUnchangeableDifferences,
} from "./notices.js";
import type { ResourceState } from "./state.js";
import type { Subject } from "./subject.js";
import { selectReturnedValues } from "./transition.js";
import { isSame } from "./values.js";

/** A request that created, adopted or updated a resource, and what came of it. */
export interface Exchange {
  /** The arguments in the body of the request. */
  readonly sent: readonly string[];
  /** Whether the state had the resource before. */
  readonly isUpdate: boolean;
  readonly response: ResourceResponse;
  /** The state that the engine keeps from now on. */
  readonly state: ResourceState;
}

/** Returns the lines for the user about the response to a request that created, adopted or updated a resource. */
export function reviewResponse(subject: Subject, exchange: Exchange): string[] {
  const { definition, values } = subject;
  const { sent, response } = exchange;
  const { status } = response.values;
  const otherValues = findDifferences(definition, values, response).map((difference) => {
    const { name, onChange } = difference.argument;
    // A request without the argument cannot have changed it: somebody else has.
    const cause = onChange === "replace" ? "not updatable" : sent.includes(name) ? "not applied" : "drift";
    return describeOtherValue(subject, difference, cause, status);
  });
  return [...otherValues, ...reviewMismatches(subject, response), ...reviewMissing(subject, exchange)];
}

/**
 * Returns the lines for the user about the response to a read.
 *
 * @param holder whom the line names as the one that has these values
 * @param kept the properties that are kept after this response; where they differ from it, the package does not take over the
 * API's value
 */
export function reviewRead(
  subject: Subject,
  holder: "program" | "state",
  kept: JsonObject,
  response: ResourceResponse,
): string[] {
  const differences = findDifferences(subject.definition, kept, response);
  const fixed = differences.filter(({ argument }) => argument.onChange === "replace");
  const lines = fixed.length > 0 ? [describeUnchangeableDifferences(subject, holder, fixed)] : [];
  return [...lines, ...reviewMismatches(subject, response)];
}

/** Finds the arguments of which a response has another value, in the order of `values`. */
function findDifferences(definition: Definition, values: JsonObject, response: ResourceResponse): Difference[] {
  const returned = selectReturnedValues(definition, response.values);
  return Object.entries(values).flatMap(([name, value]) => {
    const argument = definition.arguments.find((one) => one.name === name);
    const { [name]: other } = returned;
    return argument === undefined || other === undefined || isSame(other, value)
      ? []
      : [{ argument, value, returned: other }];
  });
}

/** A list can have the same mismatch in each of its items: it is one line. */
function reviewMismatches(subject: Subject, { mismatches }: ResourceResponse): string[] {
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
