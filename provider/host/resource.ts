/**
 * A resource as the engine calls for it, whether by way of a dynamic provider or of the plugin. This file acts: it asks for
 * the plan, sends, prints and encodes. The rules stand in the files that it calls.
 */

import type { JsonObject } from "../api/json.js";
import { noResponse, type ResourceResponse } from "../api/responses.js";
import { argumentNames, type Definition } from "../definitions/definition.js";
import { fillTemplate, type Operation } from "../definitions/operation.js";
import { deleteResource } from "./deletes.js";
import { HostFailure } from "./failure.js";
import {
  storedSettingsCount,
  writeConflict,
  writeDropped,
  writeFallbackId,
  writeNotAddressable,
  writeNothingCreated,
  writeOtherId,
  writePlannedChange,
  writeReplaced,
} from "./notices.js";
import { listChanged, type Plan, planChanges } from "./plan.js";
import { refreshProperties, sendRead } from "./reads.js";
import { sendRequest } from "./request.js";
import { reviewRead, reviewResponse } from "./review.js";
import { type CheckFailure, createCheck } from "./rules.js";
import type { Session } from "./session.js";
import { decodeState, encodeState, newState, type ResourceState } from "./state.js";
import { Subject } from "./subject.js";
import { type Program, stateAfterRecording, stateAfterResponse, stateAfterUnknownOutcome } from "./transition.js";
import { isUnknown } from "./values.js";

/** What the engine keeps of a resource after a create or an update. */
export interface Recorded {
  readonly id: string;
  readonly properties: JsonObject;
  /** Why the run stops although the resource is recorded: nobody knows whether the API carried out the request. */
  readonly failure?: string;
}

export interface ResourceHost {
  /** Checks the arguments, and returns them without those that count as left out. */
  check(olds: JsonObject, news: JsonObject): { inputs: JsonObject; failures: CheckFailure[] };
  /** Plans the changes of a resource. */
  plan(id: string, properties: JsonObject, news: JsonObject): Plan;
  /** Plans the changes of a resource, and prints what a reviewer has to know of them. */
  preview(id: string, properties: JsonObject, news: JsonObject): Plan;
  /** @throws HostFailure */
  create(news: JsonObject): Promise<Recorded>;
  /** @throws HostFailure */
  update(id: string, properties: JsonObject, news: JsonObject): Promise<Recorded>;
  /** @throws HostFailure */
  read(id: string, properties: JsonObject): Promise<JsonObject>;
  /** @throws HostFailure where the resource has to stay in the state */
  delete(id: string, properties: JsonObject): Promise<void>;
  /** Whether the create of these arguments sends nothing, so that a preview can make it. */
  createSendsNothing(news: JsonObject): boolean;
}

