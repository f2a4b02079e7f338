/** The plan of a resource: what counts as a change, and what becomes of it. Nothing here sends or prints. */

import { type Json, listDeep } from "../rows/json.js";
import { type Argument, canUpdate } from "../rows/table.js";
import { type ArgumentState, getArgumentState, isSame, type Resource } from "./state.js";

/** The text by which the engine writes a value that isn't known before `up`. */
export const unknownInput = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: Json | undefined): boolean {
  return listDeep(value).some(([, one]) => one === unknownInput);
}

export type Effect = "send" | "replace" | "record";

export interface Change {
  readonly argument: Argument;
  readonly effect: Effect;
  /** Undefined: the program leaves the argument out. */
  readonly input: Json | undefined;
  readonly before: ArgumentState;
  readonly isInApi: boolean;
  /** Whether the engine, which compares inputs with its earlier ones, sees no difference and shows no line. */
  readonly isUnseen: boolean;
}

export interface Plan {
  readonly changes: readonly Change[];
  readonly sent: readonly string[];
  readonly replaced: readonly string[];
  readonly adoptsAnother: boolean;
  /** Whether the id that the program adopts isn't known before `up`. It then counts as the resource's own. */
  readonly hasUnknownId: boolean;
}

export function planChanges(resource: Resource): Plan {
  const { table, inputs, state } = resource;
  const changes = table.arguments.flatMap((argument): Change[] => {
    const input = inputs[argument.name];
    const before = getArgumentState(state, argument.name);
    const isInApi = before.isKnown && isSame(input, before.actual, argument);
    const effect = decideEffect(resource, { argument, input, before, isInApi });
    if (effect === undefined) return [];
    // The engine's earlier input is the output of what the program set. It treats null as unset.
    const earlierInput = before.input === undefined ? undefined : before.output;
    return [{ argument, effect, input, before, isInApi, isUnseen: isSame(input, earlierInput, argument) }];
  });
  const select = (effect: Effect) =>
    changes.filter((change) => change.effect === effect).map(({ argument }) => argument.name);
  const [sent, replaced] = [select("send"), select("replace")];
  const adoptsAnother = replaced.includes(table.idArgument);
  return { changes, sent, replaced, adoptsAnother, hasUnknownId: isUnknown(inputs[table.idArgument]) };
}

function decideEffect(
  { table, id, inputs, operations }: Resource,
  { argument, input, before, isInApi }: Pick<Change, "argument" | "input" | "before" | "isInApi">,
): Effect | undefined {
  if (argument.name === table.idArgument) {
    // To leave the id out is no change: the resource stays the same one.
    return input === undefined || isOwnId(input, id) ? undefined : "replace";
  }
  const isNewlySet = before.input === undefined;
  if (input === undefined) return isNewlySet ? undefined : "record";

  const isSameAsInput = !isNewlySet && isSame(input, before.input, argument);
  const isSameAsOutput = isSame(input, before.output, argument);
  const isRecorded = isSameAsInput && isSameAsOutput;
  if (canUpdate(argument, operations)) {
    if (isNewlySet || !isInApi) return "send";
    return isRecorded ? undefined : "record";
  }
  // Drift never replaces a resource.
  if (isRecorded) return undefined;
  // A read has found another value, or the program accepts the API's.
  if (isSameAsInput || isSameAsOutput || isInApi) return "record";
  // Nothing replaces what the program adopts by its id.
  return isOwnId(inputs.existingId, id) ? "record" : "replace";
}

/** An id that isn't known before `up` counts as the resource's own. */
const isOwnId = (value: Json | undefined, id: string) => value === id || value === unknownInput;
