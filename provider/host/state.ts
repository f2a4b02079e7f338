/**
 * The state of a resource, and what each event makes of it. Only this file knows the form in which the engine keeps it:
 * the output of an argument is the property of its name, and one hidden secret property has the rest.
 */

import { isDeepStrictEqual } from "node:util";
import type { ResourceResponse } from "../api/response.js";
import { isObject, type Json, type JsonObject, listDeep, toObject } from "../rows/json.js";
import type { Argument, OperationName, Table } from "../rows/table.js";

export interface ArgumentState {
  readonly argument: Argument;
  /** What the program set when the state was last written. Undefined: it left the argument out. */
  readonly input: Json | undefined;
  /** What other resources use. If the program sets it, also the engine's earlier input, but for white space. */
  readonly output: Json;
  /** What a response showed last, or the API accepted since. Undefined: neither. */
  readonly actual: Json | undefined;
  /** Whether the API is known to have `actual`. It may still be applying something else that was sent. */
  readonly isKnown: boolean;
}

export interface State {
  readonly arguments: readonly ArgumentState[];
  readonly otherOutputs: JsonObject;
  /** Whether the package made the id, because the response to the create had none. */
  readonly hasMadeId: boolean;
}

export interface Resource {
  readonly table: Table;
  /** The id that the program adopts, that the API returned, or that the state has. Empty: none yet. */
  readonly id: string;
  readonly hasProgramInputs: boolean;
  readonly inputs: JsonObject;
  readonly state: State;
  /** Arguments and outputs: what the program sets, or else what the state has. */
  readonly values: JsonObject;
  /** The operations that the user has named, but none where the package made the id: they would find nothing. */
  readonly operations: readonly OperationName[];
}

export interface Received extends ResourceResponse {
  readonly hasMadeId: boolean;
}

/** The text by which the engine writes a value that isn't known before `up`. */
export const unknownInput = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: Json | undefined): boolean {
  return listDeep(value).some(([, one]) => one === unknownInput);
}

/** The engine shows no property whose name begins with `__` (`resource.IsInternalPropertyKey`). */
const hiddenProperty = "__apphosting";

interface HiddenState {
  readonly set: string[];
  /** The inputs that differ from the output. */
  readonly input: JsonObject;
  /** The actual values that differ from the output, or that aren't known. */
  readonly actual: JsonObject;
  readonly notKnown: string[];
  readonly madeId: boolean;
}

/**
 * Whether two values are the same. Many servers trim text, change its line endings, store null for the empty text, and
 * write a text of digits as a number. Text within lists is compared exactly.
 *
 * @param other may be a number in a response, where the argument is text
 */
export function isSame(value: Json | undefined, other: Json | undefined, argument: Argument): boolean {
  const [one, another] = [value, other].map((item) => {
    if (typeof item !== "string") return item ?? null;
    const text = item.replaceAll("\r\n", "\n").trim();
    return text === "" && argument.null === "is sent" ? null : text;
  });
  if (typeof one === "string" && typeof another === "number") return one !== "" && Number(one) === another;
  return isDeepStrictEqual(one, another);
}

export function canUpdate({ change }: Argument, operations: readonly OperationName[]): boolean {
  return change === "updates if enabled" ? operations.includes("update") : change !== "replaces";
}

/** @param applied the names of the arguments that the request applied. An adoption applies none. */
export function recordSuccess(resource: Resource, response: JsonObject, applied: readonly string[]): State {
  const { inputs, operations } = resource;
  return recordEvent(resource, response, (before, returned) => {
    const { argument } = before;
    const input = inputs[argument.name];
    if (input === undefined) return recordOmission(before, returned);
    const isApplied = applied.includes(argument.name);
    const isAccepted = isApplied || argument.place === "state";
    const accepted = { ...before, input, output: input, isKnown: isAccepted || before.isKnown };
    if (returned === undefined) return { ...accepted, actual: isAccepted ? input : before.actual };
    // The API may still be applying what was sent.
    const isOpen = isApplied && canUpdate(argument, operations) && !isSame(input, returned, argument);
    return { ...accepted, actual: settleReturned(returned, argument, input), isKnown: !isOpen };
  });
}

export function recordRead(resource: Resource, response: JsonObject): State {
  return recordEvent(resource, response, (before, returned) => {
    const { argument, input, output } = before;
    if (input === undefined) return recordOmission(before, returned);
    if (returned === undefined) return before;
    const actual = settleReturned(returned, argument, output, input);
    // If the argument can't be updated, its output stays: otherwise, drift would replace dependent resources.
    if (!canUpdate(argument, resource.operations)) return { ...before, actual, isKnown: true };
    // What was sent may still be applied after this read, unless it shows the input.
    const isKnown = before.isKnown || isSame(input, returned, argument);
    return { ...before, output: actual, actual, isKnown };
  });
}

type RecordArgument = (before: ArgumentState, returned: Json | undefined) => ArgumentState;

const recordOmission: RecordArgument = (before, returned) => {
  const { argument, output } = before;
  const omitted = { ...before, input: undefined };
  // The state keeps an adopted id.
  if (argument.place === "state") return argument.null === "is refused" ? omitted : { ...omitted, output: null };
  if (returned === undefined) return omitted;
  const actual = settleReturned(returned, argument, output);
  return { ...omitted, output: actual, actual, isKnown: true };
};

