/** The plan of a resource: what counts as a change, and what becomes of it. */

import type { Json } from "../../api/http/json.js";
import type { ResolvedArgument } from "../../definitions/definition.js";
import type { ChangeEffect } from "../../definitions/row.js";
import { type ArgumentValues, type Change, type ManagedResource, type Plan, unknownInput } from "./model.js";
import { getArgumentValues, hasConsent, isSame } from "./state.js";

export function planChanges(resource: ManagedResource): Plan {
  const { definition, inputs } = resource;
  const changes = definition.arguments.flatMap((argument) => findChange(resource, argument) ?? []);
  const select = (isSelected: (change: Change) => boolean) =>
    changes.filter(isSelected).map(({ argument }) => argument.name);
  const replaced = select(({ effect }) => effect === "replace");
  return {
    changes,
    names: {
      sent: select(({ effect }) => effect === "update" || effect === "reload"),
      replaced,
      omitted: select(({ input }) => input === undefined),
    },
    hasToReportChanges: changes.every(({ isUnseen, effect }) => isUnseen || effect === "record"),
    consentChange: findConsentChange(resource),
    isReplacedByAdoption: inputs[definition.idArgument] !== undefined && replaced.length > 0,
    hasUnknownId: isUnknown(inputs[definition.idArgument]),
  };
}

function findChange(resource: ManagedResource, argument: ResolvedArgument): Change | undefined {
  const input = resource.inputs[argument.name];
  const before = getArgumentValues(resource.stored.state, argument.name);
  const effect = decideEffect(resource, argument, input, before);
  if (effect === undefined) return undefined;
  // The engine's earlier input is the output of what the program set. It takes null for an argument that is left out.
  const earlierInput = before.input === undefined ? undefined : before.output;
  return {
    argument,
    effect,
    input,
    actual: before.actual,
    isInApi: isSame(input, before.actual, argument),
    isUnknown: isUnknown(input),
    isUnseen: isSame(input, earlierInput, argument),
  };
}

/** Finds what becomes of an argument. Returns undefined where it hasn't changed. */
function decideEffect(
  { definition, id, inputs, stored }: ManagedResource,
  argument: ResolvedArgument,
  input: Json | undefined,
  before: ArgumentValues,
): ChangeEffect | undefined {
  const isNewlySet = before.input === undefined;
  // The resource's own id is no change. An id that isn't known before `up` counts as its own.
  const isId = argument.name === definition.idArgument;
  if (isId && (input === undefined || input === id || isUnknown(input))) return undefined;
  // The state has what the program sets, so to leave something out is a change.
  if (input === undefined) return isNewlySet ? undefined : "record";

  const isSameAsOutput = isSame(input, before.output, argument);
  const isInApi = isSame(input, before.actual, argument);
  if (argument.isUpdatable) {
    // An update sends it until the API has it.
    if (!isSameAsOutput || !isInApi || stored.state.unconfirmed !== undefined) return argument.changeEffect;
    return isNewlySet ? "record" : undefined;
  }
  const isSameAsInput = !isNewlySet && isSame(input, before.input, argument);
  // Drift never replaces a resource.
  if (isSameAsInput && isSameAsOutput) return undefined;
  // The API may have normalized the value, or a read has found another one.
  if (isSameAsInput || isSameAsOutput || isInApi) return "record";
  // Nothing replaces what the program adopts by its id. A Cache, whose create is a PATCH, has no existingId.
  if (inputs.existingId === id || isUnknown(inputs.existingId)) return "record";
  return argument.changeEffect;
}

function findConsentChange({ inputs, stored }: ManagedResource): Plan["consentChange"] {
  const isGranted = hasConsent(inputs);
  if (isGranted === stored.state.hasConsent) return undefined;
  return isGranted ? "granted" : "withdrawn";
}

/** Whether a value, or a value inside it, isn't known before `up`. */
export function isUnknown(value: Json | undefined): boolean {
  if (value === unknownInput) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}
