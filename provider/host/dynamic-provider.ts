/**
 * The engine's calls for a resource that a stack manages, and for one that a program refers to by `get`. This file acts: it sends what a plan
 * says, keeps what a response says, and prints the warnings. The engine shows what is printed as lines of the stack.
 */

import type { ConfigureRequest, DiffResult, ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../api/http/json.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { providerKey } from "../definitions/names.js";
import type { OperationName } from "../definitions/operation.js";
import { createCheck } from "./check.js";
import * as failures from "./failures.js";
import { describeAdoption, describePlan } from "./preview-warnings.js";
import * as warnings from "./response-warnings.js";
import * as rules from "./rules.js";
import { formatTitle } from "./safe-text.js";
import { send } from "./send.js";
import {
  findExistingId,
  findRetainReason,
  isFallbackId,
  isUnknown,
  openResource,
  type Resource,
  type Session,
  selectInputs,
} from "./session.js";
import { decodeState, encodeGet, encodeInputs, encodeState, hasConsent, listSetNames, type State } from "./state.js";

export function createDynamicProvider(definition: Definition, session: Session) {
  const findMistakes = createCheck(definition, session);

  /** Opens a resource that the state has, and plans its changes. */
  function openPlanned(id: string, properties: JsonObject, news: JsonObject) {
    const inputs = selectInputs(definition, news);
    const resource = openResource(session, definition, id, { inputs, properties });
    const state = decodeState(definition, properties);
    return { resource, inputs, state, plan: rules.planChanges(resource.definition, id, inputs, state) };
  }

  return {
    configure: async ({ config }: ConfigureRequest) => session.configure((key) => config.get(key)),

    async check(oldInputs: JsonObject, news: JsonObject) {
      const inputs = selectInputs(definition, news);
      const failures = findMistakes(inputs);
      session.hasProgram = true;
      session.checkedInputs.add(definition, inputs);
      const { [definition.idArgument]: adoptedId } = inputs;
      const id = typeof adoptedId === "string" && !isUnknown(adoptedId) ? adoptedId : "";
      if (id !== "") session.inUse.add(definition, id);
      // Without old inputs, the engine is about to create, and calls for nothing else in a preview.
      if (adoptedId !== undefined && Object.keys(oldInputs).length === 0 && failures.length === 0) {
        const resource = openResource(session, definition, id, { inputs });
        session.warn([describeAdoption(resource)], resource);
      }
      return { inputs, failures };
    },

    async diff(id: string, properties: JsonObject, news: JsonObject): Promise<DiffResult> {
      const { resource, inputs, state, plan } = openPlanned(id, properties, news);
      // The diff of a refresh has the inputs of the last `up`: the program may have others by now, or not have the resource any more.
      const isOfProgram = session.checkedInputs.has(definition, inputs);
      // Without inputs, the resource has the name that the state has: it may leave the stack.
      if (isOfProgram) session.warn(describePlan({ ...resource, inputs: {} }, inputs, plan, state), resource);
      if (isOfProgram && plan.consent === "withdrawn") session.withdrawn.add(definition, id);
      if (plan.changes.length === 0 && plan.consent === undefined) {
        if (isOfProgram) session.inUse.add(definition, id);
        return { changes: false };
      }
      // Where `changes` is left out, the engine compares the inputs itself, marks lines, and replaceOnChanges works.
      const mustTellEngine = plan.engineCannotSee || plan.changes.length === 0;
      return { ...(mustTellEngine ? { changes: true } : {}), replaces: rules.listChangedNames(plan, "replace") };
    },

    create: (news: JsonObject) =>
      rethrowPlain(async () => {
        const inputs = selectInputs(definition, news);
        const existingId = findExistingId(definition, inputs);
        if (existingId === undefined) return await sendCreate(session, definition, inputs);
        const resource = openResource(session, definition, existingId, { inputs });
        const outs = await adoptById(resource, decodeState(definition), listSetNames(definition, inputs));
        return { id: existingId, outs };
      }),

    update: (id: string, properties: JsonObject, news: JsonObject) =>
      rethrowPlain(async () => {
        session.inUse.add(definition, id);
        const { resource, inputs, state, plan } = openPlanned(id, properties, news);
        const changed = rules.listChangedNames(plan, "update");
        if (changed.length > 0) return { outs: await sendUpdate(resource, state, changed) };
        if (rules.listChangedNames(plan, "fix state").length > 0) return { outs: await adoptById(resource, state, []) };
        // The consent alone has changed, or a recorded failure made the engine call: nothing is sent.
        return { outs: encodeState(definition, rules.stateAfterSuccess(resource.definition, state, inputs, {}, [])) };
      }),

    async read(id: string, properties: JsonObject) {
      const resource = openResource(session, definition, id, { properties });
      return { id, ...(await rethrowPlain(() => readResource(resource), resource)) };
    },

    async delete(id: string, properties: JsonObject): Promise<void> {
      const resource = openResource(session, definition, id, { properties });
      await rethrowPlain(() => deleteResource(resource), resource);
    },
  } satisfies ResourceProvider;
}

/** Creates the provider of what a `get` reads. It knows the address alone, also in a refresh, and manages nothing. */
export function createGetProvider(definition: Definition, session: Session) {
  const { class: className } = definition.names;
  const inPath = listArgumentNames(definition, ({ isInPath }) => isInPath);
  return {
    configure: async ({ config }: ConfigureRequest) => session.configure((key) => config.get(key)),

    /** Refuses what the engine is about to create: it never checks what it only reads. */
    async check(_olds: JsonObject, inputs: JsonObject) {
      const reason = `a transformation dropped the id of ${className}.get from the options. Return the options it received, with your changes`;
      return { inputs, failures: [{ property: "", reason }] };
    },

    // Pulumi's type requires it.
    async create(): Promise<never> {
      throw new Error(`what ${className}.get reads is not created`);
    },

    async read(id: string, properties: JsonObject) {
      // In a refresh, the properties are those of the state: every row of the definition, of which nothing but the address stays.
      const isOfProgram = Object.keys(definition.rows).some((name) => !(name in properties));
      session.hasProgram ||= isOfProgram;
      if (isOfProgram) session.inUse.add(definition, id);
      const known = Object.entries(properties).filter(([name, value]) => inPath.includes(name) && value !== null);
      const resource = openResource(session, definition, id, { properties: Object.fromEntries(known) });
      return { id, props: await rethrowPlain(() => readGet(resource), resource) };
    },
  } satisfies ResourceProvider;
}

/** Creates a resource by a POST, or adopts one by a PATCH that sets what the program sets. */
async function sendCreate(session: Session, definition: Definition, inputs: JsonObject) {
  const adoptedId = definition.create.method === "PATCH" ? String(inputs[definition.idArgument]) : "";
  const requestedNames = listSetNames(definition, inputs);
  const newResource = openResource(session, definition, adoptedId, { inputs });
  const response = await send(newResource, newResource.definition.operations.create, requestedNames);
  const { id } = response;
  const resource = openResource(session, definition, id, { inputs });
  if (isFallbackId(definition, id, inputs)) {
    session.warn([warnings.describeFallbackId(resource, response.message)], resource);
  } else if (adoptedId === "" && session.inUse.has(definition, id)) {
    session.warn([warnings.describeSharedId(resource)], resource);
  }
  session.inUse.add(definition, id);
  const before = decodeState(definition);
  const state = rules.stateAfterSuccess(resource.definition, before, inputs, response.values, requestedNames);
  session.warn(warnings.describeResponse(resource, { requestedNames, response, isUpdate: false }, state), resource);
  return { id, outs: encodeState(definition, state) };
}

/**
 * Adopts a resource by its id: nothing changes it. If the user names `read`, the outputs are the API's.
 *
 * @param requestedNames the arguments that count as requested
 */
async function adoptById(resource: Resource, before: State, requestedNames: string[]): Promise<JsonObject> {
  const { definition, session, inputs } = resource;
  const { read } = definition.operations;
  const response = read && (await send(resource, read));
  if (response) session.warn(warnings.describeFirstRead(resource, response), resource);
  return encodeState(
    definition,
    rules.stateAfterSuccess(definition, before, inputs, response?.values ?? {}, requestedNames),
  );
}

/** Sends the changed arguments that have a field, and those that the API requires in each update. */
async function sendUpdate(resource: Resource, before: State, changed: readonly string[]): Promise<JsonObject> {
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
    const state = rules.stateAfterSuccess(definition, before, inputs, response.values, requestedNames);
    session.warn(warnings.describeResponse(resource, { requestedNames, response, isUpdate: true }, state), resource);
    return encodeState(definition, state);
  } catch (error) {
    if (!(error instanceof failures.HostFailure) || error.outcome !== "unknown") throw error;
    // The state keeps why the run has stopped, in plain text. The API's own words, which can quote a secret, are only printed.
    if (error.message !== error.publicReason) session.warn([`${formatTitle(resource)}: ${error.message}`], resource);
    const state = rules.stateAfterUnknownOutcome(definition, before, inputs, changed);
    // The SDK adds the loader only to the result of a call that succeeds. Without it, the next call could not load this provider.
    const { [providerKey]: loader = null } = inputs;
    throw failures.createStoredFailure(id, { ...encodeState(definition, state), [providerKey]: loader }, error);
  }
}

