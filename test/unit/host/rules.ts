/**
 * The rules of the state as pure functions, written again and from the documents alone: what the state keeps of one argument after each
 * event, and what of it is a change. The sequences compare the host with them.
 */

import type { Json } from "../../../provider/api/http/json.js";

export const unknownOutcome: unique symbol = Symbol("unknown outcome");
type Returned = Json | typeof unknownOutcome;

/** What the state keeps of one argument. */
export interface Values {
  readonly output: Json;
  readonly requested: Json;
  readonly returned: Returned;
}

export const noValues: Values = { output: null, requested: null, returned: null };

/** An argument of the model. */
export interface ModelArgument {
  /** Its name on the wire; none where no body has it. */
  readonly wire?: string;
  readonly values: readonly Json[];
  /** An update can change it. */
  readonly canBeUpdated: boolean;
  /** Responses have it. */
  readonly isEchoed: boolean;
  readonly isRequired?: boolean;
  readonly isInEveryUpdate?: boolean;
  /** It may hold a secret. */
  readonly isSecret?: boolean;
  /** Null is a value of it. */
  readonly isNullable?: boolean;
}

function simplify(value: Returned | undefined, { isNullable }: ModelArgument): unknown {
  if (typeof value !== "string") return JSON.stringify(value ?? null);
  const text = value.replaceAll("\r\n", "\n").trim();
  return text === "" && isNullable ? "null" : JSON.stringify(text);
}

/** Whether two values count as the same: white space at the ends, line endings, and "" and null do not matter. */
export function isSame(a: Returned | undefined, b: Returned | undefined, argument: ModelArgument): boolean {
  return a !== unknownOutcome && b !== unknownOutcome && simplify(a, argument) === simplify(b, argument);
}

/** A value of a response counts as the output, or else as what was requested, where it is the same. */
function settle({ output, requested }: Pick<Values, "output" | "requested">, argument: ModelArgument, response: Json) {
  if (isSame(response, output, argument)) return output;
  return isSame(response, requested, argument) ? requested : response;
}

export function afterSuccess(
  values: Values,
  argument: ModelArgument,
  input: Json | undefined,
  response: Json | undefined,
  isSent: boolean,
): Values {
  if (input !== undefined) {
    const next = { output: input, requested: input };
    const returned = isSent ? input : values.returned;
    return { ...next, returned: response === undefined ? returned : settle(next, argument, response) };
  }
  const { output, returned } = afterRead(values, argument, response);
  const { requested } = values;
  if (argument.isSecret || !argument.isEchoed) return { output: null, requested, returned };
  return { output, requested: isSame(requested, values.output, argument) ? output : requested, returned };
}

export function afterUnknownOutcome(
  values: Values,
  argument: ModelArgument,
  input: Json | undefined,
  wasChanged: boolean,
): Values {
  if (wasChanged && input !== undefined) return { output: input, requested: input, returned: unknownOutcome };
  const isHidden = input === undefined && (argument.isSecret || !argument.isEchoed);
  return isHidden ? { ...values, output: null } : values;
}

export function afterRead(values: Values, argument: ModelArgument, response: Json | undefined): Values {
  const { output, requested, returned } = values;
  const settled = response === undefined ? undefined : settle(values, argument, response);
  if (!argument.canBeUpdated) {
    const isFirst = output === null && !argument.isNullable;
    return {
      output: isFirst ? (settled ?? null) : output,
      requested,
      returned: settled === undefined ? returned : settled,
    };
  }
  const isHidden = argument.isSecret && output === null;
  const next = isHidden || settled === undefined ? output : settled;
  return {
    output: next,
    requested: output === null && next !== null ? next : requested,
    returned: returned === unknownOutcome || settled === undefined ? returned : settled,
  };
}

export type Effect = "update" | "replace" | "fix state";

export function findEffect(
  { output, requested, returned }: Values,
  argument: ModelArgument,
  input: Json | undefined,
  isAdopted: boolean,
): Effect | undefined {
  if (input === undefined) return undefined;
  const isOther = (value: Returned) => !isSame(input, value, argument);
  const known: Returned[] = [requested, returned, output];
  if (argument.canBeUpdated) return known.some(isOther) ? "update" : undefined;
  if (isAdopted) return isOther(output) ? "fix state" : undefined;
  return known.every(isOther) && returned !== unknownOutcome ? "replace" : undefined;
}

/** Whether the engine, which compares the inputs, may not see a change. */
export function isUnseen({ requested, returned }: Values, argument: ModelArgument, input: Json, isReplaced: boolean) {
  return input === null || (!isReplaced && (isSame(input, requested, argument) || returned === unknownOutcome));
}
