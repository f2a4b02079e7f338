/** The promises about a preview: what it does, marks and explains, before anything is sent. */

import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import type { ResolvedArgument } from "../../../provider/definitions/definition.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import { isUnknown } from "../../../provider/host/state/plan.js";
import { isSame } from "./sequence-api.js";
import type { Plan, Preview } from "./sequence-engine.js";
import { excuse, listSet, type Observed, verify } from "./sequence-promises.js";

export function verifyPlan(observed: Observed, plan: Plan): void {
  const { engine, history } = observed;
  const { inputs, changes, replaces, isSeen, action } = plan;
  const causes = history.listCauses(plan);
  if (changes === undefined && replaces.length === 0) {
    const seen = plan.marks.filter((name) => !isSame(inputs[name], engine.plainInputs[name], engine.argument(name)));
    const isSent = seen.some((name) => causes.includes(name));
    verify(observed, "replaceOnChanges replaces nothing that is only recorded or left out", isSent, plan);
  }
  if (![...causes, ...replaces].some((name) => history.hasUnseenChange(name))) {
    verify(observed, "what diff finds, the engine does", changes === false || isSeen, plan);
  }
  if (inputs.existingId === engine.id) {
    verify(observed, "what the program names by its id is not replaced", action !== "replace", plan);
  }
  for (const argument of listSet(observed, inputs)) {
    verifyChange(observed, argument, plan, causes);
    verifyReplacement(observed, argument, plan);
  }
}

function verifyChange(observed: Observed, argument: ResolvedArgument, plan: Plan, causes: readonly string[]): void {
  const { engine, history } = observed;
  const { inputs, changes, replaces } = plan;
  const { name } = argument;
  if (argument.isUpdatable && history.unconfirmed && replaces.length === 0) {
    verify(observed, "what is of unknown outcome is sent again", causes.includes(name), plan);
  }
  const { [name]: output = null } = engine.plainOutputs;
  const isNew = history.everSet[name] === undefined && output !== null;
  if (isNew && !history.unconfirmed && isCertain(observed, argument) && isSame(inputs[name], output, argument)) {
    const isChange = causes.includes(name) || replaces.includes(name);
    verify(observed, "to set what the output shows sends nothing", !isChange, plan);
  }
  if (isChangeOfProgram(observed, argument, plan)) {
    const promise = "where the program changes a value, the engine decides (replaceOnChanges)";
    verify(observed, promise, changes !== true, plan);
  }
}

/** Whether the program changes a value that the engine has, too, so that the engine can compare the two by itself. */
function isChangeOfProgram({ engine }: Observed, argument: ResolvedArgument, plan: Plan): boolean {
  const { inputs, sent, replaces } = plan;
  const { name } = argument;
  const { [name]: input = null } = inputs;
  const { [name]: old = null } = engine.plainInputs;
  const isChanged = input !== null && old !== null && !isSame(old, input, argument);
  const isFound = sent.includes(name) || replaces.includes(name);
  return isChanged && isFound;
}

function verifyReplacement(observed: Observed, argument: ResolvedArgument, plan: Plan): void {
  const { api, engine, history } = observed;
  const { name } = argument;
  const { [name]: input = null } = plan.inputs;
  const { [name]: applied } = history.applied;
  const isReplaced = plan.action === "replace" && plan.replaces.includes(name);
  if (applied !== undefined && isSame(applied, input, argument) && !history.hasUnseenChange(name)) {
    verify(observed, "what the program has not changed replaces nothing", !isReplaced, { name });
  }
  const known = [isCertain(observed, argument) ? api.find(engine.id, name) : undefined, api.returned[name]];
  if (known.some((value) => value !== undefined && isSame(input, value, argument))) {
    verify(observed, "what the API has replaces nothing", !isReplaced, { name });
  }
}

/** Whether the responses so far show the API's value of an argument. */
function isCertain({ api, engine, scenario }: Observed, { name, row }: ResolvedArgument): boolean {
  return row.neverReturned !== true && !api.isUnsure(engine.id, name) && scenario.habits[name] !== "nulls";
}