/** Reads a resource again, in a refresh. What is not read or not found stays as it is. */
async function readResource(resource: Resource): Promise<{ props: JsonObject; inputs?: JsonObject | undefined }> {
  const { definition, session, properties } = resource;
  const before = decodeState(definition, properties);
  // This adds what an earlier release may have left out: an output that is absent from the state would be unknown in every preview.
  const unchanged = encodeState(definition, before);
  const { read } = definition.operations;
  if (read === undefined) {
    const isNamed = requireOperations(session).includes("read");
    if (isNamed) session.warn([warnings.describeUnreadableId(resource)], resource);
    else session.warn([warnings.nothingRead]);
    return { props: unchanged };
  }
  try {
    const response = await send(resource, read);
    const state = rules.stateAfterRead(definition, before, response.values);
    session.warn(warnings.describeRead(resource, response, state), resource);
    return { props: encodeState(definition, state), inputs: encodeInputs(definition, state) };
  } catch (error) {
    if (!(error instanceof failures.HostFailure) || !error.isNotFound) throw error;
    session.warn([warnings.describeNotFound(resource, error.message)], resource);
    return { props: unchanged };
  }
}

/** Reads what a `get` names. What is not found is an error: the program uses its outputs. */
async function readGet(resource: Resource): Promise<JsonObject> {
  const { definition, session, properties: address } = resource;
  requireOperations(session);
  const { read } = definition.operations;
  if (read === undefined) throw new failures.HostFailure(failures.unnamedReadNotice);
  const response = await send(resource, read);
  session.warn(warnings.describeFirstRead(resource, response), resource);
  return encodeGet(definition, address, response.values);
}