/** Returns the first of the known values that is the same as what a response has, which may be a number for a text. */
function settleReturned(returned: Json, argument: Argument, ...known: readonly Json[]): Json {
  const text = argument.schema.type === "string" && typeof returned === "number" ? String(returned) : returned;
  return known.find((value) => isSame(value, returned, argument)) ?? text;
}

function recordEvent({ table, state: before }: Resource, response: JsonObject, record: RecordArgument): State {
  const args = before.arguments.map((one) => record(one, response[one.argument.name]));
  const latest = { ...before.otherOutputs, ...response };
  const otherOutputs: JsonObject = {};
  for (const { name, schema } of table.outputs) {
    const value = latest[name] ?? null;
    // A partial response keeps the other parts.
    const isPart = schema.allowPartial && isObject(value);
    otherOutputs[name] = isPart ? { ...toObject(before.otherOutputs[name]), ...value } : value;
  }
  for (const { name, source } of table.outputs) {
    if (typeof source === "object" && "make" in source) otherOutputs[name] = source.make(otherOutputs);
  }
  return { ...before, arguments: args, otherOutputs };
}

export interface Difference {
  readonly argument: Argument;
  readonly value: Json;
  readonly actual: Json;
}

export function listDifferences(table: Table, values: JsonObject, response: JsonObject): Difference[] {
  return table.arguments.flatMap((argument) => {
    const value = values[argument.name];
    const actual = response[argument.name];
    if (value === undefined || actual === undefined || isSame(value, actual, argument)) return [];
    return [{ argument, value, actual }];
  });
}

export function getInputs({ arguments: args }: State): JsonObject {
  return Object.fromEntries(
    args.flatMap(({ argument, input }) => (input === undefined ? [] : [[argument.name, input]])),
  );
}

export function getOutputs({ arguments: args, otherOutputs }: State): JsonObject {
  return { ...Object.fromEntries(args.map(({ argument, output }) => [argument.name, output])), ...otherOutputs };
}

/** Decodes the properties of a state: none for a new resource. Without the hidden property, nothing is known. */
export function decodeState(table: Table, properties: JsonObject = {}): State {
  const hidden = properties[hiddenProperty];
  // The engine takes off the mark of a secret. A caller that hands back the result of a call doesn't.
  const unmarked = isObject(hidden) && "value" in hidden ? hidden.value : hidden;
  const nothing: HiddenState = { set: [], input: {}, actual: {}, notKnown: Object.keys(table.rows), madeId: false };
  const { set, input, actual, notKnown, madeId } = { ...nothing, ...(unmarked as HiddenState | undefined) };
  const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, properties[name] ?? null]));
  // A state of an earlier release may lack a row.
  const known = Object.keys(properties).filter((name) => !notKnown.includes(name));
  // The hidden property leaves out what is the same as the output.
  const inputs = { ...pick(set), ...input };
  const actuals = { ...pick(known), ...actual };
  const args = table.arguments.map((argument): ArgumentState => {
    const { name } = argument;
    const isKnown = known.includes(name);
    return { argument, input: inputs[name], output: properties[name] ?? null, actual: actuals[name], isKnown };
  });
  return { arguments: args, otherOutputs: pick(table.outputs.map(({ name }) => name)), hasMadeId: madeId };
}

/** Encodes every row: to the SDK, an output that the state lacks is unknown (`resolveProperties` in its rpc.js). */
export function encodeState(table: Table, state: State): JsonObject {
  const hidden: HiddenState = { set: [], input: {}, actual: {}, notKnown: [], madeId: state.hasMadeId };
  for (const { argument, input, output, actual, isKnown } of state.arguments) {
    const { name } = argument;
    if (input !== undefined) hidden.set.push(name);
    if (input !== undefined && !isDeepStrictEqual(input, output)) hidden.input[name] = input;
    if (!isKnown) hidden.notKnown.push(name);
    if (actual !== undefined && !(isKnown && isDeepStrictEqual(actual, output))) hidden.actual[name] = actual;
  }
  return { ...encodeOutputs(table, state), [hiddenProperty]: markSecret({ ...hidden }) };
}

/**
 * Encodes the inputs that a read returns, so that the next preview marks a difference between program and API. The
 * engine marks them as secrets by its earlier inputs alone. So a secret output that the read has changed is marked
 * here: what somebody has set outside Pulumi may be a secret, and so may be the earlier value.
 */
export function encodeInputs(before: State, after: State): JsonObject {
  const earlier = getOutputs(before);
  const inputs = after.arguments.flatMap(({ argument, input, output }) => {
    if (input === undefined) return [];
    const isNewSecret = argument.secret && output !== null && !isSame(output, earlier[argument.name], argument);
    return [[argument.name, isNewSecret ? markSecret(output) : output]];
  });
  return Object.fromEntries(inputs);
}

/** Marks the outputs that are always secrets. The engine itself marks an output whose input is a secret. */
export function encodeOutputs({ rows }: Table, state: State): JsonObject {
  const outputs = Object.entries(getOutputs(state)).map(([name, value]) => {
    return [name, rows[name]?.secret && value !== null ? markSecret(value) : value];
  });
  return Object.fromEntries(outputs);
}

/**
 * Marks a value as a secret, in the form of Pulumi's protocol. The engine encrypts it even where a transformation has
 * dropped the option that names secret outputs (test/engine/transformations.test.ts).
 */
function markSecret(value: Json): JsonObject {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}
