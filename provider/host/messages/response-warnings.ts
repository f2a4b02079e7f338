/**
 * What a user has to know of a response: where the API has other values than the program, what the response leaves out, and what no longer
 * exists. Each warning names its resource. Nothing here sends or prints.
 */

import { isObject, type JsonObject } from "../../api/http/json.js";
import { listArgumentNames, type ResolvedDefinition } from "../../definitions/definition.js";
import type { GetResource, ManagedResource, NewResource, Resource, StoredResource } from "../resource.js";
import type { ResponseWithId } from "../send.js";
import { getOutputs, isSame, type State } from "../state.js";
import { goneNotice } from "./delete-warnings.js";
import {
  addTitle,
  type Difference,
  describeTwoValues,
  formatTitle,
  type Holder,
  joinWords,
  stateDeleteAdvice,
} from "./phrases.js";
import { describeFieldErrors } from "./request-failures.js";
import { makeSafe } from "./safe-text.js";

/** A resource that a request creates, adopts or updates. */
type RequestedResource = NewResource | ManagedResource;

/** What a request was to set, and what came of it. */
export interface Exchange {
  /** The arguments that it has requested, whether or not its body has a field of them. */
  readonly requestedNames: readonly string[];
  readonly response: ResponseWithId;
}

/** @param state what the engine keeps from now on */
export function describeResponse(resource: RequestedResource, exchange: Exchange, state: State): string[] {
  const { definition, inputs } = resource;
  const { requestedNames, response } = exchange;
  const sentences = listDifferences(definition, inputs, response).map((difference) => {
    const { argument } = difference;
    if (!argument.isUpdatable) return describeFixedValue(difference, "the program sets");
    const values = describeTwoValues(difference, "the program sets", "the API returned");
    // A request without the argument cannot have changed it: somebody else has.
    if (!requestedNames.includes(argument.name)) {
      return `${values}. It was changed outside Pulumi (drift). The next \`pulumi up\` will send the program's value.`;
    }
    const advice = argument.row.undocumentedName
      ? `Or the API has another name for ${argument.name}: set that name in apphosting:fieldNames.`
      : "Or the API didn't apply it: to stop this warning, set the API's value in the program.";
    const status = describeStatus(resource, response);
    return (
      `${values}. The API may still be applying it${status}: ` +
      `run \`pulumi up\` again later to send it again. ${advice}`
    );
  });
  const unconfirmed = listUnconfirmed(resource, exchange);
  if (unconfirmed.length > 0) {
    const [they, theirValues] = unconfirmed.length === 1 ? ["it was", "value"] : ["they were", "values"];
    sentences.push(
      `the response to the update doesn't include ${joinWords(unconfirmed)}, ` +
        `so nothing confirms that ${they} applied. ` +
        "Some APIs return success and drop fields that they don't accept. " +
        `Check the ${theirValues} in the web console.`,
    );
  }
  sentences.push(...describeProblems(resource, response));
  const missing = listMissingOutputs(resource, exchange, state);
  if (missing.length > 0) {
    // An argument that is never sent is there for this: a change of it sends an update, whose response has the outputs.
    const reload = definition.arguments.find(({ changeEffect }) => changeEffect === "reload")?.name;
    const advice = ` Once the ${definition.names.label} is ready, change ${reload}: that update reads them.`;
    const list = joinWords(missing, "disjunction");
    sentences.push(
      `the API has no ${list} yet${describeStatus(resource, response)}.${reload === undefined ? "" : advice}`,
    );
  }
  return addTitle(resource, sentences);
}

function describeStatus(resource: Resource, { values }: ResponseWithId): string {
  const { status: name = "" } = resource.definition;
  const { [name]: status } = values;
  return typeof status === "string" ? ` (status "${makeSafe(resource, status)}")` : "";
}

/** Lists the sent arguments that the response to an update does not have: where an API drops what it does not take, the rest is there. */
function listUnconfirmed(
  { kind, definition, inputs }: RequestedResource,
  { requestedNames, response }: Exchange,
): string[] {
  // A response to a documented update may be empty.
  const mayBeEmpty = definition.operations.update?.isDocumented !== false;
  if (kind === "new" || (mayBeEmpty && Object.keys(response.attributes).length === 0)) return [];
  return listArgumentNames(definition, ({ name, row, fieldName, isInBody }) => {
    if (!isInBody || !requestedNames.includes(name) || response.values[name] !== undefined) return false;
    const { [fieldName]: value } = row.attribute === undefined ? response.attributes : {};
    return value === undefined || (value === null && inputs[name] !== null);
  });
}

