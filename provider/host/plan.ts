/** The plan of a resource: what counts as a change, and what becomes of it. Nothing here sends or prints. */

import type { Json } from "../api/http/json.js";
import type { ResolvedArgument } from "../definitions/definition.js";
import type { ChangeEffect } from "../definitions/row.js";
import { type ConsentChange, findConsentChange } from "./deletion.js";
import { isUnknown, type ManagedResource } from "./resource.js";
import { getArgumentValues, isGiven, isSame, type State, unknownOutcome } from "./state.js";

/** An argument whose value in the program differs from the output, or from what the API has. */
export interface Change {
  readonly argument: ResolvedArgument;
  /** What becomes of it: mostly what a change of the argument does, and `record` where there is nothing to send. */
  readonly effect: ChangeEffect;
  /** Undefined where the program leaves the argument out. */
  readonly input: Json | undefined;
  /**
   * Whether the engine may miss the change. It compares the program's inputs with its own earlier ones, so it misses one:
   *
   * - where the API did not apply an input, which is the same as before
   * - where the input is null, which it takes for an argument that is left out
   * - after an update of unknown outcome, from before which it has kept its inputs
   *
   * The preview may have no line for such a change, so a warning says it.
   */
  readonly engineMayMiss: boolean;
}

export interface Plan {
  /** In the order of the definition. */
  readonly changes: readonly Change[];
  /** Whether the engine may miss all of the changes, also where there are none: `diff` then has to tell it that something changes. */
  readonly engineMayMissAll: boolean;
  /** How the program's consent to a delete differs from the one in the state. */
  readonly consentChange: ConsentChange | undefined;
  /** Whether the program adopts another resource in the place of this one. */
  readonly isReplacedByAdoption: boolean;
  /** Whether the id that the program adopts is not known before `up`. It counts as the id of the resource then. */
  readonly hasUnknownId: boolean;
}

export function planChanges(resource: ManagedResource): Plan {
  const { definition, inputs, stored } = resource;
  const { [definition.idArgument]: namedId } = inputs;
  const changes = definition.arguments.flatMap((argument): Change[] => {
    const { [argument.name]: input } = inputs;
    if (input === undefined) return argument.row.mayHoldSecrets ? planOmitted(argument, stored.state) : [];
    const effect = findEffect(resource, argument, input);
    if (effect === undefined) return [];
    const engineMayMiss = input === null || mayBeEarlierInput(argument, input, stored.state);
    return [{ argument, effect, input, engineMayMiss }];
  });
  return {
    changes,
    engineMayMissAll: changes.every((change) => change.engineMayMiss),
    consentChange: findConsentChange(resource),
    isReplacedByAdoption: namedId !== undefined && changes.some(({ effect }) => effect === "replace"),
    hasUnknownId: isUnknown(namedId),
  };
}

/**
 * An argument that may hold a secret is recorded when it is left out. Otherwise the state would still name it, or have its value, and a refresh would return
 * that without a mark as a secret. To leave out anything else is no change.
 */
function planOmitted(argument: ResolvedArgument, state: State): Change[] {
  const { name } = argument;
  const { output, actual } = getArgumentValues(state, name);
  const isSet = isGiven(state, name);
  // After an update of unknown outcome, the state has the value, but does not name the argument.
  const isInState = isSet || (state.givenNames !== undefined && output !== null);
  if (!isInState) return [];
  // The engine has no earlier input where that was null, and none of an update that failed.
  const engineMayMiss = !isSet || actual === unknownOutcome || isSame(null, output, argument);
  return [{ argument, effect: "record", input: undefined, engineMayMiss }];
}

/**
 * Compares what the program sets with what was requested, with what the API has, and with the output, which other resources use.
 *
 * - An argument that can be updated has changed if the output or what the API has differs. What was requested does not count: an
 *   argument that the program sets to what a refresh has found is no change.
 * - Any other has changed if the output differs. It replaces the resource only if the input also differs from what was requested and from
 *   what the API has: the API may have normalised the value. Nobody wants another resource because of an update that may or may not have been
 *   carried out.
 * - It only corrects the state where the API has the value, or where the program adopts the resource by its id: nothing replaces it then.
 * - The id that the program names has not changed if it is that of the resource, whether or not the state has the argument.
 *
 * @returns what becomes of the argument; undefined where it has not changed
 */
function findEffect(resource: ManagedResource, argument: ResolvedArgument, input: Json): ChangeEffect | undefined {
  const { definition, id, inputs, stored } = resource;
  const { existingId } = inputs;
  const { name, changeEffect } = argument;
  if (name === definition.idArgument && (isUnknown(input) || input === id)) return undefined;
  // A class whose create is a PATCH, such as a cache, has no `existingId`.
  const isAdopted = isUnknown(existingId) || existingId === id;
  // Nobody has confirmed a value in a state that another provider has written.
  if (stored.isForeign && isAdopted) return "record";
  const { output, requested, actual } = getArgumentValues(stored.state, name);
  const isSameAsOutput = isSame(input, output, argument);
  const isSameAsActual = isSame(input, actual, argument);
  if (argument.isUpdatable) return isSameAsOutput && isSameAsActual ? undefined : changeEffect;
  if (isSameAsOutput && (isSameAsActual || !isOutputCleared(argument, stored.state))) return undefined;
  if (changeEffect === "record" || isAdopted || isSameAsActual) return "record";
  return isSame(input, requested, argument) || actual === unknownOutcome ? undefined : "replace";
}

/** Whether the output of an argument is null because it may hold a secret and the program has left it out, and not because that is its value. */
function isOutputCleared({ name, row }: ResolvedArgument, state: State): boolean {
  return row.mayHoldSecrets === true && !isGiven(state, name);
}

/**
 * Whether the engine may have this value as its own earlier input of an argument: the one that was requested or, after a refresh, the output of
 * an argument that can be updated.
 */
function mayBeEarlierInput(argument: ResolvedArgument, input: Json, state: State): boolean {
  const { output, requested, actual } = getArgumentValues(state, argument.name);
  if (actual === unknownOutcome || isSame(input, output, argument)) return true;
  const mayBeRefreshed = argument.isUpdatable && isGiven(state, argument.name);
  return isSame(input, requested, argument) && !mayBeRefreshed;
}

/** Lists the names of the changed arguments that have one of these effects. */
export function listChangedNames({ changes }: Plan, ...effects: readonly ChangeEffect[]): string[] {
  return changes.flatMap(({ argument, effect }) => (effects.includes(effect) ? [argument.name] : []));
}
