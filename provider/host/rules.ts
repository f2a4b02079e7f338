/**
 * The rules: what counts as a change of a resource, and what each event makes of its state. Nothing here sends or prints.
 */

import type { Json, JsonObject } from "../api/http/json.js";
import {
  type Argument,
  isUpdatable,
  type ResolvedArgument,
  type ResolvedDefinition,
} from "../definitions/definition.js";
import { findExistingId } from "./session.js";
import {
  type ArgumentValues,
  addDerivedOutputs,
  getValues,
  hasConsent,
  isSame,
  isUnknownOutcome,
  listSetNames,
  type State,
  unknownOutcome,
} from "./state.js";

/** An argument whose value in the program differs from the output, or from what the API has. */
export interface Change {
  readonly argument: ResolvedArgument;
  /**
   * What becomes of the resource: a request `update`s it, another resource `replace`s it, or the package does `fix state`: it corrects what
   * the state has of it, because the program names it by its id.
   */
  readonly action: "update" | "replace" | "fix state";
  readonly input: Json;
  /**
   * Whether the engine may not see the change. It compares the program's inputs with its own earlier ones, so it sees none:
   *
   * - where the API did not apply an input, which is the same as before
   * - where the input is null, which it takes for an argument that is left out
   * - where the input is the one that it has kept from before an update of unknown outcome
   *
   * The preview then has no line for the change, and a warning says it.
   */
  readonly engineCannotSee: boolean;
}

export interface Plan {
  /** In the order of the definition. */
  readonly changes: readonly Change[];
  /** Whether the engine may see none of the changes, so that `diff` has to tell it that there are some. */
  readonly engineCannotSee: boolean;
  /** How the program's consent to a delete differs from the one in the state. */
  readonly consent: "granted" | "withdrawn" | undefined;
}

export function planChanges(definition: ResolvedDefinition, id: string, inputs: JsonObject, state: State): Plan {
  const { idArgument } = definition;
  const existingId = findExistingId(definition, inputs);
  const changes = definition.arguments.flatMap((argument): Change[] => {
    const { name } = argument;
    const { [name]: input } = inputs;
    // The id that the program names is compared with that of the resource, whether or not the state has the argument.
    const isIdOfResource = name === idArgument && existingId === id;
    if (input === undefined || isIdOfResource) return [];
    const values = getValues(state, name);
    const isOtherId = name === idArgument && existingId !== undefined;
    const action = isOtherId ? "replace" : findAction(argument, input, values, existingId === id);
    if (action === undefined) return [];
    return [
      { argument, action, input, engineCannotSee: input === null || mayBeEarlierInput(argument, input, values, state) },
    ];
  });
  const engineCannotSee = changes.length > 0 && changes.every((change) => change.engineCannotSee);
  const isGranted = hasConsent(inputs);
  const consent = isGranted === state.isDeletable ? undefined : isGranted ? "granted" : "withdrawn";
  return { changes, engineCannotSee, consent };
}

/** Whether the engine may have this value of an argument as its own earlier input: what was requested or, after a refresh, the output. */
function mayBeEarlierInput(
  argument: ResolvedArgument,
  input: Json,
  { output, requested, returned }: ArgumentValues,
  { setNames }: State,
): boolean {
  if (isUnknownOutcome(returned) || isSame(input, output, argument)) return true;
  // The output differs from the input, so a refresh has changed it. Of what can be updated, the refresh returned the output as the earlier input.
  const isOutputEarlierInput = isUpdatable(argument) && setNames?.includes(argument.name) === true;
  return isSame(input, requested, argument) && !isOutputEarlierInput;
}

/** Returns the names of the changed arguments that have this action. */
export function listChangedNames({ changes }: Plan, action: Change["action"]): string[] {
  return changes.flatMap((change) => (change.action === action ? [change.argument.name] : []));
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
  input: Json,
  { output, requested, returned }: ArgumentValues,
  isAdopted: boolean,
): Change["action"] | undefined {
  const isOther = (value: Json) => !isSame(input, value, argument);
  if (isUpdatable(argument)) return [returned, output].some(isOther) ? "update" : undefined;
  if (isAdopted) return isOther(output) ? "fix state" : undefined;
  return [requested, returned, output].every(isOther) && !isUnknownOutcome(returned) ? "replace" : undefined;
}

/**
 * The state after a request that succeeded, or after an update that had nothing to send: its response has no values.
 *
 * @param requestedNames the arguments that this call has requested, whether or not a body holds them: the changed ones of an update and
 *   those that each update holds, or all that a create or an adoption sets
 */
