/** The promises about what calls of the host leave behind: requests, outputs, what the API has, and secrets. */

import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import type { ResolvedArgument } from "../../../provider/definitions/definition.js";
import { isSecret } from "../host-fixture.js";
import { isApplied, isSame } from "./sequence-api.js";
import type { Plan } from "./sequence-engine.js";
import { excuse, listSet, type Observed, verify } from "./sequence-promises.js";

export function verifyCreate(observed: Observed, requests: readonly ApiRequest[], { existingId }: JsonObject): void {
  const methods = requests.map(({ method }) => method).join();
  const expected = existingId === undefined ? ["POST", "PATCH"] : ["GET", ""];
  verify(observed, "a create sends one POST, or none for what it adopts", expected.includes(methods), methods);
}

export function verifyRequests(observed: Observed, requests: readonly ApiRequest[], plan: Plan): void {
  const { engine } = observed;
  const { inputs, hasPatch } = plan;
  const body = Object.fromEntries(engine.listBody(plan).map((name) => [engine.argument(name).fieldName, inputs[name]]));
  const [request] = requests;
  const isExact = hasPatch
    ? requests.length === 1 && request?.method === "PATCH" && isDeepStrictEqual(request.body, body)
    : requests.length === 0;
  verify(observed, "an update sends one PATCH with what the program sets", isExact, requests);
}

export function verifyUnconfirmed(observed: Observed, before: JsonObject): void {
  const { __provider: _loader, ...outputs } = observed.engine.plainOutputs;
  const { __provider: _before, ...outputsBefore } = before;
  const flagged = { ...outputsBefore, __apphosting: { ...(before.__apphosting as JsonObject), unconfirmed: "update" } };
  const promise = "an update of unknown outcome leaves the state as it was, but for a flag";
  verify(observed, promise, isDeepStrictEqual(outputs, flagged), outputsBefore);
}

export function verifyInputs(observed: Observed): void {
  const { engine } = observed;
  const { plainInputs, plainOutputs } = engine;
  for (const name of engine.names) {
    const { [name]: input } = plainInputs;
    const isSet = ((plainOutputs.__apphosting as JsonObject).set as string[]).includes(name);
    const argument = engine.argument(name);
    const isTogether = isSet ? isSame(input, plainOutputs[name], argument) : input === undefined;
    verify(observed, "the state and the engine have what the program sets", isTogether, { name, plainInputs });
  }
}

export function verifyOutputs(observed: Observed, inputs: JsonObject): void {
  const { engine } = observed;
  const outputs = engine.plainOutputs;
  for (const name of engine.names) {
    const { [name]: input } = inputs;
    const { [name]: output = null } = outputs;
    if (input !== undefined) {
      verify(observed, "the output is what the preview has shown", isDeepStrictEqual(output, input), { name });
    }
  }
}

/** @param plan of the same program once more */
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
  const isAdopted = () =>
    history.unconfirmed === "adoption" && excuse("not empty after up: an adoption is unconfirmed");
  const isExpected = action === "same" || (action === "update" && (causes.every(isReturnedOtherwise) || isAdopted()));
  verify(observed, "a preview after up is empty, except for what the API has returned otherwise", isExpected, plan);
  const hasUnseen = causes.some((name) => history.hasUnseenChange(name));
  for (const argument of listSet(observed, inputs)) {
    const { name } = argument;
    const isSettled = !history.hasUnseenChange(name);
    if (!argument.isUpdatable && isSettled && api.returned[name] !== undefined && !isReturnedOtherwise(name)) {
      const isRecorded = isSame(engine.plainOutputs[name], inputs[name], argument);
      verify(observed, "the state has what the program sets and the API has", isRecorded, { name });
    }
    if (argument.isUpdatable && isReturnedOtherwise(name) && !hasUnseen) {
      const isSentAgain = causes.includes(name) && isSeen;
      verify(observed, "a difference that the API has returned is sent again", isSentAgain, plan);
    }
    if (canExpectInApi(observed, argument)) {
      const hasIt = isSame(inputs[name], api.find(engine.id, name), argument);
      verify(observed, "the API has what the program sets", hasIt, { name });
    }
  }
}

function canExpectInApi(observed: Observed, argument: ResolvedArgument): boolean {
  const { api, engine, history, scenario } = observed;
  const { name, isInBody } = argument;
  const hasWhatIsSent = isInBody && isApplied(scenario.habits[name]) && !api.isUnsure(engine.id, name);
  return hasWhatIsSent && !history.hasUnseenChange(name);
}

interface Refresh {
  readonly before: JsonObject;
  /** The arguments that were no secrets before it, neither as outputs nor as inputs. */
  readonly plain: readonly string[];
  readonly inputs: JsonObject;
  readonly plan: Plan;
  readonly wasEmpty: boolean;
}