export function createResourceHost(documented: Definition, session: Session): ResourceHost {
  const findMistakes = createCheck(documented, session);

  /**
   * Makes the subject of a call. The operations that the user names come from the configuration, which the engine hands over
   * after this host is made; they find no resource whose id the package has made.
   *
   * @param recorded what tells whether the package has made the id: the state, or the program of a resource that has none
   */
  function makeSubject(id: string, values: JsonObject, recorded: JsonObject): Subject {
    const hasFallbackId = isFallbackId(documented, id, recorded);
    const definition = hasFallbackId ? documented : session.definitionOf(documented);
    return new Subject(session, definition, id, values);
  }

  function planSubject(id: string, properties: JsonObject, news: JsonObject) {
    const subject = makeSubject(id, selectProgram(documented, news), properties);
    const { definition, values: program } = subject;
    const state = decodeState(definition, properties);
    return { subject, state, plan: planChanges(definition, id, program, state) };
  }

  return {
    check(olds, news) {
      const program = selectProgram(documented, news);
      const failures = findMistakes(program);
      const id = findRecordedId(documented, program);
      if (id !== undefined && !isUnknown(id)) {
        session.noteNamedId(documented.names.class, id);
        // Without old inputs, the engine is about to create, and calls for nothing else in a preview.
        const isCreate = Object.keys(olds).length === 0;
        if (isCreate && failures.length === 0) session.warnOnce(writeNothingCreated(makeSubject(id, program, program)));
      }
      return { inputs: program, failures };
    },

    plan: (id, properties, news) => planSubject(id, properties, news).plan,

    preview(id, properties, news) {
      const { subject, plan } = planSubject(id, properties, news);
      printPlan(subject, plan);
      return plan;
    },

    async create(news) {
      const program = selectProgram(documented, news);
      const recordedId = findRecordedId(documented, program);
      if (recordedId !== undefined) {
        const subject = makeSubject(recordedId, program, program);
        return { id: recordedId, properties: await recordExisting(subject, newState(documented)) };
      }
      const definition = session.definitionOf(documented);
      const sent = argumentNames(definition, ({ name, isInCreateBody }) => isInCreateBody && name in program);
      const request = new Subject(session, definition, "", program);
      const response = await sendRequest(request, definition.operations.create, sent);
      const { idArgument } = definition;
      const id = String(idArgument?.effect === "adopt" ? program[idArgument.name] : response.id);
      const subject = makeSubject(id, program, program);
      if (isFallbackId(documented, id, program)) session.warn(writeFallbackId(subject));
      return { id, properties: recordResponse(subject, newState(definition), false, sent, response) };
    },

    async update(id, properties, news) {
      const { subject, state, plan } = planSubject(id, properties, news);
      const { definition, values: program } = subject;
      if (listChanged(plan, "replace").length > 0) {
        throw new HostFailure(`${subject.title} cannot be changed: the API has no operation for it.`, "no effect");
      }
      const isRecorded = findRecordedId(definition, program) !== undefined;
      const before = isRecorded ? stateAfterRecording(definition, state) : state;
      const sent = listChanged(plan, "update");
      const { update } = definition.operations;
      if (update !== undefined && sent.length > 0) return sendUpdate(subject, before, update, sent);
      if (plan.changes.length > 0) return { id, properties: await recordExisting(subject, before) };
      return { id, properties: encodeState(definition, stateAfterResponse(definition, before, program, {})) };
    },

    async read(id, properties) {
      refuseUnreadableOperations(session);
      // An earlier release may have left an output out of the state: absent, it would be unknown in every preview.
      const nulls = Object.fromEntries(Object.keys(documented.rows).map((name) => [name, null]));
      const subject = makeSubject(id, { ...nulls, ...properties }, properties);
      const isReadNamed = session.definitionOf(documented).operations.read !== undefined;
      if (isReadNamed && isFallbackId(documented, id, properties)) {
        session.warn(writeNotAddressable(subject));
        return subject.values;
      }
      return refreshProperties(subject).catch((error) => {
        throw addStoredSettings(subject, error);
      });
    },

    async delete(id, properties) {
      const subject = makeSubject(id, properties, properties);
      refuseUnreadableOperations(session);
      await deleteResource(subject).catch((error) => {
        throw addStoredSettings(subject, error);
      });
    },

    createSendsNothing(news) {
      const program = selectProgram(documented, news);
      const id = findRecordedId(documented, program);
      if (id === undefined || isUnknown(id)) return false;
      return makeSubject(id, program, program).definition.operations.read === undefined;
    },
  };
}

/** Prints each line once: the engine asks for the same preview several times. */
function printPlan(subject: Subject, { changes, replacement }: Plan): void {
  const { session, definition } = subject;
  const isReplaced = changes.some(({ effect }) => effect === "replace");
  if (!isReplaced) {
    for (const change of changes) {
      const line = writePlannedChange(subject, change);
      if (line !== undefined) session.warnOnce(line);
    }
  }
  if (replacement === undefined) return;
  const { dropped, conflict } = replacement;
  session.warnOnce(writeReplaced(definition));
  if (dropped.length > 0) session.warnOnce(writeDropped(subject, dropped));
  if (conflict !== undefined) session.warnOnce(writeConflict(subject, conflict));
}

