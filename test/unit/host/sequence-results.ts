/** The promises about what calls of the host leave behind: requests, outputs, what the API has, and secrets. */

import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import type { ResolvedArgument } from "../../../provider/definitions/definition.js";
import { isSecret } from "../host-fixture.js";
import { isApplied, isSame } from "./sequence-api.js";
import type { Plan } from "./sequence-engine.js";
import { listSet, type Observed, verify } from "./sequence-promises.js";

/** Verifies the requests of a create. */
export function verifyCreate(observed: Observed, requests: readonly ApiRequest[], { existingId }: JsonObject): void {
  const methods = requests.map(({ method }) => method).join();
  const expected = existingId === undefined ? ["POST", "PATCH"] : ["GET", ""];
  verify(observed, "a create sends one POST, or none for what it adopts", expected.includes(methods), methods);
}

/** Verifies the requests of an update, whatever becomes of it. */
export function verifyRequests(observed: Observed, requests: readonly ApiRequest[], plan: Plan): void {
  const { engine } = observed;
  const { inputs, hasPatch } = plan;
  const body = Object.fromEntries(engine.listBody(plan).map((name) => [engine.argument(name).fieldName, inputs[name]]));
  const [request] = requests;
  const isExact = hasPatch
    ? requests.length === 1 && request?.method === "PATCH" && isDeepStrictEqual(request.body, body)
    : requests.every(({ method }) => method === "GET" && inputs.existingId === engine.id);
  verify(observed, "an update sends one PATCH with what the program sets", isExact, requests);
}

/**
 * Verifies the outputs that a create or an update has left.
 *
 * @param sent the arguments that may have reached the API
 */
export function verifyOutputs(observed: Observed, inputs: JsonObject, sent = observed.engine.names): void {
  const { engine } = observed;
  const outputs = engine.plainOutputs;
  for (const name of engine.names) {
    const { [name]: input } = inputs;
    const { [name]: output = null } = outputs;
    if (input !== undefined && sent.includes(name)) {
      verify(observed, "the output is what the preview has shown", isDeepStrictEqual(output, input), { name });
    }
    if (input === undefined && engine.argument(name).row.mayHoldSecrets) {
      verify(observed, "what often holds a secret is null while the program leaves it out", output === null, { name });
    }
  }
}

/**
 * Verifies what an `up` has left behind.
 *
 * @param plan of the same program once more
 */
export function verifyAfterUp(observed: Observed, plan: Plan): void {
  const { api, engine, history } = observed;
  const { inputs, action, isSeen } = plan;
  const { existingId = engine.id } = inputs;
  verify(observed, "the stack has what the program names by its id", existingId === engine.id, plan);
  const isReturnedOtherwise = (name: string) => {
    const { [name]: returned } = api.returned;
    return returned !== undefined && !isSame(returned, inputs[name], engine.argument(name));
  };
  const causes = history.listCauses(plan);
  const isExpected = action === "same" || (action === "update" && causes.every(isReturnedOtherwise));
  verify(observed, "a preview after up is empty, except for what the API has returned otherwise", isExpected, plan);
  const hasUnseen = causes.some((name) => history.hasUnseenChange(name));
  for (const name of engine.names) {
    if (inputs[name] !== undefined || !engine.argument(name).row.mayHoldSecrets) continue;
    const isNull = (engine.plainOutputs[name] ?? null) === null;
    verify(observed, "what often holds a secret is null while the program leaves it out", isNull, { name });
  }
  for (const argument of listSet(observed, inputs)) {
    const { name } = argument;
    const isSettled = !history.unknownOutcomes.has(name) && !history.hasUnseenChange(name);
    if (!argument.isUpdatable && isSettled && api.returned[name] !== undefined && !isReturnedOtherwise(name)) {
      const isRecorded = isSame(engine.plainOutputs[name], inputs[name], argument);
      verify(observed, "the state has what the program sets and the API has", isRecorded, { name });
    }
    if (argument.isUpdatable && isReturnedOtherwise(name) && !hasUnseen) {
      const isSentAgain = causes.includes(name) && isSeen;
      verify(observed, "a difference that the API has returned is sent again", isSentAgain, plan);
    }
    if (canExpectInApi(observed, argument, inputs)) {
      const hasIt = isSame(inputs[name], api.find(engine.id, name), argument);
      verify(observed, "the API has what the program sets", hasIt, { name });
    }
  }
}