/** Lists the outputs of which the API has no value so far, and the missing parts of others, if the request was to bring them. */
function listMissingOutputs(
  { kind, definition }: RequestedResource,
  { requestedNames }: Exchange,
  { otherOutputs }: State,
): string[] {
  const isReload = definition.arguments.some(
    ({ name, changeEffect }) => changeEffect === "reload" && requestedNames.includes(name),
  );
  if (kind !== "new" && !isReload) return [];
  const needed = definition.outputs.flatMap(({ name, row }) => {
    const { shape } = row.type;
    const fields = shape.type === "object" ? shape.requiredFields : [];
    const { [name]: value = null } = otherOutputs;
    const missing = isObject(value)
      ? fields.filter((field) => !(field in value)).map((field) => `${name}.${field}`)
      : [name];
    return fields.length === 0 ? [] : [{ row, value, missing }];
  });
  const lacksAll = needed.every(({ value }) => value === null);
  // Some APIs never show a secret.
  return needed.flatMap(({ row, value, missing }) => (row.secret && value === null && !lacksAll ? [] : missing));
}

/**
 * Describes the response to the read of an adoption. What differs and can be updated, the next preview shows. Of a `get`, the program sets
 * nothing that could differ.
 */
export function describeFirstRead(resource: RequestedResource | GetResource, response: ResponseWithId): string[] {
  const inputs = resource.kind === "get" ? {} : resource.inputs;
  const differences = listDifferences(resource.definition, inputs, response);
  const fixed = describeFixedValues(differences, "the program sets");
  return addTitle(resource, [...fixed, ...describeProblems(resource, response)]);
}

/** Describes the response to the read of a refresh, by the state after it. What differs and can be updated, the next preview marks. */
export function describeRead(resource: StoredResource, response: ResponseWithId, state: State): string[] {
  const differences = listDifferences(resource.definition, getOutputs(state), response);
  // Nobody manages what the program leaves out.
  const managed = differences.filter(
    ({ argument, value }) => resource.state.givenNames?.includes(argument.name) ?? value !== null,
  );
  const fixed = describeFixedValues(managed, "the state has");
  return addTitle(resource, [...fixed, ...describeProblems(resource, response)]);
}

/** Describes the differences that no update can remove. */
function describeFixedValues(differences: readonly Difference[], holder: Holder): string[] {
  const fixed = differences.filter(({ argument }) => !argument.isUpdatable);
  return fixed.map((difference) => describeFixedValue(difference, holder));
}

function describeFixedValue(difference: Difference, holder: Holder): string {
  const values = describeTwoValues(difference, holder, "the API has");
  return `${values}. It can't be updated. To accept the API's value, set that value in the program.`;
}

/** Describes the errors that a success has, and what of it has an unexpected type. */
function describeProblems(resource: Resource, { errors, mismatches }: ResponseWithId): string[] {
  const unexpected = mismatches.map(
    ({ field, expected }) => `${field} in the response has an unexpected type, so it's ignored (expected ${expected}).`,
  );
  if (errors === undefined) return unexpected;
  const { message, fields } = errors;
  const quoted = message === undefined ? "" : ` ${makeSafe(resource, message)}`;
  const lines = [`the API reports success, but with errors:${quoted}`, ...describeFieldErrors(resource, fields)];
  return [lines.join("\n"), ...unexpected];
}

/** Lists the arguments of which a response has another value than these values. */
function listDifferences(
  { arguments: args }: ResolvedDefinition,
  values: JsonObject,
  response: ResponseWithId,
): Difference[] {
  return args.flatMap((argument) => {
    const { [argument.name]: value } = values;
    const { [argument.name]: actual } = response.values;
    const isKnown = value !== undefined && actual !== undefined;
    return isKnown && !isSame(value, actual, argument) ? [{ argument, value, actual }] : [];
  });
}

/** @param message what the API says beside, such as why it has created nothing */
export function describeFallbackId(resource: Resource, message: string | undefined): string {
  const quoted = message === undefined ? "" : ` The API's message: ${makeSafe(resource, message)}`;
  return `${formatTitle(resource)}: the response has no id, so the package made this one from the arguments.${quoted}`;
}

/** Describes a create that returned the id of what the stack has already. */
export function describeSharedId(resource: Resource): string {
  const { label } = resource.definition.names;
  return (
    `${formatTitle(resource)}: another resource of this \`up\` has the same id. ` +
    `The API may have returned an existing ${label} instead of creating one.`
  );
}

/** Says why a refresh reads nothing. It names no resource, because it holds for all of them. */
export const nothingReadNotice =
  "`pulumi refresh` reads nothing, because the API documents no read. " +
  "If yours has one, run `pulumi config set apphosting:operations read`. It takes effect with the next `pulumi up`.";

export function describeUnreadableId(resource: Resource): string {
  return (
    `${formatTitle(resource)} wasn't read, because the package made its id. ` +
    `Set ${resource.definition.idArgument} to the API's id.`
  );
}

/** Describes a resource that the API did not find in a refresh. */
export function describeNotFound(resource: Resource, message: string): string {
  const advice = `If it's gone, ${stateDeleteAdvice}.`;
  return `${formatTitle(resource)} stays in the state, but the API can't find it. ${goneNotice} ${advice}\n${message}`;
}