export function stateAfterSuccess(
  definition: ResolvedDefinition,
  before: State,
  inputs: JsonObject,
  response: JsonObject,
  requestedNames: readonly string[],
): State {
  const state = changeState(definition, before, response, (values, argument) => {
    const { [argument.name]: input } = inputs;
    const { [argument.name]: value } = response;
    if (input === undefined) return applyOmitted(values, argument, value);
    const next = { output: input, requested: input };
    // A response that lacks the argument confirms nothing, and denies nothing.
    const assumed = requestedNames.includes(argument.name) ? input : values.returned;
    return { ...next, returned: keepEquivalent(next, argument, value, assumed) };
  });
  return { ...state, setNames: listSetNames(definition, inputs), isDeletable: hasConsent(inputs) };
}

/** The state after an update that failed, although the API may have carried it out: it may have `changed` these arguments. */
export function stateAfterUnknownOutcome(
  definition: ResolvedDefinition,
  before: State,
  inputs: JsonObject,
  changed: readonly string[],
): State {
  const state = changeState(definition, before, {}, (values, argument) => {
    const { [argument.name]: input } = inputs;
    if (input === undefined) return isHiddenWhenLeftOut(argument) ? { ...values, output: null } : values;
    if (!changed.includes(argument.name)) return values;
    return { output: input, requested: input, returned: unknownOutcome };
  });
  // The engine keeps the earlier inputs beside this state, so a name and a consent count only where both have it: it would not mark an input
  // that a refresh returns and these inputs lack, and the program may set it to a secret.
  const setNames = before.setNames?.filter((name) => inputs[name] !== undefined);
  return { ...state, setNames, isDeletable: before.isDeletable && hasConsent(inputs) };
}

/** The state after a read. */
export function stateAfterRead(definition: ResolvedDefinition, before: State, response: JsonObject): State {
  return changeState(definition, before, response, (values, argument) =>
    applyRead(values, argument, response[argument.name]),
  );
}

/** What a read makes of an argument. */
function applyRead(values: ArgumentValues, argument: ResolvedArgument, response: Json | undefined): ArgumentValues {
  const { output, requested } = values;
  const returned = keepEquivalent(values, argument, response, values.returned);
  if (!isUpdatable(argument)) {
    // Other resources that are built from the output would be replaced for what somebody has changed outside Pulumi.
    const isFirst = output === null && !argument.isNullAValue;
    return { output: isFirst ? keepEquivalent(values, argument, response, null) : output, requested, returned };
  }
  // Nothing marks the output as a secret any more.
  const isHidden = argument.row.mayHoldSecrets === true && output === null;
  const next = isHidden ? null : keepEquivalent(values, argument, response, output);
  return {
    output: next,
    // What was requested stays: where the user no longer names `update`, it keeps an unchanged program from replacing the resource.
    requested: output === null && next !== null ? next : requested,
    // An update of unknown outcome may take effect after this read.
    returned: isUnknownOutcome(values.returned) ? values.returned : returned,
  };
}

/** What a success makes of an argument that the program leaves out: the same as a read, unless nothing marks its value as secret. */
function applyOmitted(values: ArgumentValues, argument: ResolvedArgument, response: Json | undefined): ArgumentValues {
  const { output, returned } = applyRead(values, argument, response);
  if (isHiddenWhenLeftOut(argument)) return { output: null, requested: values.requested, returned };
  const follows = isSame(values.requested, values.output, argument);
  return { output, requested: follows ? output : values.requested, returned };
}

/**
 * Whether the output of an argument is null where the program leaves it out: it may hold a secret, or no response ever replaces it. The
 * id by which a resource was adopted stays, so that the state tells what was adopted.
 */
function isHiddenWhenLeftOut({ row, isInBody, isInPath }: Argument): boolean {
  if (row.role === "existingId") return false;
  return row.mayHoldSecrets === true || (!isInBody && !isInPath) || row.echoed === false;
}

/**
 * Returns the output or the requested value where the response has the same but for its spelling (see `isSame`), and otherwise the value of
 * the response.
 *
 * @param otherwise the result where the response does not have the argument
 */
function keepEquivalent(
  { output, requested }: Pick<ArgumentValues, "output" | "requested">,
  argument: Argument,
  response: Json | undefined,
  otherwise: Json,
): Json {
  if (response === undefined) return otherwise;
  if (isSame(response, output, argument)) return output;
  return isSame(response, requested, argument) ? requested : response;
}

/** Applies a rule to each argument, and takes the outputs that a response has. */
function changeState(
  definition: ResolvedDefinition,
  before: State,
  response: JsonObject,
  rule: (values: ArgumentValues, argument: ResolvedArgument) => ArgumentValues,
): State {
  const args = definition.arguments.map((argument) => [
    argument.name,
    rule(getValues(before, argument.name), argument),
  ]);
  const outputs = definition.outputs.map(({ name }) => [
    name,
    response[name] ?? (name in response ? null : before.outputs[name]),
  ]);
  return {
    ...before,
    arguments: Object.fromEntries(args),
    outputs: addDerivedOutputs(definition, Object.fromEntries(outputs)),
  };
}
