/** What an `up` would do to a resource. The plan is a value: to make it sends nothing and prints nothing. */

import type { Json } from "../../api/http/json.js";
import { type Argument, type Definition, listArgumentNames } from "../../definitions/definition.js";
import {
  type ArgumentValues,
  type Change,
  changeOf,
  differsFromOutput,
  type StoredValues,
  unknownOutcome,
} from "./argument-values.js";
import { isSame } from "./comparison.js";
import { isAdoptedById, namesExistingId } from "./ids.js";
import type { Inputs } from "./inputs.js";
import { getValues, type ResourceState } from "./resource-state.js";
import { stateAfterAdoption } from "./state-after.js";

export interface PlannedChange {
  readonly argument: string;
  /**
   * What becomes of the resource: a request `update`s it, another resource `replace`s it, or the package `correct`s what the
   * state has of it, because the program names it by its id. To correct it takes no update, but a read where the user names one.
   */
  readonly effect: "update" | "replace" | "correct";
  /**
   * Why there is a change. The engine compares the inputs of a dynamic resource, so that mostly it shows a change of the first
   * kind alone; a notice tells of the others.
   *
   * - `input`: the program sets another value than at the last `up`, or sets again what it had left out.
   * - `API differs`: the API has another value than was requested, because it has not applied it, or somebody has changed it.
   * - `unknown outcome`: nobody knows whether the API carried out the last update.
   * - `last request differs`: the last create or update requested another value than the program sets. The API has the program's value
   *   already, and is sent it once more, so that it is also the one requested last; or the program sets null, which the engine
   *   takes for an argument that is left out.
   */
  readonly reason: "input" | "API differs" | "unknown outcome" | "last request differs";
  /** The values in the state, and the input. They tell the reason, and whether the engine can see the change. */
  readonly values: ArgumentValues;
}

/** What creating the replacement of a resource means. */
export interface Replacement {
  /** The arguments that the old resource has, with their values, and that the program does not set. */
  readonly dropped: readonly { readonly name: string; readonly value: Json }[];
  /** The argument whose value the API may refuse as taken, because the old resource still has it. */
  readonly conflict: string | undefined;
}

export interface Plan {
  /** The changed arguments in the order of the definition. */
  readonly changes: readonly PlannedChange[];
  /** Undefined where nothing is created. */
  readonly replacement: Replacement | undefined;
  /** Whether there are changes of which the engine may find none, because it compares inputs alone: it has to be told then. */
  readonly isHiddenFromEngine: boolean;
  /**
   * The arguments that the program sets, of which nobody knows whether the last update was carried out, and that cannot be updated
   * any more. They change nothing, and the user is told.
   */
  readonly unsettled: readonly string[];
}

/** Plans the next `up` of a resource that the state has. */
export function planChanges(definition: Definition, id: string, inputs: Inputs, state: ResourceState): Plan {
  const changes = findChanges(definition, id, inputs, state);
  const replaces = changes.some(({ effect }) => effect === "replace");
  // Where the program names the next resource by its id, that one exists already.
  const creates = replaces && inputs[definition.idArgument.name] === undefined;
  return {
    changes,
    replacement: creates ? planReplacement(definition, inputs, state, changes) : undefined,
    isHiddenFromEngine:
      changes.length > 0 &&
      changes.every(({ values }) => (replaces ? isHiddenReplacement(values) : isHiddenUpdate(values))),
    unsettled: listArgumentNames(
      definition,
      ({ name, onChange }) =>
        onChange === "replace" && name in inputs && getValues(state, name).returned === unknownOutcome,
    ),
  };
}

/** Returns the names of the changed arguments that have this effect. */
export function listChangedArguments({ changes }: Plan, effect: PlannedChange["effect"]): string[] {
  return changes.flatMap((change) => (change.effect === effect ? [change.argument] : []));
}

function findChanges(definition: Definition, id: string, inputs: Inputs, state: ResourceState): PlannedChange[] {
  const { idArgument } = definition;
  const namesExisting = namesExistingId(definition, inputs);
  const compared = namesExisting ? stateAfterAdoption(definition, state) : state;
  const corrects = isAdoptedById(definition, id, inputs);

  function findChange(argument: Argument): Change {
    const { name } = argument;
    // The id that the program names is compared with that of the resource, whether or not the state has the argument.
    if (namesExisting && name === idArgument.name) return inputs[name] === id ? "none" : "replace";
    return changeOf({ ...getValues(compared, name), input: inputs[name] }, argument);
  }

  return definition.arguments.flatMap((argument): PlannedChange[] => {
    const change = findChange(argument);
    if (change === "none") return [];
    const values = { ...getValues(state, argument.name), input: inputs[argument.name] };
    return [
      {
        argument: argument.name,
        effect: change === "replace" && corrects ? "correct" : change,
        reason: findReason(values, argument),
        values,
      },
    ];
  });
}

/** Whether the engine may see no change: its inputs may be the same, and null is the same to it as an argument left out. */
function isHiddenUpdate(values: ArgumentValues): boolean {
  return differsFromOutput(values) || values.input === null;
}

/**
 * Whether the engine may see no reason to replace the resource. It is told only of a change to null, which is the same to it as an
 * argument left out: to be told of other changes as well would cost the marks of the preview, and `replaceOnChanges`.
 */
function isHiddenReplacement({ input }: ArgumentValues): boolean {
  return input === null;
}

function findReason(
  { input, output, requested, returned }: ArgumentValues,
  { acceptsNull }: Argument,
): PlannedChange["reason"] {
  if (returned === unknownOutcome) return "unknown outcome";
  // Where both are the program's value, only the output is another: the program had left the argument out.
  if (isSame(input, requested)) return isSame(input, returned) ? "input" : "API differs";
  if (input === null) return "last request differs";
  const hasEarlierRequest = requested !== null || acceptsNull;
  return hasEarlierRequest && isSame(input, returned) && isSame(input, output) ? "last request differs" : "input";
}

function planReplacement(
  definition: Definition,
  inputs: Inputs,
  state: ResourceState,
  changes: readonly PlannedChange[],
): Replacement {
  const dropped = definition.arguments.flatMap(({ name, hasBodyField }) => {
    const value = findKnownValue(getValues(state, name));
    return hasBodyField && inputs[name] === undefined && value !== null ? [{ name, value }] : [];
  });
  return {
    dropped,
    conflict: findConflict(definition, changes),
  };
}

/** Finds the value that the old resource has. The output is null where it could show a secret that nothing marks. */
function findKnownValue({ output, returned }: StoredValues): Json {
  return output ?? (returned === unknownOutcome ? null : returned);
}

/** The API may refuse a replacement of the same name under the same parent, because the old resource still exists. */
function findConflict(definition: Definition, changes: readonly PlannedChange[]): string | undefined {
  const unique = definition.arguments.find(({ row }) => row.unique);
  const namesAnother = ({ argument }: PlannedChange) =>
    argument === unique?.name || definition.arguments.some(({ name, isInPath }) => isInPath && name === argument);
  return changes.some(namesAnother) ? undefined : unique?.name;
}
