/** Decides what a user has to know of a check, a plan, a response and a read. Nothing here sends or prints. */

import type { Json, JsonObject } from "../api/http/json.js";
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
import { getValues, isSame, isUnknownOutcome, type State } from "./state.js";
import * as warnings from "./warnings.js";

/** Reviews a resource that is new to the stack, and that the program adopts. */
export function reviewAdoption(resource: Resource): string[] {
  const { definition, values: inputs } = resource;
  return definition.idArgument.adoptedBy === "id"
    ? [warnings.describeAdoption(resource)]
    : [warnings.describeAdoptionBySettings(resource, listBodyArguments(definition, Object.keys(inputs)))];
}

/** @param old the resource with its properties in the state */
export function reviewPlan(old: Resource, inputs: JsonObject, plan: Plan, state: State): string[] {
  const { definition } = old;
  if (!plan.isReplacement) {
    const unexplained = plan.changes.filter(({ action, engineCannotSee }) => engineCannotSee || action === "fix state");
    return unexplained.map((change) => warnings.describeUnexplainedChange(old, change, getValues(state, change.name)));
  }
  const lines = plan.engineCannotSee ? [warnings.describeReplacementByNull(old, listChanged(plan, "replace"))] : [];
  const adopts = inputs[definition.idArgument.name] !== undefined;
  lines.push(warnings.describeReplaced(old, findRetainReason(old, old.values), adopts));
  if (adopts) return lines;
  const dropped = listDropped(definition, inputs, state);
  if (dropped.length > 0) lines.push(warnings.describeDropped(old, dropped));
  const { identity: identifying = [] } = definition;
  const hasOtherIdentity = plan.changes.some(({ name }) => identifying.includes(name));
  const taken = listArgumentNames(definition, ({ name, isInBody }) => isInBody && identifying.includes(name));
  if (taken.length > 0 && !hasOtherIdentity) lines.push(warnings.describeTakenName(old, taken));
  return lines;
}

/** Lists the arguments that the old resource has, with their values, and that its replacement goes without. */
function listDropped(definition: ResolvedDefinition, inputs: JsonObject, state: State): warnings.NamedValue[] {
  return definition.arguments.flatMap(({ name, isInBody }) => {
    const { output, returned } = getValues(state, name);
    // The output is null where it could show a secret that nothing marks.
    const value = output ?? returned;
    const isKnown = value !== null && !isUnknownOutcome(value);
    return isInBody && inputs[name] === undefined && isKnown ? [{ name, value }] : [];
  });
}

/** A request that created, adopted or updated a resource, and what came of it. */
export interface Exchange {
  /** The arguments in the body of the request. */
  readonly sent: readonly string[];
  /** The arguments that it has requested: those, and those that no body holds. */
  readonly requestedNames: readonly string[];
  /** Whether the state had the resource before. */
  readonly isUpdate: boolean;
  readonly response: ResourceResponse;
}

/** @param state what the engine keeps from now on */
export function reviewResponse(resource: Resource, { sent, isUpdate, response }: Exchange, state: State): string[] {
  const { definition, values: inputs } = resource;
  const [statusName = ""] = listOutputNames(definition, ({ isStatus }) => isStatus === true);
  const { [statusName]: status = null } = response.values;
  const lines = listDifferences(definition, inputs, response).map((difference) => {
    const { argument } = difference;
    if (!argument.canBeUpdated) return warnings.describeFixedValue(resource, difference, "the program sets");
    // A request without the argument cannot have changed it: somebody else has.
    const isSent = sent.includes(argument.name);
    return isSent
      ? warnings.describeNotApplied(resource, difference, status)
      : warnings.describeDrift(resource, difference);
  });
  if (isUpdate && definition.operations.update?.isDocumented === false) {
    const isConfirmed = ({ name, row, fieldName }: ResolvedArgument) =>
      row.attribute === undefined
        ? fieldName in response.attributes && (response.attributes[fieldName] !== null || inputs[name] === null)
        : name in response.values;
    const isUnconfirmed = (argument: ResolvedArgument) => sent.includes(argument.name) && !isConfirmed(argument);
    const unconfirmed = listArgumentNames(definition, isUnconfirmed);
    if (unconfirmed.length > 0) lines.push(warnings.describeUnconfirmed(resource, unconfirmed));
  }
  lines.push(...reviewMismatches(resource, response));
  const needed = listOutputNames(
    definition,
    ({ type: { shape } }) => shape.type === "object" && shape.requiredFields.length > 0,
  );
  const lacksAll = needed.length > 0 && needed.every((name) => state.outputs[name] === null);
  if (lacksAll) lines.push(warnings.describeMissingOutputs(resource, needed, status));
  return lines;
}

/**
 * Reviews the response to a read. What differs and can be updated, the next preview shows.
 *
 * @param values what the program sets, or what the state has
 */
export function reviewRead(
  resource: Resource,
  response: ResourceResponse,
  holder: warnings.Holder,
  values: JsonObject,
): string[] {
  // A null in the state is what the program leaves out: nobody manages it.
  const isManaged = (value: Json) => value !== null || holder === "the program sets";
  const fixed = listDifferences(resource.definition, values, response).filter(
    ({ argument, value }) => !argument.canBeUpdated && isManaged(value),
  );
  const lines = fixed.map((difference) => warnings.describeFixedValue(resource, difference, holder));
  return [...lines, ...reviewMismatches(resource, response)];
}

/** Says why a refresh does not read a resource. The engine refreshes with the settings of the last `up`, which no check has looked at. */
export function reviewUnread(resource: Resource): string[] {
  const { values, problems } = resource.session.settings;
  if (values.operations === undefined) return [warnings.describeMalformedOperations(problems)];
  return [values.operations.includes("read") ? warnings.describeUnreadableId(resource) : warnings.nothingRead];
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