export function verifyUpdate(observed: Observed, plan: Plan): void {
  const { api, engine, history } = observed;
  const { inputs, marks, warned, sent } = plan;
  const outputs = engine.plainOutputs;
  for (const argument of listSet(observed, inputs)) {
    const { name } = argument;
    if (marks.includes(name)) {
      const isTrue = isSent(plan, argument) || warned.includes(name) || isUnsentMark(observed, argument, inputs);
      verify(observed, "a mark is sent", isTrue, { name, plan });
    }
    if (!sent.includes(name)) continue;
    const { [name]: returned } = api.returned;
    const isKnown = returned !== undefined && !history.unconfirmed;
    const isNeedless = isKnown && [returned, outputs[name]].every((one) => isSame(one, inputs[name], argument));
    verify(observed, "what the API has is not sent", !isNeedless, plan);
  }
  if (inputs.existingId !== engine.plainInputs.existingId) excuse("existingId is marked without a word");
  for (const name of history.listCauses(plan)) {
    const isShown = marks.includes(name) || warned.includes(name) || history.hasUnseenChange(name);
    verify(observed, "what is sent is marked or explained", isShown, { name, plan });
  }
  const hasCause = !plan.hasPatch || history.listCauses(plan).length > 0;
  verify(observed, "what is left out sends nothing", hasCause, plan);
}

/** @param plan of the `up`, in which all values are known */
export function verifyUnknowns(observed: Observed, preview: Preview, plan: Plan, idArgument: string): void {
  const { engine, history } = observed;
  const { inputs, marks, warned, warnings } = preview;
  const isOtherId = isUnknown(inputs[idArgument]) && plan.inputs.existingId !== engine.id;
  if (plan.action === "replace" && !isOtherId) {
    const promise = "a preview with unknown values shows each replacement, but for another id that is not known";
    verify(observed, promise, preview.action === "replace", { preview, plan });
  }
  if (plan.action === "update") {
    const causes = history.listCauses(plan).filter((name) => !history.hasUnseenChange(name));
    // If the resource may be replaced, the preview says so, and no single change.
    const areShown = causes.every((name) => marks.includes(name) || warned.includes(name));
    const isShown = preview.action === "replace" || (preview.action === "update" && areShown);
    verify(observed, "a preview with unknown values shows each update", isShown, { preview, plan });
  }
  if (isUnknown(inputs[idArgument])) {
    const isWarned = warnings.some((line) => line.includes(`${idArgument} isn't known before`));
    verify(observed, "a preview warns of an id that is not known", isWarned, preview);
  }
  const isNamed = warnings.some((line) => line.includes(unknownInput));
  verify(observed, "a preview says nothing of a value that is not known", !isNamed, preview);
}

function isSent({ sent, hasPatch }: Plan, { name, row, isInBody }: ResolvedArgument): boolean {
  return sent.includes(name) || (hasPatch && (row.inEveryUpdate === true || !isInBody));
}

/** Whether an argument is one of those that docs/changes.md lists: marked next to another change, and not sent. */
function isUnsentMark({ api, engine, history }: Observed, argument: ResolvedArgument, inputs: JsonObject): boolean {
  const { name } = argument;
  const canBeUpdated = argument.isUpdatable;
  const { [name]: old = null } = engine.plainInputs;
  const { [name]: known = history.written[name] } = api.returned;
  const isInput = (value: Json | undefined) => isSame(value, inputs[name], argument);
  // The engine marks what the API has if its own input is missing, precedes a failure or an unseen change,
  // or cannot be updated.
  const isMarkedAnyway = old === null || engine.hasFailed || history.hasUnseenChange(name) || !canBeUpdated;
  // What can't be updated isn't replaced by a value that it had or may have had, or by the output.
  const { [name]: had = [] } = history.everSet;
  const isNoReason = [...had, engine.plainOutputs[name]].some(isInput);
  return isInput(old) || (isMarkedAnyway && isInput(known)) || (!canBeUpdated && isNoReason);
}
