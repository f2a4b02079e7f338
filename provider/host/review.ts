/** Decides what a user has to know of an adoption, a plan, a response and a read. Nothing here sends or prints. */

import type { JsonObject } from "../api/http/json.js";
import type { ResourceResponse } from "../api/wire/responses.js";
import {
  listArgumentNames,
  listBodyArguments,
  listOutputNames,
  type ResolvedArgument,
  type ResolvedDefinition,
} from "../definitions/definition.js";
import { listChanged, type Plan } from "./plan.js";
import { findRetainReason, type Resource } from "./resource.js";
import { getOutputs, getValues, hasConsent, isSame, isUnknownOutcome, type State } from "./state.js";
import * as warnings from "./warnings.js";

/** Reviews a resource that is new to the stack, and that the program adopts. */
export function reviewAdoption(resource: Resource): string[] {
  const { definition, inputs } = resource;
  return definition.idArgument.adoptedBy === "id"
    ? [warnings.describeAdoption(resource, hasConsent(inputs), findRetainReason(resource, true))]
    : [warnings.describeAdoptionBySettings(resource, listBodyArguments(definition, Object.keys(inputs)))];
}

/**
 * Reviews a plan: what the preview does not show of it.
 *
 * @param old the resource as the state has it
 */
export function reviewPlan(old: Resource, inputs: JsonObject, plan: Plan, state: State): string[] {
  if (plan.isReplacement) return reviewReplacement(old, inputs, plan, state);
  const unexplained = plan.changes.filter(({ action, engineCannotSee }) => engineCannotSee || action === "fix state");
  const lines = unexplained.map((change) =>
    warnings.describeUnexplainedChange(old, change, getValues(state, change.name)),
  );
  if (plan.consent === undefined) return lines;
  const isGranted = plan.consent === "granted";
  const reason = isGranted ? findRetainReason(old, true) : undefined;
  return [...lines, warnings.describeConsent(old, isGranted, reason)];
}

function reviewReplacement(old: Resource, inputs: JsonObject, plan: Plan, state: State): string[] {
  const { definition } = old;
  const lines = plan.engineCannotSee ? [warnings.describeReplacementByNull(old, listChanged(plan, "replace"))] : [];
  const adopts = inputs[definition.idArgument.name] !== undefined;
  // A consent that this program gives or withdraws does not count: the engine retains the old resource in either case, or the host does.
  const reason = findRetainReason(old, state.isDeletable && hasConsent(inputs));
  lines.push(warnings.describeReplaced(old, reason, adopts));
  if (adopts) return lines;
  const dropped = listDropped(definition, inputs, state);
  if (dropped.length > 0) lines.push(warnings.describeDropped(old, dropped));
  const { identity = [] } = definition;
  const hasOtherIdentity = plan.changes.some(({ name }) => identity.includes(name));
  const taken = listArgumentNames(definition, ({ name, isInBody }) => isInBody && identity.includes(name));
  if (taken.length > 0 && !hasOtherIdentity) lines.push(warnings.describeTakenName(old, taken));
  return lines;
}

/** Lists the arguments that the program had set for the old resource, with their values, and that its replacement goes without. */
function listDropped(definition: ResolvedDefinition, inputs: JsonObject, state: State): warnings.NamedValue[] {
  return definition.arguments.flatMap(({ name, isInBody }) => {
    const { output, returned } = getValues(state, name);
    // The output is null where it could show a secret that nothing marks.
    const value = output ?? returned;
    const isKnown = value !== null && !isUnknownOutcome(value);
    const isDropped = isInBody && inputs[name] === undefined && state.setNames?.includes(name) === true;
    return isDropped && isKnown ? [{ name, value }] : [];
  });
}

/** A request that created, adopted or updated a resource, and what came of it. */
export interface Exchange {
  /** The arguments that it has requested, whether or not its body has a field of them. */
  readonly requestedNames: readonly string[];
  /** Whether the state had the resource before. */
  readonly isUpdate: boolean;
  readonly response: ResourceResponse;
}

