/** What an `up` would do to a resource that the state has. To make a plan sends nothing and prints nothing. */

import type { Json, JsonObject } from "../api/http/json.js";
import type { ResolvedArgument, ResolvedDefinition } from "../definitions/definition.js";
import { findExistingId } from "./resource.js";
import { type ArgumentValues, getValues, isSame, isUnknownOutcome, type State } from "./state.js";

/** An argument that the program sets to another value than the state has. */
export interface Change {
  readonly name: string;
  /**
   * What becomes of the resource: a request `update`s it, another resource `replace`s it, or the package `correct`s what the
   * state has of it, because the program names it by its id.
   */
  readonly action: "update" | "replace" | "fix state";
  readonly input: Json;
  /**
   * Whether the engine may not detect the change, because it compares the program's inputs with those of the last `up`: it takes null for an
   * argument that is left out, it sees no change where the same input was requested before, and after an update of unknown outcome it has
   * kept the earlier inputs.
   */
  readonly engineCannotSee: boolean;
}

export interface Plan {
  /** In the order of the definition. */
  readonly changes: readonly Change[];
  /** Whether the engine may detect none of the changes, so that `diff` has to tell it that there are some. */
  readonly engineCannotSee: boolean;
  /** Whether another resource replaces this one. */
  readonly isReplacement: boolean;
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
    const { requested, returned } = getValues(state, name);
    // Of a replacement, only null counts: to tell the engine of it takes the marks off the preview, and `replaceOnChanges` has no effect.
    const engineCannotSee =
      input === null || (!isReplacement && (isSame(input, requested, argument) || isUnknownOutcome(returned)));
    return [{ name, action, input, engineCannotSee }];
  });
  const engineCannotSee = changes.length > 0 && changes.every((change) => change.engineCannotSee);
  return { changes, engineCannotSee, isReplacement };
}

/** Returns the names of the changed arguments that have this action. */
export function listChanged({ changes }: Plan, action: Change["action"]): string[] {
  return changes.flatMap((change) => (change.action === action ? [change.name] : []));
}

/**
 * Compares what the program sets with what was requested, with what the API has returned, and with the output, which other resources use.
 *
 * - An argument that can be updated has changed as soon as one of them differs.
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
  if (argument.canBeUpdated) return [requested, returned, output].some(isOther) ? "update" : undefined;
  if (isAdopted) return isOther(output) ? "fix state" : undefined;
  return [requested, returned, output].every(isOther) && !isUnknownOutcome(returned) ? "replace" : undefined;
}