function canExpectInApi(observed: Observed, argument: ResolvedArgument, inputs: JsonObject): boolean {
  const { api, engine, history, scenario } = observed;
  const { name, isInBody } = argument;
  const hasWhatIsSent = isInBody && isApplied(scenario.habits[name]) && !api.isUnsure(engine.id, name);
  // What cannot be updated is not replaced for an unknown outcome, nor for a null where a null output hides what the API has.
  const replacesNothing = history.unknownOutcomes.has(name) || isSame(inputs[name], null, argument);
  return hasWhatIsSent && !history.hasUnseenChange(name) && (argument.isUpdatable || !replacesNothing);
}

/** What a refresh has found. */
interface Refresh {
  /** The outputs before it. */
  readonly before: JsonObject;
  /** The arguments that were no secrets before it, neither as outputs nor as inputs. */
  readonly plain: readonly string[];
  /** The inputs that it has returned. */
  readonly inputs: JsonObject;
  /** What a preview shows next. */
  readonly plan: Plan;
  /** Whether a preview before it was empty. */
  readonly wasEmpty: boolean;
}

export function verifyRefresh(observed: Observed, { before, plain, inputs, plan, wasEmpty }: Refresh): void {
  const { api, engine, history, scenario } = observed;
  const outputs = engine.plainOutputs;
  for (const argument of listSet(observed, api.returned)) {
    verifyRefreshedOutput(observed, argument, before[argument.name] ?? null, outputs[argument.name] ?? null);
  }
  verifyPlain(observed, plain);
  const { ignored } = scenario;
  if (ignored !== undefined && inputs[ignored] !== undefined && !history.unknownOutcomes.has(ignored)) {
    const isSent = plan.sent.includes(ignored);
    verify(observed, "a refresh leaves nothing to send of what ignoreChanges names", !isSent, plan);
  }
  if (!wasEmpty) return;
  const replaced = plan.replaces.filter((name) => engine.names.includes(name));
  const marked = plan.marks.filter((name) => isMarkOfRefresh(observed, name, inputs, plan));
  const found = [...history.listCauses(plan), ...replaced, ...marked];
  const isExpected = found.every((name) => canBeFound(observed, name, plan));
  verify(observed, "a refresh finds only what differs and can be updated", isExpected, plan);
}

function verifyRefreshedOutput(observed: Observed, argument: ResolvedArgument, before: Json, output: Json): void {
  const { name, row } = argument;
  const { [name]: returned = null } = observed.api.returned;
  const isUnchanged = isDeepStrictEqual(output, before);
  if (row.mayHoldSecrets && before === null) {
    verify(observed, "what often holds a secret is null while the program leaves it out", isUnchanged, { name });
  }
  if (returned === null) return;
  if (isSame(before, returned, argument)) {
    verify(observed, "a refresh of the same changes no output", isUnchanged, { name });
  }
  const { [name]: written } = observed.history.written;
  if (isSame(written, returned, argument)) {
    const isSpelled = isUnchanged || isDeepStrictEqual(output, written);
    verify(observed, "a refresh that finds what was set shows it as it was set", isSpelled, { name });
  }
  if (!row.mayHoldSecrets) verify(observed, "what a refresh finds is an output", output !== null, { name });
}

/** Whether a refresh has returned another input than the program has, which has not changed it. */
function isMarkOfRefresh({ engine, history }: Observed, name: string, inputs: JsonObject, plan: Plan): boolean {
  const isUnchanged = isDeepStrictEqual(plan.inputs[name], history.applied[name]);
  return name in inputs && isUnchanged && !isSame(inputs[name], plan.inputs[name], engine.argument(name));
}

/** Whether a refresh may find an argument: the API has another value and can be sent this one, or the program has changed it meanwhile. */
function canBeFound({ api, engine, history }: Observed, name: string, { inputs }: Plan): boolean {
  const argument = engine.argument(name);
  const isOther = !isSame(api.returned[name], inputs[name], argument);
  const isChanged = !isSame(history.applied[name], inputs[name], argument) || history.hasUnseenChange(name);
  return (argument.isUpdatable && isOther) || isChanged;
}