/** Sends an update for the arguments `sent`, and with those that the API requires in each. */
async function sendUpdate(
  subject: Subject,
  before: ResourceState,
  update: Operation,
  sent: readonly string[],
): Promise<Recorded> {
  const { definition, id } = subject;
  const always = argumentNames(definition, ({ row }) => row.inEveryUpdate === true);
  try {
    const response = await sendRequest(subject, update, [...always, ...sent]);
    // At an address that the user names, another resource may answer.
    if (update.isNamed && response.id !== undefined && response.id !== id) {
      throw new HostFailure(writeOtherId(subject, "update", response.id), "unknown");
    }
    return { id, properties: recordResponse(subject, before, true, sent, response) };
  } catch (error) {
    if (!(error instanceof HostFailure) || error.outcome !== "unknown") throw error;
    return recordUnknownOutcome(subject, before, sent, error);
  }
}

/** Returns the properties after a request that succeeded, and prints what its response gives a user to know. */
function recordResponse(
  subject: Subject,
  before: ResourceState,
  isUpdate: boolean,
  sent: readonly string[],
  response: ResourceResponse,
): JsonObject {
  const { definition, session, values: program } = subject;
  const state = stateAfterResponse(definition, before, program, response.values);
  for (const line of reviewResponse(subject, { sent, isUpdate, response, state })) session.warn(line);
  return encodeState(definition, state);
}

/** Returns the properties of an existing resource as the program describes it, with what a read tells where there is one. */
async function recordExisting(subject: Subject, before: ResourceState): Promise<JsonObject> {
  const { definition, session, values: program } = subject;
  const { read } = definition.operations;
  const response = read === undefined ? noResponse : await sendRead(subject, read);
  const state = stateAfterResponse(definition, before, program, response.values);
  for (const line of reviewRead(subject, "program", encodeState(definition, state), response)) session.warn(line);
  return encodeState(definition, stateAfterRecording(definition, state));
}

/** The number of characters of JSON: gRPC carries an error in its headers, of which some versions of Node take no more. */
const longestRecorded = 256 * 1024;

/** Records that the API may have carried out an update: the next preview then shows one, whatever the program sets. */
function recordUnknownOutcome(
  { definition, session, id, values: program, title }: Subject,
  before: ResourceState,
  sent: readonly string[],
  { message, publicReason }: HostFailure,
): Recorded {
  if (message !== publicReason) session.warn(`${title}: ${message}`);
  const state = stateAfterUnknownOutcome(definition, before, program, sent);
  // The loader is one of the inputs, and the SDK does not add it to what is recorded with a failure.
  const properties = { ...program, ...encodeState(definition, state) };
  if (JSON.stringify(properties).length <= longestRecorded) return { id, properties, failure: publicReason };
  const lost = "The state is too large to record this: the settings may stay changed also if the program goes back.";
  throw new HostFailure(`${publicReason}\n${lost}`, "unknown");
}

/** Takes out the arguments that are null and thereby left out. Null stays where it is a value, and where `check` refuses it. */
function selectProgram(definition: Definition, news: JsonObject): Program {
  const nullable = argumentNames(definition, ({ acceptsNull, row }) => acceptsNull || row.role === "existingId");
  return Object.fromEntries(Object.entries(news).filter(([name, value]) => value !== null || nullable.includes(name)));
}

/** Finds the id of the existing resource that the program wants recorded, where it wants that. */
function findRecordedId({ idArgument }: Definition, program: Program): string | undefined {
  const id = idArgument?.effect === "record" ? program[idArgument.name] : undefined;
  return typeof id === "string" ? id : undefined;
}

/** Whether the package has made the id from the arguments, because the API returned none. */
function isFallbackId({ fallbackId }: Definition, id: string, values: JsonObject): boolean {
  return fallbackId !== undefined && id === fillTemplate(fallbackId, values);
}

/**
 * The engine reads and deletes without a check before, which would have reported malformed operations.
 *
 * @throws HostFailure
 */
function refuseUnreadableOperations({ settings, problems }: Session): void {
  if (settings.operations === undefined) throw new HostFailure(problems.join("\n"), "no effect");
}

/** Adds the resource, because the engine shows the failure under any, and which settings counted. */
function addStoredSettings({ title }: Subject, { message }: Error): HostFailure {
  return new HostFailure(`${title}: ${message}\n${storedSettingsCount}`, "no effect");
}