/**
 * The engine refreshes and destroys with the settings of the last `up`, which no check of this run has looked at.
 *
 * @throws HostFailure where these do not tell which operations the API has
 */
function requireOperations({ settings: { values, problems } }: Session): readonly OperationName[] {
  if (values.operations === undefined) throw failures.createSettingsFailure(problems);
  return values.operations;
}

/** Deletes a resource, or lets go of it and prints why. Whatever else goes wrong keeps it in the state. */
async function deleteResource(resource: Resource): Promise<void> {
  const { definition, session, properties } = resource;
  const reason = findRetainReason(resource, hasConsent(properties));
  if (reason === "not named") requireOperations(session);
  const { delete: operation } = definition.operations;
  // Without a reason, there is an operation.
  if (reason !== undefined || operation === undefined) {
    session.warn([warnings.describeStillExists(resource, reason ?? "not named")], resource);
    return;
  }
  try {
    await send(resource, operation);
  } catch (error) {
    if (!(error instanceof failures.HostFailure) || !error.isNotFound) throw error;
    session.warn([warnings.describeGoneBefore(resource, error.message)], resource);
  }
}

/**
 * Rethrows a failure as an error with nothing but a message: the SDK prints the stack of a failed read and of a failed delete, and takes an
 * error with certain members for one that tells what to keep.
 *
 * @param resource the resource of a read or a delete: the message begins with it, because the engine may show it under another resource
 */
async function rethrowPlain<Result>(act: () => Promise<Result>, resource?: Resource): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof failures.StoredFailure) throw error;
    const { message } = error as Error;
    const notice = resource?.session.hasProgram === false ? `\n${failures.storedConfigurationNotice}` : "";
    const text = resource === undefined ? message : `${formatTitle(resource)}: ${message}${notice}`;
    throw Object.assign(new Error(text), { stack: "" });
  }
}