/** Verifies that a refresh marks nothing that the program sets, and that is no secret there. */
function verifyPlain(observed: Observed, plain: readonly string[]): void {
  const { engine, history } = observed;
  for (const name of plain) {
    const { [name]: set } = history.lastInputs;
    if (set === undefined || isSecret(set) || history.unknownOutcomes.has(name)) continue;
    const isPlain = !isSecret(engine.oldInputs[name]) && !isSecret(engine.outputs[name]);
    verify(observed, "what is no secret stays plain in a refresh", isPlain, { name });
  }
}

/** Verifies that a call which has succeeded with these inputs has marked none of their outputs that the program itself does not mark. */
export function verifyMarks(observed: Observed, inputs: JsonObject): void {
  const { engine, history } = observed;
  for (const { name } of listSet(observed, inputs)) {
    // What nobody has confirmed may be a secret of an earlier program.
    if (isSecret(inputs[name]) || history.unknownOutcomes.has(name)) continue;
    const isPlain = !isSecret(engine.outputs[name]);
    verify(observed, "what the program sets in plain text is plain after a create and an update", isPlain, { name });
  }
}

/** Verifies that nothing that ever was a secret stands in plain text among what the engine keeps. */
export function verifySecrets(observed: Observed): void {
  const { engine, history } = observed;
  const { outputs, oldInputs } = engine;
  const { __apphosting: hidden } = outputs;
  verify(observed, "a secret is nowhere in plain text", hidden === undefined || isSecret(hidden), hidden);
  for (const name of engine.names) {
    const argument = engine.argument(name);
    if (isPlainByNow(observed, argument)) {
      history.notePlain(name);
      continue;
    }
    const isLeaked =
      (isPlain(observed, argument, outputs[name]) && !isOutputLetGo(observed, argument)) ||
      (isPlain(observed, argument, oldInputs[name]) && !isInputLetGo(observed, argument));
    verify(observed, "a secret is nowhere in plain text", !isLeaked, { name });
  }
}

function isPlain({ history }: Observed, argument: ResolvedArgument, value: Json = null): boolean {
  return value !== null && !isSecret(value) && history.isSecretValue(argument, value);
}

/**
 * Accepted: the program sets a value that is no secret, and the API still has, or has again, an earlier one that was. Neither the engine nor the
 * host can tell such a value from another one that the API has. Of what often holds a secret, an `up` that has failed makes nothing plain.
 */
function isPlainByNow({ history }: Observed, { name, row }: ResolvedArgument): boolean {
  const { lastInputs, triedInputs, unknownOutcomes } = history;
  const isPlainIn = ({ [name]: set }: JsonObject) => set !== undefined && !isSecret(set);
  if (row.mayHoldSecrets !== true) return isPlainIn(lastInputs) || isPlainIn(triedInputs);
  const isSecretTried = unknownOutcomes.has(name) && isSecret(triedInputs[name]);
  return isPlainIn(lastInputs) && !isSecretTried;
}

/**
 * Accepted, and documented, unless the argument often holds a secret: once it is left out, its output is what responses have. That also
 * holds after it has come back as it was, which no call of the host has seen.
 */
function isOutputLetGo({ history }: Observed, { name, row }: ResolvedArgument): boolean {
  return row.mayHoldSecrets !== true && row.neverReturned !== true && history.letGo.has(name);
}

/**
 * Accepted likewise: what was left out in a step that the engine called Same, which no call of the host has seen, is an input that a refresh
 * returns. What an update of unknown outcome has sent since then is none of that, as long as the next update can send it again.
 */
function isInputLetGo({ engine, history }: Observed, argument: ResolvedArgument): boolean {
  const { name, row } = argument;
  const { [name]: applied } = history.applied;
  const { [name]: written } = history.written;
  const isLeftOut = history.lastInputs[name] === undefined && applied !== undefined;
  const isTried = argument.isUpdatable && history.unknownOutcomes.has(name) && !isSame(written, applied, argument);
  const isNew = isTried && isSame(engine.oldInputs[name], written, argument);
  return row.mayHoldSecrets !== true && isLeftOut && !isNew;
}
