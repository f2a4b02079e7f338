/** The engine's calls for a resource that a stack manages, in the order in which the engine makes them. */

import type { ConfigureRequest, DiffResult, ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../api/http/json.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { providerKey } from "../definitions/names.js";
import { createCheck } from "./check.js";
import { CallFailure, createUpdateFailure, refuseMalformedOperations, runCall } from "./failures.js";
import {
  describeAdoption,
  describeGoneBefore,
  describePlan,
  describeStillExists,
} from "./messages/preview-warnings.js";
import * as responses from "./messages/response-warnings.js";
import { addTitle } from "./messages/text.js";
import { readAdopted, refreshResource } from "./reads.js";
import { buildManagedResource, buildNewResource, buildStoredResource, getAdoptedId, selectInputs } from "./resource.js";
import { send } from "./send.js";
import type { Session } from "./session.js";
import type { ManagedResource, NewResource, Plan, StoredResource } from "./state/model.js";
import { isUnknown, planChanges } from "./state/plan.js";
import * as rules from "./state/rules.js";
import { decodeState, encodeState, hasConsent, listSetNames } from "./state/state.js";

export function createDynamicProvider(definition: Definition, session: Session) {
  const findMistakes = createCheck(definition, session);

  return {
    configure: async ({ config }: ConfigureRequest) => session.configure((key) => config.get(key)),

    async check(oldInputs: JsonObject, news: JsonObject) {
      const inputs = selectInputs(definition, news);
      const failures = findMistakes(oldInputs, inputs);
      session.run.noteCheck(definition, inputs);
      const adoptedId = getAdoptedId(definition, inputs);
      const id = isUnknown(adoptedId) ? undefined : adoptedId;
      if (id !== undefined) session.run.noteUse(definition, id);
      // Without old inputs, the engine is about to create, and asks for no diff.
      const isNew = Object.keys(oldInputs).length === 0;
      if (adoptedId !== undefined && isNew && failures.length === 0) {
        const resource = buildNewResource(session, definition, inputs, id);
        session.warn([describeAdoption(resource, hasConsent(inputs))], resource);
      }
      return { inputs, failures };
    },

    async diff(id: string, properties: JsonObject, news: JsonObject): Promise<DiffResult> {
      const resource = buildManagedResource(session, definition, id, properties, news);
      const plan = planChanges(resource);
      // The diff of a refresh has the inputs of the last `up`, and not the program's (test/engine/deletes.test.ts).
      if (session.run.hasInputs(definition, resource.inputs)) announcePlan(session, resource, plan, properties);
      if (plan.changes.length === 0 && plan.consentChange === undefined) return { changes: false };
      // Without `changes`, the engine compares the inputs itself and marks lines (test/engine/changes.test.ts).
      return { ...(plan.hasToReportChanges ? { changes: true } : {}), replaces: [...plan.names.replaced] };
    },

    async create(news: JsonObject) {
      const inputs = selectInputs(definition, news);
      const id = getAdoptedId(definition, inputs);
      const resource = buildNewResource(session, definition, inputs, id);
      return runCall(session, resource, async () => {
        if (id === undefined || definition.create.method === "PATCH") return await sendCreate(session, resource);
        const state = rules.stateAfterAdoption(resource.definition, inputs, await readAdopted(session, resource));
        return { id, outs: encodeState(definition, state) };
      });
    },

    async update(id: string, properties: JsonObject, news: JsonObject) {
      session.run.noteUse(definition, id);
      const resource = buildManagedResource(session, definition, id, properties, news);
      return runCall(session, resource, async () => ({ outs: await updateResource(session, resource) }));
    },

    async read(id: string, properties: JsonObject) {
      const resource = buildStoredResource(session, definition, id, properties);
      return { id, ...(await runCall(session, resource, () => refreshResource(session, resource))) };
    },

    async delete(id: string, properties: JsonObject): Promise<void> {
      const resource = buildStoredResource(session, definition, id, properties);
      await runCall(session, resource, () => deleteOrLetGo(session, resource));
    },
  } satisfies ResourceProvider;
}

/** Lets the run and the user know what a diff has decided. */
function announcePlan(session: Session, resource: ManagedResource, plan: Plan, properties: JsonObject): void {
  const { stored, inputs } = resource;
  // Only a consent that both the state and the program have counts: else the old resource is retained.
  const reason = session.run.findRetainReason(stored, stored.state.hasConsent && hasConsent(inputs));
  session.warn(describePlan(resource, plan, reason), resource);
  session.run.notePlan(resource, plan, properties);
}

/** Creates a resource by a POST, or adopts one by a PATCH that sets what the program sets. */
async function sendCreate(session: Session, newResource: NewResource) {
  const { definition, inputs } = newResource;
  const sentNames = listSetNames(definition, inputs);
  const response = await send(session, newResource, "create", sentNames);
  const { id, hasFallbackId } = response;
  const resource = { ...newResource, id };
  if (hasFallbackId) session.warn([responses.describeFallbackId(resource, response.message)], resource);
  session.run.noteUse(definition, id);
  const state = rules.stateAfterSuccess(definition, decodeState(definition), inputs, response.values, sentNames);
  const differences = rules.listDifferences(definition, inputs, response.values);
  session.warn(responses.describeResponse(resource, response, { sentNames, differences, missing: [] }), resource);
  return { id, outs: encodeState(definition, { ...state, hasFallbackId }) };
}

/** Carries out what the plan says. A failure is recorded where the state has to change all the same. */
async function updateResource(session: Session, resource: ManagedResource): Promise<JsonObject> {
  const { definition, id, inputs, stored } = resource;
  const { sent } = planChanges(resource).names;
  try {
    if (sent.length > 0) return await sendUpdate(session, resource, sent);
    return encodeState(definition, rules.stateAfterSuccess(definition, stored.state, inputs, {}, []));
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    const state = rules.stateAfterFailure(stored.state, inputs, error.outcome);
    if (state === undefined) throw error;
    // The state keeps the reason in plain text (test/engine/transformations.test.ts), so the API's words are printed.
    if (error.message !== error.publicReason) session.warn([addTitle(resource, error.message)], resource);
    // The SDK adds the loader only where a call succeeds. Without it, the next call couldn't load this provider.
    const properties = { ...encodeState(definition, state), [providerKey]: inputs[providerKey] ?? null };
    throw createUpdateFailure(id, properties, error);
  }
}

/** Sends the changed arguments, and those that the API requires with them. */
async function sendUpdate(session: Session, resource: ManagedResource, changed: readonly string[]) {
  const { definition, inputs, stored } = resource;
  const { sentWith = {} } = definition;
  const sentNames = listArgumentNames(
    definition,
    ({ name, row }) => row.inEveryUpdate === true || changed.includes(name) || changed.includes(sentWith[name] ?? ""),
  );
  const response = await send(session, resource, "update", sentNames);
  const state = rules.stateAfterSuccess(definition, stored.state, inputs, response.values, sentNames);
  const differences = rules.listDifferences(definition, inputs, response.values);
  const missing = rules.listMissing(definition, sentNames, response);
  session.warn(responses.describeResponse(resource, response, { sentNames, differences, missing }), resource);
  return encodeState(definition, state);
}

/** Deletes a resource, or lets go of it and prints why. On any other failure, it stays in the state. */
async function deleteOrLetGo(session: Session, resource: StoredResource): Promise<void> {
  const reason = session.run.findRetainReason(resource);
  if (reason !== undefined) {
    // A malformed setting doesn't tell whether the API has a delete: the resource then stays in the state.
    if (reason === "not enabled") refuseMalformedOperations(session);
    session.warn([describeStillExists(resource, reason)], resource);
    return;
  }
  try {
    await send(session, resource, "delete");
  } catch (error) {
    if (!(error instanceof CallFailure) || !error.isNotFound) throw error;
    // After an attempt of unknown outcome, this run may have deleted it.
    if (error.outcome === "unknown") return;
    session.warn([describeGoneBefore(resource, error.message)], resource);
  }
}