export function verifyRefresh(observed: Observed, { before, plain, inputs, plan, wasEmpty }: Refresh): void {
  const { api, engine, history, scenario } = observed;
  const outputs = engine.plainOutputs;
  for (const argument of listSet(observed, api.returned)) {
    verifyRefreshedOutput(observed, argument, before[argument.name] ?? null, outputs[argument.name] ?? null);
  }
  verifyPlain(observed, plain, before);
  const { ignored } = scenario;
  if (ignored !== undefined && inputs[ignored] !== undefined && !history.unconfirmed) {
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
  const { name } = argument;
  const { [name]: returned = null } = observed.api.returned;
  const isUnchanged = isDeepStrictEqual(output, before);
  if (returned === null) return;
  if (isSame(before, returned, argument)) {
    verify(observed, "a refresh of the same changes no output", isUnchanged, { name });
  }
  const { [name]: written } = observed.history.written;
  if (isSame(written, returned, argument) && !observed.history.letGo.has(name)) {
    const isSpelled = isUnchanged || isDeepStrictEqual(output, written);
    verify(observed, "a refresh that finds what was set shows it as it was set", isSpelled, { name });
  }
  const isFound = output !== null || argument.isNullAValue;
  verify(observed, "what a refresh finds is an output", isFound, { name });
}

/** Whether a refresh returned an input that differs from the program's unchanged one. */
function isMarkOfRefresh({ engine, history }: Observed, name: string, inputs: JsonObject, plan: Plan): boolean {
  const isUnchanged = isDeepStrictEqual(plan.inputs[name], history.applied[name]);
  return name in inputs && isUnchanged && !isSame(inputs[name], plan.inputs[name], engine.argument(name));
}

/** Whether a refresh may find an argument: the API differs and can be updated, or the program has changed it. */
function canBeFound({ api, engine, history }: Observed, name: string, { inputs }: Plan): boolean {
  const argument = engine.argument(name);
  const isOther = !isSame(api.returned[name], inputs[name], argument);
  const isChanged = !isSame(history.applied[name], inputs[name], argument) || history.hasUnseenChange(name);
  return (argument.isUpdatable && isOther) || isChanged;
}

/** Verifies that a refresh marks nothing that the program sets in plain text. */
function verifyPlain(observed: Observed, plain: readonly string[], before: JsonObject): void {
  const { engine, history } = observed;
  for (const name of plain) {
    const { [name]: set } = history.lastInputs;
    if (set === undefined || isSecret(set)) continue;
    const argument = engine.argument(name);
    const isAlwaysSecret = argument.row.secret === true;
    const isFound = !isSame(before[name], engine.plainOutputs[name], argument);
    if (isAlwaysSecret && isFound && engine.plainOutputs[name] !== null) {
      const isMarked = isSecret(engine.oldInputs[name]);
      verify(observed, "what a refresh finds of what may hold a secret is a secret input", isMarked, { name });
      continue;
    }
    const isPlain = !isSecret(engine.oldInputs[name]) && (isAlwaysSecret || !isSecret(engine.outputs[name]));
    verify(observed, "what is no secret stays plain in a refresh", isPlain, { name });
  }
}

/** Verifies that a successful call marks no output that the program sets in plain text. */
export function verifyMarks(observed: Observed, inputs: JsonObject): void {
  const { engine } = observed;
  for (const { name } of listSet(observed, inputs)) {
    if (isSecret(inputs[name]) || engine.argument(name).row.secret === true) continue;
    const isPlain = !isSecret(engine.outputs[name]);
    verify(observed, "what the program sets in plain text is plain after a create and an update", isPlain, { name });
  }
}

export function verifyWarnings(observed: Observed, lines: readonly string[]): void {
  const { api, engine, history } = observed;
  for (const argument of engine.names.map((name) => engine.argument(name))) {
    if (argument.row.secret !== true) continue;
    const values = [
      ...(history.everSet[argument.name] ?? []),
      api.returned[argument.name],
      api.find(engine.id, argument.name),
    ];
    const texts = values.flatMap((value) => (value === undefined || value === null ? [] : [JSON.stringify(value)]));
    const isShown = lines.some((line) => texts.some((text) => line.includes(text)));
    verify(observed, "no warning has the value of a secret output", !isShown, { lines });
  }
}

/** Verifies that the engine keeps nothing in plain text that ever was a secret. */
export function verifySecrets(observed: Observed): void {
  const { engine } = observed;
  const { outputs, oldInputs } = engine;
  const { __apphosting: hidden } = outputs;
  verify(observed, "a secret is nowhere in plain text", hidden === undefined || isSecret(hidden), hidden);
  for (const name of engine.names) {
    const argument = engine.argument(name);
    const { [name]: value = null } = outputs;
    const isShown = argument.row.secret === true && value !== null && !isSecret(value);
    verify(observed, "a secret is nowhere in plain text", !isShown, { name });
    const where = [
      ["output", outputs[name]],
      ["input", oldInputs[name]],
    ] as const;
    for (const [part, one] of where) {
      const isLeaked = isPlain(observed, argument, one) && !isAccepted(observed, argument, part);
      verify(observed, "a secret is nowhere in plain text", !isLeaked, { name, part });
    }
  }
}

function isPlain({ history }: Observed, argument: ResolvedArgument, value: Json = null): boolean {
  return value !== null && !isSecret(value) && history.isSecretValue(argument, value);
}

/** Accepted of what rarely is a secret: left out, beside a failed update, or set to another value in plain text. */
function isAccepted({ history }: Observed, { name, row }: ResolvedArgument, part: "output" | "input"): boolean {
  if (row.secret === true) return false;
  if (history.letGo.has(name) && part === "output") return excuse("plain output: left out");
  if (history.hasFailedUpdate) return excuse(`plain ${part}: beside an update that failed`);
  const { [name]: set } = history.lastInputs;
  if (history.wasSame && isSecret(set) && part === "output") return excuse(`plain ${part}: a secret since a step Same`);
  if (set !== undefined && !isSecret(set)) return excuse(`plain ${part}: the program sets another value in plain text`);
  return false;
}
