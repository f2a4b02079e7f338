/** Computes the state after each event. */

import type { Outcome } from "../../api/http/errors.js";
import { isObject, type Json, type JsonObject } from "../../api/http/json.js";
import { listArgumentNames, type ResolvedArgument, type ResolvedDefinition } from "../../definitions/definition.js";
import type { ArgumentValues, Difference, ResponseWithId, State } from "./model.js";
import { addDerivedOutputs, decodeState, getArgumentValues, hasConsent, isSame, listSetNames } from "./state.js";

/**
 * After a request that succeeded, or an update that sends nothing.
 *
 * @param response its values; empty where nothing was sent
 * @param sentNames the arguments that were sent
 */
export function stateAfterSuccess(
  definition: ResolvedDefinition,
  before: State,
  inputs: JsonObject,
  response: JsonObject,
  sentNames: readonly string[],
): State {
  const state = applyRule(definition, before, response, (values, argument, returned) => {
    const input = inputs[argument.name];
    if (input === undefined) return applyOmitted(values, argument, returned);
    const next = { input, output: input, actual: sentNames.includes(argument.name) ? input : values.actual };
    return returned === undefined ? next : { ...next, actual: normalizeReturned(returned, next, argument) };
  });
  const unconfirmed = sentNames.length > 0 ? undefined : before.unconfirmed;
  return { ...state, hasConsent: hasConsent(inputs), unconfirmed };
}

const applyOmitted: Rule = (values, argument, returned) => {
  const { row, isInBody, isInPath } = argument;
  const omitted = { ...values, input: undefined };
  // Neither a request nor a response has it. The state keeps an adopted id all the same.
  const isLocal = !isInBody && !isInPath && row.role !== "existingId";
  if (isLocal) return { ...omitted, output: null };
  if (returned === undefined) return omitted;
  const actual = normalizeReturned(returned, omitted, argument);
  return { ...omitted, output: actual, actual };
};

/**
 * After an adoption by `existingId`: what the program sets counts as what the API has. An update has to confirm what
 * the response lacks, although a documented response has it.
 */
export function stateAfterAdoption(definition: ResolvedDefinition, inputs: JsonObject, response: JsonObject): State {
  const setNames = listSetNames(definition, inputs);
  const state = stateAfterSuccess(definition, decodeState(definition), inputs, response, setNames);
  if (definition.operations.read === undefined) return state;
  const isLacking = ({ name, isReturned, isUpdatable }: ResolvedArgument) =>
    isReturned && isUpdatable && setNames.includes(name) && response[name] === undefined;
  return definition.arguments.some(isLacking) ? { ...state, unconfirmed: "adoption" } : state;
}

/** Returns undefined where the state stays as it was. */
export function stateAfterFailure(before: State, inputs: JsonObject, outcome: Outcome): State | undefined {
  // The preview has said that the consent is withdrawn, and the next command may be a destroy.
  const isWithdrawn = before.hasConsent && !hasConsent(inputs);
  const state = isWithdrawn ? { ...before, hasConsent: false } : before;
  if (outcome === "unknown") return { ...state, unconfirmed: "update" };
  return isWithdrawn ? state : undefined;
}

export function stateAfterRead(definition: ResolvedDefinition, before: State, response: JsonObject): State {
  return applyRule(definition, before, response, (values, argument, returned) => {
    if (returned === undefined) return values;
    const { input, output } = values;
    const actual = normalizeReturned(returned, values, argument);
    // If the argument can't be updated, its output stays: else drift would replace dependent resources.
    const takesOutput = argument.isUpdatable || (output === null && input !== null);
    return { input, output: takesOutput ? actual : output, actual };
  });
}

/** A returned value that is the same as the output or the input counts as that one. */
function normalizeReturned(returned: Json, { input, output }: ArgumentValues, argument: ResolvedArgument): Json {
  if (isSame(returned, output, argument)) return output;
  return input !== undefined && isSame(returned, input, argument) ? input : returned;
}

type Rule = (values: ArgumentValues, argument: ResolvedArgument, returned: Json | undefined) => ArgumentValues;

/** Applies a rule to each argument, and takes the other outputs from the response. */
function applyRule(definition: ResolvedDefinition, before: State, response: JsonObject, rule: Rule): State {
  const args = definition.arguments.map((argument) => {
    const { name } = argument;
    return [name, rule(getArgumentValues(before, name), argument, response[name])];
  });
  const outputs = definition.outputs.map(({ name, row: { type } }) => {
    const previous = before.otherOutputs[name] ?? null;
    const returned = response[name];
    const value = returned === undefined ? previous : returned;
    // A partial response keeps the other parts.
    const isPart = "staysInPart" in type.shape && isObject(previous) && isObject(value);
    return [name, isPart ? { ...previous, ...value } : value];
  });
  return {
    ...before,
    arguments: Object.fromEntries(args),
    otherOutputs: addDerivedOutputs(definition, Object.fromEntries(outputs)),
  };
}

/** Lists the arguments whose value in a response differs. */
export function listDifferences(
  definition: ResolvedDefinition,
  values: JsonObject,
  response: JsonObject,
): Difference[] {
  return definition.arguments.flatMap((argument) => {
    const value = values[argument.name];
    const actual = response[argument.name];
    const isKnown = value !== undefined && actual !== undefined;
    return isKnown && !isSame(value, actual, argument) ? [{ argument, value, actual }] : [];
  });
}

/** Lists the sent arguments that the response to an update lacks, although a documented one has them. */
export function listMissing(
  definition: ResolvedDefinition,
  sentNames: readonly string[],
  { values, mismatches }: ResponseWithId,
): string[] {
  // The response to a documented update may be empty.
  const mayBeEmpty = definition.operations.update?.isDocumented === true;
  if (mayBeEmpty && Object.keys(values).length === 0) return [];
  const malformed = mismatches.map(({ field }) => field);
  return listArgumentNames(definition, ({ name, wireName, row, isReturned }) => {
    const isLacking = isReturned && sentNames.includes(name) && values[name] === undefined;
    return isLacking && !malformed.includes(row.attribute ?? wireName);
  });
}
