/**
 * A resource as Pulumi's process for dynamic providers calls it. This file acts: it sends what a plan says, keeps what a response
 * says, and prints what a review says. The engine shows what is printed as lines of the stack.
 */

import type { ConfigureRequest, DiffResult, ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../api/http/json.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { providerKey } from "../definitions/names.js";
import type { OperationName } from "../definitions/operation.js";
import { createCheck } from "./check.js";
import * as failures from "./failures.js";
import { listChanged, planChanges } from "./plan.js";
import * as resources from "./resource.js";
import * as reviews from "./review.js";
import { formatTitle } from "./safe-text.js";
import { send } from "./send.js";
import type { Session } from "./session.js";
import { hasConsent, type State, stateAfterRead, stateAfterSuccess, stateAfterUnknownOutcome } from "./state.js";
import { decodeState, encodeInputs, encodeState } from "./state-codec.js";
import * as warnings from "./warnings.js";

export function createDynamicProvider(definition: Definition, session: Session) {
  const findMistakes = createCheck(definition, session);
  const className = definition.names.class;

  /** Opens a resource that the state has, and plans what the program changes of it. */
  function openPlanned(id: string, olds: JsonObject, news: JsonObject) {
    const inputs = resources.selectInputs(definition, news);
    const resource = resources.openResource(session, definition, id, { inputs, properties: olds });
    const state = decodeState(definition, olds);
    return { resource, inputs, state, plan: planChanges(resource.definition, id, inputs, state) };
  }

  return {
    async configure({ config }: ConfigureRequest): Promise<void> {
      session.configure((key) => config.get(key));
    },

    async check(olds: JsonObject, news: JsonObject) {
      const inputs = resources.selectInputs(definition, news);
      const failures = findMistakes(inputs);
      session.noteChecked(className, inputs);
      const { [definition.idArgument.name]: adoptedId } = inputs;
      const id = typeof adoptedId === "string" && !resources.isUnknown(adoptedId) ? adoptedId : "";
      if (id !== "") session.noteInUse(className, id);
      // Without old inputs, the engine is about to create, and calls for nothing else in a preview.
      if (adoptedId !== undefined && Object.keys(olds).length === 0 && failures.length === 0) {
        session.warnOnce(reviews.reviewAdoption(resources.openResource(session, definition, id, { inputs })));
      }
      return { inputs, failures };
    },

    async diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult> {
      const { resource, inputs, state, plan } = openPlanned(id, olds, news);
      // The diff of a refresh has the inputs of the last `up`: the program may have others by now, or not have the resource any more.
      const isOfProgram = session.wasChecked(className, inputs);
      if (isOfProgram) session.warnOnce(reviews.reviewPlan({ ...resource, inputs: {} }, inputs, plan, state));
      if (isOfProgram && plan.consent === "withdrawn") session.noteWithdrawn(className, id);
      if (plan.changes.length === 0 && plan.consent === undefined) {
        if (isOfProgram) session.noteInUse(className, id);
        return { changes: false };
      }
      // Where `changes` is left out, the engine compares the inputs itself, marks lines, and replaceOnChanges works.
      const isHidden = plan.engineCannotSee || plan.changes.length === 0;
      return { ...(isHidden ? { changes: true } : {}), replaces: listChanged(plan, "replace") };
    },

    create: (news: JsonObject) =>
      rethrowPlain(async () => {
        const inputs = resources.selectInputs(definition, news);
        const existingId = resources.findExistingId(definition, inputs);
        if (existingId === undefined) return await sendCreate(session, definition, inputs);
        const resource = resources.openResource(session, definition, existingId, { inputs });
        return { id: existingId, outs: await adoptById(resource, decodeState(definition), Object.keys(inputs)) };
      }),

    update: (id: string, olds: JsonObject, news: JsonObject) =>
      rethrowPlain(async () => {
        session.noteInUse(className, id);
        const { resource, inputs, state, plan } = openPlanned(id, olds, news);
        const changed = listChanged(plan, "update");
        if (changed.length > 0) return { outs: await sendUpdate(resource, state, changed) };
        if (listChanged(plan, "fix state").length > 0) return { outs: await adoptById(resource, state, []) };
        return { outs: encodeState(definition, stateAfterSuccess(resource.definition, state, inputs, {}, [])) };
      }),

    async read(id: string, properties: JsonObject) {
      const resource = resources.openResource(session, definition, id, { properties });
      return { id, ...(await rethrowNamed(resource, () => readResource(resource))) };
    },

    async delete(id: string, properties: JsonObject): Promise<void> {
      const resource = resources.openResource(session, definition, id, { properties });
      await rethrowNamed(resource, () => deleteResource(resource));
    },
  } satisfies ResourceProvider;
}

/** Creates a resource by a POST, or adopts one by a PATCH that sets what the program sets. */
async function sendCreate(session: Session, definition: Definition, inputs: JsonObject) {
  const { idArgument, names } = definition;
  const adoptedId = idArgument.adoptedBy === "PATCH" ? String(inputs[idArgument.name]) : "";
  const unnamed = resources.openResource(session, definition, adoptedId, { inputs });
  const requestedNames = Object.keys(inputs);
  const response = await send(unnamed, unnamed.definition.operations.create, requestedNames);
  const { id } = response;
  const resource = resources.openResource(session, definition, id, { inputs });
  if (resources.isFallbackId(definition, id, inputs)) {
    session.warn([warnings.describeFallbackId(resource, response.message)]);
  } else if (adoptedId === "" && session.isInUse(names.class, id)) {
    session.warn([warnings.describeSharedId(resource)]);
  }
  session.noteInUse(names.class, id);
  const exchange = { requestedNames, response, isUpdate: false };
  return { id, outs: warnAndEncode(resource, decodeState(definition), exchange) };
}

/**
 * Adopts a resource by its id: nothing changes it, and where the user names a read, the outputs are the API's.
 *
 * @param requestedNames the arguments that count as requested
 */
async function adoptById(resource: resources.Resource, before: State, requestedNames: string[]): Promise<JsonObject> {
  const { definition, session, inputs } = resource;
  const { read } = definition.operations;
  const response = read && (await send(resource, read));
  if (response) session.warn(reviews.reviewAdoptedRead(resource, response));
  return encodeState(definition, stateAfterSuccess(definition, before, inputs, response?.values ?? {}, requestedNames));
}

/** Sends the changed arguments that have a field, and those that the API requires in each update. */
async function sendUpdate(
  resource: resources.Resource,
  before: State,
  changed: readonly string[],
): Promise<JsonObject> {
  const { definition, id, session, inputs } = resource;
  const { update } = definition.operations;
  // An argument can be updated only where there is an operation for it.
  if (update === undefined) throw new Error(`${definition.names.class} has no update`);
  const requestedNames = listArgumentNames(
    definition,
    ({ name, row }) => row.inEveryUpdate === true || changed.includes(name),
  );
  try {
    const response = await send(resource, update, requestedNames);
    return warnAndEncode(resource, before, { requestedNames, response, isUpdate: true });
  } catch (error) {
    if (!failures.hasOutcome(error, "unknown")) throw error;
    // The state keeps why the run has stopped, in plain text. The API's own words, which can quote a secret, are only printed.
    if (error.message !== error.publicReason) session.warn([`${formatTitle(resource)}: ${error.message}`]);
    const state = stateAfterUnknownOutcome(definition, before, inputs, changed);
    // The SDK adds the loader only to the result of a call that succeeds. Without it, the next call could not load this provider.
    const { [providerKey]: loader = null } = inputs;
    throw failures.createStoredFailure(id, { ...encodeState(definition, state), [providerKey]: loader }, error);
  }
}

/** Returns what the state keeps after a request that created, adopted or updated a resource, and prints what the user has to know. */
function warnAndEncode(resource: resources.Resource, before: State, exchange: reviews.Exchange): JsonObject {
  const { definition, session, inputs } = resource;
  const { response, requestedNames } = exchange;
  const state = stateAfterSuccess(definition, before, inputs, response.values, requestedNames);
  session.warn(reviews.reviewResponse(resource, exchange, state));
  return encodeState(definition, state);
}

/** Reads a resource again, in a refresh. What is not read or not found stays as it is. */
async function readResource(
  resource: resources.Resource,
): Promise<{ props: JsonObject; inputs?: JsonObject | undefined }> {
  const { definition, session, properties } = resource;
  const before = decodeState(definition, properties);
  // This adds what an earlier release may have left out: an output that is absent from the state would be unknown in every preview.
  const unchanged = encodeState(definition, before);
  const { read } = definition.operations;
  if (read === undefined) {
    const operations = requireOperations(session);
    const isNamed = operations.includes("read");
    session.warnOnce([isNamed ? warnings.describeUnreadableId(resource) : warnings.nothingRead]);
    return { props: unchanged };
  }
  try {
    const response = await send(resource, read);
    const state = stateAfterRead(definition, before, response.values);
    session.warnOnce(reviews.reviewRead(resource, response, state));
    return { props: encodeState(definition, state), inputs: encodeInputs(definition, state) };
  } catch (error) {
    if (!failures.hasOutcome(error, "not found")) throw error;
    session.warnOnce([warnings.describeNotFound(resource, error.message)]);
    return { props: unchanged };
  }
}

/**
 * The engine refreshes and destroys with the settings of the last `up`, which no check of this run has looked at.
 *
 * @throws HostFailure where these do not tell which operations the API has
 */
export function requireOperations({ settings: { values, problems } }: Session): readonly OperationName[] {
  if (values.operations === undefined) throw failures.createSettingsFailure(problems);
  return values.operations;
}

/** Deletes a resource, or lets go of it and prints why. Whatever else goes wrong keeps it in the state. */
async function deleteResource(resource: resources.Resource): Promise<void> {
  const { definition, session, properties } = resource;
  const reason = resources.findRetainReason(resource, hasConsent(properties));
  if (reason === "not named") requireOperations(session);
  const { delete: operation } = definition.operations;
  if (reason !== undefined || operation === undefined) {
    session.warn([warnings.describeStillExists(resource, reason ?? "not named")]);
    return;
  }
  try {
    await send(resource, operation);
  } catch (error) {
    if (!failures.hasOutcome(error, "not found")) throw error;
    session.warn([warnings.describeGoneBefore(resource, error.message)]);
  }
}

/** Reads or deletes. The engine may show a failure under another resource, so its message begins with this one. */
export async function rethrowNamed<Result>(resource: resources.Resource, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const notice = resource.session.hasProgram ? "" : `\n${failures.storedConfigurationNotice}`;
    throw createPlainError(`${formatTitle(resource)}: ${(error as Error).message}${notice}`);
  }
}

async function rethrowPlain<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof failures.StoredFailure ? error : createPlainError((error as Error).message);
  }
}

/**
 * Creates an error with nothing but a message: the SDK prints the stack of a failed read and of a failed delete, and takes an error
 * with certain members for one that tells what to keep.
 */
function createPlainError(message: string): Error {
  return Object.assign(new Error(message), { stack: "" });
}
