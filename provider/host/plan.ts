/** What an `up` would do to a resource that the state has. To make a plan sends nothing and prints nothing. */

import type { Json, JsonObject } from "../api/http/json.js";
import type { ResolvedArgument, ResolvedDefinition } from "../definitions/definition.js";
import { findExistingId } from "./resource.js";
import { type ArgumentValues, getValues, hasConsent, isSame, isUnknownOutcome, type State } from "./state.js";

/** An argument that the program sets to another value than the state has. */
export interface Change {
  readonly name: string;
  /**
   * What becomes of the resource: a request `update`s it, another resource `replace`s it, or the package does `fix state`: it corrects what
   * the state has of it, because the program names it by its id.
   */
  readonly action: "update" | "replace" | "fix state";
  readonly input: Json;
  /**
   * Whether the engine may not see the change, because it compares the program's inputs with its own earlier ones: it takes null for an
   * argument that is left out; its earlier input is what was requested or, after a refresh, the output; and after an update of unknown
   * outcome it has kept an earlier one. The preview then has no line for the change, and a warning says it.
   */
  readonly engineCannotSee: boolean;
}

export interface Plan {
  /** In the order of the definition. */
  readonly changes: readonly Change[];
  /** Whether the engine may see none of the changes, so that `diff` has to tell it that there are some. */
  readonly engineCannotSee: boolean;
  /** Whether another resource replaces this one. */
  readonly isReplacement: boolean;
  /** How the program's consent to a delete differs from the one in the state. */
  readonly consent: "granted" | "withdrawn" | undefined;
}

export function planChanges(definition: ResolvedDefinition, id: string, inputs: JsonObject, state: State): Plan {
  const { idArgument } = definition;
  const existingId = findExistingId(definition, inputs);
  const actions = definition.arguments.map((argument) => {
    const { name } = argument;
    // The id that the program names is compared with that of the resource, whether or not the state has the argument.
    if (existingId !== undefined && name === idArgument.name) return existingId === id ? undefined : "replace";
    return findAction(argument, inputs[name], getValues(state, name), existingId === id);
  });
  const isReplacement = actions.includes("replace");
  const changes = definition.arguments.flatMap((argument, index): Change[] => {
    const { name } = argument;
    const { [index]: action } = actions;
    const { [name]: input } = inputs;
    if (action === undefined || input === undefined) return [];
    // Of a replacement, only null counts: to tell the engine of it hides the marked lines, and `replaceOnChanges` has no effect.
    const engineCannotSee =
      input === null || (!isReplacement && isEarlierInput(argument, input, getValues(state, name), state));
    return [{ name, action, input, engineCannotSee }];
  });
  const engineCannotSee = changes.length > 0 && changes.every((change) => change.engineCannotSee);
  const isGranted = hasConsent(inputs);
  const consent = isGranted === state.isDeletable ? undefined : isGranted ? "granted" : "withdrawn";
  return { changes, engineCannotSee, isReplacement, consent };
}

/** Whether the engine may have this value of an argument as its own earlier input. */
function isEarlierInput(
  argument: ResolvedArgument,
  input: Json,
  { output, requested, returned }: ArgumentValues,
  { setNames }: State,
): boolean {
  if (isUnknownOutcome(returned) || isSame(input, output, argument)) return true;
  // Only a refresh makes the output another than the program had set, and it has returned the output as the input if an update can change it.
  const isOutputReturned = argument.canBeUpdated && setNames?.includes(argument.name) === true;
  return isSame(input, requested, argument) && !isOutputReturned;
}

/** Returns the names of the changed arguments that have this action. */
export function listChanged({ changes }: Plan, action: Change["action"]): string[] {
  return changes.flatMap((change) => (change.action === action ? [change.name] : []));
}

/**
 * Compares what the program sets with what was requested, with what the API has returned, and with the output, which other resources use.
 *
 * - An argument that can be updated has changed if the output or what the API has returned differs. What was requested does not count: an
 *   argument that the program sets to what a refresh has found is no change.
 * - While the program names the resource by its id, nothing replaces it, and the output alone counts.
 * - Otherwise, an argument that cannot be updated replaces the resource only if all of them differ: the API may have normalised the value.
 *   Nobody wants another resource because an update, which cannot be sent again, may or may not have been carried out.
 */
function findAction(
  argument: ResolvedArgument,
  input: Json | undefined,
  { output, requested, returned }: ArgumentValues,
  isAdopted: boolean,
): Change["action"] | undefined {
  if (input === undefined) return undefined;
  const isOther = (value: Json) => !isSame(input, value, argument);
  if (argument.canBeUpdated) return [returned, output].some(isOther) ? "update" : undefined;
  if (isAdopted) return isOther(output) ? "fix state" : undefined;
  return [requested, returned, output].every(isOther) && !isUnknownOutcome(returned) ? "replace" : undefined;
}
