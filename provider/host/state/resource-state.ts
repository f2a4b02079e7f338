/** What Pulumi's state holds of a resource, and how the values of its arguments are written there. */

import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "../../api/http/json.js";
import type { Argument, DocumentedDefinition } from "../../definitions/definition.js";
import { answeredOutput, askedOutput } from "../../definitions/state-names.js";
import { newValues, type StoredValues, unknownOutcome } from "./argument-values.js";

declare const isStateProperties: unique symbol;

/**
 * The properties that the engine keeps of a resource, as JSON. `takeStateProperties` makes them where the engine hands them over, and
 * `encodeState` where it gets them, so that nobody passes inputs for them.
 */
export type StateProperties = JsonObject & { readonly [isStateProperties]: true };

export function takeStateProperties(properties: JsonObject): StateProperties {
  return properties as StateProperties;
}

export interface ResourceState {
  /** Every argument of the definition by its name. */
  readonly arguments: Readonly<Record<string, StoredValues>>;
  /** Every output that is no argument by its name; null where the API has returned none. */
  readonly outputs: JsonObject;
}

/** The state of a resource that the engine does not have yet. */
export function createState(definition: DocumentedDefinition): ResourceState {
  return {
    arguments: Object.fromEntries(definition.arguments.map(({ name }) => [name, newValues])),
    outputs: Object.fromEntries(definition.outputs.map(({ name }) => [name, null])),
  };
}

export function getValues({ arguments: args }: ResourceState, name: string): StoredValues {
  const { [name]: values } = args;
  if (values === undefined) throw new Error(`the definition has no argument ${name}`);
  return values;
}

/** Stands in `answered` for an unknown outcome. */
const unknownOutcomeMark = { outcome: "unknown" };

/**
 * Whether a value in `answered` stands for an unknown outcome. Up to 0.3.0, releases wrote null for it where null could not be
 * taken for a value.
 */
function isUnknownOutcome(returned: Json, output: Json, { acceptsNull }: Argument): boolean {
  const isEarlierMark = returned === null && output !== null && !acceptsNull;
  return isEarlierMark || isDeepStrictEqual(returned, unknownOutcomeMark);
}

/**
 * Decodes the properties that the engine keeps of a resource. The output of each argument stands under its name. What was
 * requested and what was returned stand in the objects `asked` and `answered`, and only where they differ from the output.
 */
export function decodeState(definition: DocumentedDefinition, properties: StateProperties): ResourceState {
  const { [askedOutput]: asked, [answeredOutput]: answered } = properties;
  function decodeValues(argument: Argument): StoredValues {
    const { name } = argument;
    const output = properties[name] ?? null;
    const findEntry = (entries: Json | undefined): Json => {
      const { [name]: value = output } = isObject(entries) ? entries : {};
      return value;
    };
    const returned = findEntry(answered);
    const isNotKnown = isUnknownOutcome(returned, output, argument);
    return { output, requested: findEntry(asked), returned: isNotKnown ? unknownOutcome : returned };
  }
  return {
    arguments: Object.fromEntries(definition.arguments.map((argument) => [argument.name, decodeValues(argument)])),
    outputs: Object.fromEntries(definition.outputs.map(({ name }) => [name, properties[name] ?? null])),
  };
}

/**
 * Encodes the properties that the engine keeps of a resource. Every row of the definition is among them, because the SDK
 * takes an output that is absent from the state for unknown in each preview.
 */
export function encodeState(definition: DocumentedDefinition, state: ResourceState): StateProperties {
  const asked: JsonObject = {};
  const answered: JsonObject = {};
  const properties: JsonObject = {};
  // One list in the order of the rows, in which users know the outputs.
  for (const name of Object.keys(definition.rows)) {
    properties[name] = state.arguments[name]?.output ?? state.outputs[name] ?? null;
  }
  for (const { name } of definition.arguments) {
    const values = getValues(state, name);
    const { output, requested } = values;
    const returned = values.returned === unknownOutcome ? unknownOutcomeMark : values.returned;
    if (!isDeepStrictEqual(requested, output)) asked[name] = requested;
    if (!isDeepStrictEqual(returned, output)) answered[name] = returned;
  }
  if (Object.keys(asked).length > 0) properties[askedOutput] = asked;
  if (Object.keys(answered).length > 0) properties[answeredOutput] = answered;
  return takeStateProperties(properties);
}
