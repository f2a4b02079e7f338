/**
 * The engine's calls for a resource that a stack manages. This file acts: it sends what a plan says, keeps what a response says, and prints the
 * warnings. The engine shows what is printed as lines of the stack.
 */

import type { ConfigureRequest, DiffResult, ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../api/http/json.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { providerKey } from "../definitions/names.js";
import { refuseMalformedOperations, runCall } from "./call.js";
import { createCheck } from "./check.js";
import { findRetainReason, forbidDelete, markInUse } from "./deletion.js";
import { CallFailure } from "./failures.js";
import * as deleteWarnings from "./messages/delete-warnings.js";
import { createForeignFailure, createPartialFailure } from "./messages/host-failures.js";
import { formatTitle } from "./messages/phrases.js";
import { describeAdoption, describePlan } from "./messages/preview-warnings.js";
import * as responses from "./messages/response-warnings.js";
import { listChangedNames, type Plan, planChanges } from "./plan.js";
import {
  buildManagedResource,
  buildNewResource,
  buildStoredResource,
  getAdoptedId,
  hasForeignLoader,
  isFallbackId,
  isUnknown,
  type ManagedResource,
  type NewResource,
  type StoredResource,
  selectInputs,
} from "./resource.js";
import * as rules from "./rules.js";
import { send } from "./send.js";
import type { Session } from "./session.js";
import { decodeState, encodeInputs, encodeState, listGivenNames } from "./state.js";

export function createDynamicProvider(definition: Definition, session: Session) {
  const findMistakes = createCheck(definition, session);

  return {
    configure: async ({ config }: ConfigureRequest) => session.configure((key) => config.get(key)),

    async check(oldInputs: JsonObject, news: JsonObject) {
      const inputs = selectInputs(definition, news);
      const isNew = Object.keys(oldInputs).length === 0;
      const isForeign = hasForeignLoader(definition, oldInputs);
      if (isForeign) session.foreignInputs.add(definition, inputs);
      // A forced replacement is checked again as a new resource, and the engine asks for no diff of it.
      const isForcedReplacement = isNew && session.foreignInputs.has(definition, inputs);
      const failures = findMistakes(inputs, { isForeign, isForcedReplacement });
      session.hasProgram = true;
      session.checkedInputs.add(definition, inputs);
      const adoptedId = getAdoptedId(definition, inputs);
      const id = isUnknown(adoptedId) ? undefined : adoptedId;
      markInUse(session, definition, id);
      // Without old inputs, the engine is about to create, and calls for nothing else in a preview.
      if (adoptedId !== undefined && isNew && failures.length === 0) {
        const resource = buildNewResource(session, definition, inputs, id);
        session.warn([describeAdoption(resource)], resource);
      }
      return { inputs, failures };
    },

    async diff(id: string, properties: JsonObject, news: JsonObject): Promise<DiffResult> {
      const resource = buildManagedResource(session, definition, id, properties, news);
      const { isForeign } = resource.stored;
      const plan = planChanges(resource);
      const replaces = listChangedNames(plan, "replace");
      if (isForeign && replaces.length > 0) throw createForeignFailure(resource);
      const hasChanges = plan.changes.length > 0 || plan.consentChange !== undefined || isForeign;
      // The diff of a refresh has the inputs of the last `up`: the program may have others by now, or not have the resource any more.
      if (session.checkedInputs.has(definition, resource.inputs)) {
        session.warn(describePlan(resource, plan), resource);
        if (replaces.length > 0) session.replaced.set(definition, resource.inputs, { id, properties });
        if (plan.consentChange === "withdrawn") forbidDelete(resource, "no consent");
        if (plan.isReplacedByAdoption) forbidDelete(resource, "replaced by adoption");
        if (!hasChanges) markInUse(session, definition, id);
      }
      if (!hasChanges) return { changes: false };
      // Where `changes` is left out, the engine compares the inputs itself, marks lines, and replaceOnChanges works.
      return { ...(plan.engineMayMissAll || isForeign ? { changes: true } : {}), replaces };
    },

    async create(news: JsonObject) {
      const inputs = selectInputs(definition, news);
      const id = getAdoptedId(definition, inputs);
      const resource = buildNewResource(session, definition, inputs, id);
      return runCall(async () => {
        if (id === undefined || definition.create.method === "PATCH") return await sendCreate(resource);
        const state = rules.stateAfterAdoption(resource.definition, inputs, await readAdopted(resource));
        return { id, outs: encodeState(definition, state) };
      }, resource);
    },

    async update(id: string, properties: JsonObject, news: JsonObject) {
      markInUse(session, definition, id);
      const resource = buildManagedResource(session, definition, id, properties, news);
      return runCall(async () => ({ outs: await updateResource(resource) }), resource);
    },

    async read(id: string, properties: JsonObject) {
      const resource = buildStoredResource(session, definition, id, properties);
      return { id, ...(await runCall(() => readResource(resource), resource)) };
    },

    async delete(id: string, properties: JsonObject): Promise<void> {
      const resource = buildStoredResource(session, definition, id, properties);
      await runCall(() => deleteOrLetGo(resource), resource);
    },
  } satisfies ResourceProvider;
}

/** Creates a resource by a POST, or adopts one by a PATCH that sets what the program sets. */
async function sendCreate(newResource: NewResource) {
  const { session, inputs } = newResource;
  const requestedNames = listGivenNames(newResource.definition, inputs);
  const response = await send(newResource, "create", requestedNames);
  const { id } = response;
  const resource = buildNewResource(session, newResource.definition, inputs, id);
  const { definition } = resource;
  if (isFallbackId(definition, id, inputs)) {
    session.warn([responses.describeFallbackId(resource, response.message)], resource);
  } else if (newResource.id === undefined && session.inUse.has(definition, id)) {
    session.warn([responses.describeSharedId(resource)], resource);
  }
  markInUse(session, definition, id);
  const state = rules.stateAfterSuccess(definition, decodeState(definition), inputs, response.values, requestedNames);
  session.warn(responses.describeResponse(resource, { requestedNames, response }, state), resource);
  return { id, outs: encodeState(definition, state) };
}

/** Reads what the program adopts by its id: nothing changes it. If the user does not name `read`, there are no values. */
async function readAdopted(resource: NewResource | ManagedResource): Promise<JsonObject> {
  if (resource.definition.operations.read === undefined) return {};
  const response = await send(resource, "read");
  resource.session.warn(responses.describeFirstRead(resource, response), resource);
  return response.values;
}

/** Carries out what the plan says. A failure is recorded where the state has to change all the same. */
async function updateResource(resource: ManagedResource): Promise<JsonObject> {
  const { definition, id, session, inputs, stored } = resource;
  const plan = planChanges(resource);
  const changed = listChangedNames(plan, "update", "reload");
  try {
    return changed.length > 0 ? await sendUpdate(resource, changed) : await recordUpdate(resource, plan);
  } catch (error) {
    // Until a takeover succeeds, the state is the other provider's: the next `up` sends all of it again.
    if (!(error instanceof CallFailure) || stored.isForeign) throw error;
    const state = rules.stateAfterFailure(definition, stored.state, inputs, changed, error.outcome);
    if (state === undefined) throw error;
    // The state keeps why the run has stopped, in plain text. The API's own words, which can quote a secret, are only printed.
    if (error.message !== error.publicReason) session.warn([`${formatTitle(resource)}: ${error.message}`], resource);
    // The SDK adds the loader only to the result of a call that succeeds. Without it, the next call could not load this provider.
    const { [providerKey]: loader = null } = inputs;
    // The engine then writes these properties into the state, although the update has failed.
    throw createPartialFailure(id, { ...encodeState(definition, state), [providerKey]: loader }, error);
  }
}

/** Sends the changed arguments that have a field, and those that the API requires in each update. */
async function sendUpdate(resource: ManagedResource, changed: readonly string[]): Promise<JsonObject> {
  const { definition, session, inputs, stored } = resource;
  const requestedNames = listArgumentNames(
    definition,
    ({ name, row }) => row.inEveryUpdate === true || changed.includes(name),
  );
  const response = await send(resource, "update", requestedNames);
  const state = rules.stateAfterSuccess(definition, stored.state, inputs, response.values, requestedNames);
  session.warn(responses.describeResponse(resource, { requestedNames, response }, state), resource);
  return encodeState(definition, state);
}

/** Changes the state alone: the plan sends nothing, or has no change because a recorded failure made the engine call. */
async function recordUpdate(resource: ManagedResource, plan: Plan): Promise<JsonObject> {
  const { definition, id, inputs, stored } = resource;
  const needsRead = inputs.existingId === id && listChangedNames(plan, "record").length > 0;
  const values = needsRead ? await readAdopted(resource) : {};
  const state = stored.isForeign
    ? rules.stateAfterTakeover(definition, inputs, values)
    : rules.stateAfterSuccess(definition, stored.state, inputs, values, []);
  return encodeState(definition, state);
}

/** Reads a resource again, in a refresh. What is not read or not found stays as it is. */
async function readResource(resource: StoredResource): Promise<{ props: JsonObject; inputs?: JsonObject | undefined }> {
  const { definition, session, state: before } = resource;
  // This adds what an earlier release may have left out: an output that is absent from the state would be unknown in every preview.
  const unchanged = encodeState(definition, before);
  if (definition.operations.read === undefined) {
    refuseMalformedOperations(session);
    const isNamed = session.settings.values.operations?.includes("read");
    if (isNamed) session.warn([responses.describeUnreadableId(resource)], resource);
    else session.warn([responses.nothingReadNotice]);
    return { props: unchanged };
  }
  try {
    const response = await send(resource, "read");
    const state = rules.stateAfterRead(definition, before, response.values);
    session.warn(responses.describeRead(resource, response, state), resource);
    return { props: encodeState(definition, state), inputs: encodeInputs(definition, state, before) };
  } catch (error) {
    if (!(error instanceof CallFailure) || !error.isNotFound) throw error;
    session.warn([responses.describeNotFound(resource, error.message)], resource);
    return { props: unchanged };
  }
}

/** Deletes a resource, or lets go of it and prints why. Whatever else goes wrong keeps it in the state. */
async function deleteOrLetGo(resource: StoredResource): Promise<void> {
  const { session, state } = resource;
  const reason = findRetainReason(resource, state.hasConsent);
  if (reason !== undefined) {
    // A malformed setting does not tell whether the API has a delete: the resource then stays in the state.
    if (reason === "not enabled") refuseMalformedOperations(session);
    session.warn([deleteWarnings.describeStillExists(resource, reason)], resource);
    return;
  }
  try {
    await send(resource, "delete");
  } catch (error) {
    if (!(error instanceof CallFailure) || !error.isNotFound) throw error;
    session.warn([deleteWarnings.describeGoneBefore(resource, error.message)], resource);
  }
}