/** @param state what the engine keeps from now on */
export function reviewResponse(
  resource: Resource,
  { requestedNames, isUpdate, response }: Exchange,
  state: State,
): string[] {
  const { definition, inputs } = resource;
  const [statusName = ""] = listOutputNames(definition, ({ isStatus }) => isStatus === true);
  const { [statusName]: status = null } = response.values;
  const lines = listDifferences(definition, inputs, response).map((difference) => {
    const { argument } = difference;
    if (!argument.canBeUpdated) return warnings.describeFixedValue(resource, difference, "the program sets");
    // A request without the argument cannot have changed it: somebody else has.
    return requestedNames.includes(argument.name)
      ? warnings.describeNotApplied(resource, difference, status)
      : warnings.describeDrift(resource, difference);
  });
  const isSent = ({ name, isInBody }: ResolvedArgument) => isInBody && requestedNames.includes(name);
  // A response to a documented update may be empty. Where an API drops what it does not take, the rest is there.
  const isOfThis = definition.operations.update?.isDocumented === false || Object.keys(response.attributes).length > 0;
  if (isUpdate && isOfThis) {
    const isConfirmed = ({ name, row, fieldName }: ResolvedArgument) => {
      if (response.values[name] !== undefined) return true;
      const { [fieldName]: value } = row.attribute === undefined ? response.attributes : {};
      return value !== undefined && (value !== null || inputs[name] === null);
    };
    const isUnconfirmed = (argument: ResolvedArgument) => isSent(argument) && !isConfirmed(argument);
    const unconfirmed = listArgumentNames(definition, isUnconfirmed);
    if (unconfirmed.length > 0) lines.push(warnings.describeUnconfirmed(resource, unconfirmed));
  }
  lines.push(...reviewMismatches(resource, response));
  const needed = listOutputNames(
    definition,
    ({ type: { shape } }) => shape.type === "object" && shape.requiredFields.length > 0,
  );
  const lacksAll = needed.length > 0 && needed.every((name) => state.outputs[name] === null);
  // A change of an argument that is never sent asks for the outputs.
  const isReload = listBodyArguments(definition, requestedNames).length < requestedNames.length;
  if (lacksAll && (!isUpdate || isReload)) lines.push(warnings.describeMissingOutputs(resource, needed, status));
  return lines;
}

/** Reviews the response to the read of an adoption. What differs and can be updated, the next preview shows. */
export function reviewAdoptedRead(resource: Resource, response: ResourceResponse): string[] {
  const differences = listDifferences(resource.definition, resource.inputs, response);
  return [...reviewFixed(resource, differences, "the program sets"), ...reviewMismatches(resource, response)];
}

/** Reviews the response to the read of a refresh, by the state after it. What differs and can be updated, the next preview marks. */
export function reviewRead(resource: Resource, response: ResourceResponse, state: State): string[] {
  const differences = listDifferences(resource.definition, getOutputs(state), response);
  // Nobody manages what the program leaves out.
  const isManaged = ({ argument, value }: warnings.Difference) =>
    state.setNames?.includes(argument.name) ?? value !== null;
  return [
    ...reviewFixed(resource, differences.filter(isManaged), "the state has"),
    ...reviewMismatches(resource, response),
  ];
}

/** Reviews the differences that no update can remove. */
function reviewFixed(
  resource: Resource,
  differences: readonly warnings.Difference[],
  holder: warnings.Holder,
): string[] {
  const fixed = differences.filter(({ argument }) => !argument.canBeUpdated);
  return fixed.map((difference) => warnings.describeFixedValue(resource, difference, holder));
}

/** Returns a line for each unexpected type, and only one for a list that has the same in each of its items. */
export function reviewMismatches(resource: Resource, { mismatches }: ResourceResponse): string[] {
  return [...new Set(mismatches.map((mismatch) => warnings.describeMismatch(resource, mismatch)))];
}

/** Lists the arguments of which a response has another value than these values. */
function listDifferences(
  { arguments: args }: ResolvedDefinition,
  values: JsonObject,
  response: ResourceResponse,
): warnings.Difference[] {
  return args.flatMap((argument) => {
    const { [argument.name]: value } = values;
    const { [argument.name]: returned } = response.values;
    const isKnown = value !== undefined && returned !== undefined;
    return isKnown && !isSame(value, returned, argument) ? [{ argument, value, returned }] : [];
  });
}
