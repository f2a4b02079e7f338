/**
 * A resource as the engine calls for it, whether by way of a dynamic provider or of the plugin. This file acts: it asks for
 * the plan, sends, prints and encodes. The rules stand in the files that it calls.
 */

import type { JsonObject } from "../api/json.js";
import { noResponse, type ResourceResponse } from "../api/responses.js";
import { argumentNames, type Definition } from "../definitions/definition.js";
import { HostFailure } from "./failure.js";
import {
  replacedStays,
  writeConflict,
  writeDropped,
  writeFallbackId,
  writeNothingCreated,
  writePlannedChange,
  writeStillExists,
} from "./notices.js";
import { isRecorded, listChanged, type Plan, planChanges } from "./plan.js";
import { hasFallbackId, refreshProperties, sendRead } from "./reads.js";
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
  /** Lets go of a resource, and prints that it still exists. */
  release(id: string): void;
  /** Whether the create and the update of these arguments send nothing, so that a preview can make them. */
  sendsNothing(news: JsonObject): boolean;
}

export function createResourceHost(documented: Definition, session: Session): ResourceHost {
  /** The operations can come from the configuration, which the engine hands over after this function has run. */
  const findDefinition = (): Definition => session.definitionOf(documented);
  const findMistakes = createCheck(documented, session);

  function plan(id: string, properties: JsonObject, news: JsonObject): Plan {
    const definition = findDefinition();
    return planChanges(definition, id, selectProgram(definition, news), decodeState(definition, properties));
  }

  /** Updates a resource. To record an existing one is to update a resource of which nothing is recorded. */
  async function applyChanges(id: string, program: Program, recorded?: ResourceState): Promise<Recorded> {
    const definition = findDefinition();
    const subject = new Subject(session, definition, id, program);
    const planned = planChanges(definition, id, program, recorded);
    if (listChanged(planned, "replace").length > 0) {
      throw new HostFailure(`${subject.title} cannot be changed: the API has no operation for it.`, "no effect");
    }
    const before = recorded ?? newState(definition);
    const state = findRecordedId(definition, program) === undefined ? before : stateAfterRecording(definition, before);
    const { update } = definition.operations;
    if (update === undefined && isRecorded(definition, id, program)) {
      return { id, properties: await recordExisting(subject, state) };
    }
    const sent = listChanged(planned, "update");
    if (update === undefined || sent.length === 0) {
      return { id, properties: encodeState(definition, stateAfterResponse(definition, state, program, {})) };
    }
    const always = argumentNames(definition, ({ row }) => row.inEveryUpdate === true);
    try {
      const response = await sendRequest(subject, update, [...always, ...sent]);
      return { id, properties: recordResponse(subject, state, recorded !== undefined, sent, response) };
    } catch (error) {
      if (!(error instanceof HostFailure) || error.outcome !== "unknown") throw error;
      return recordUnknownOutcome(subject, state, sent, error);
    }
  }

  return {
    plan,

    check(olds, news) {
      const definition = findDefinition();
      const program = selectProgram(definition, news);
      const failures = findMistakes(program);
      const id = findRecordedId(definition, program);
      // Without old inputs, the engine is about to create, and calls for nothing else in a preview.
      const isCreate = Object.keys(olds).length === 0;
      if (isCreate && failures.length === 0 && id !== undefined && !isUnknown(id)) {
        session.warnOnce(writeNothingCreated(new Subject(session, definition, id, program)));
      }
      return { inputs: program, failures };
    },

    preview(id, properties, news) {
      const definition = findDefinition();
      const planned = plan(id, properties, news);
      printPlan(new Subject(session, definition, id, selectProgram(definition, news)), planned);
      return planned;
    },

    async create(news) {
      const definition = findDefinition();
      const program = selectProgram(definition, news);
      const recordedId = findRecordedId(definition, program);
      if (recordedId !== undefined) return applyChanges(recordedId, program);
      const sent = argumentNames(definition, ({ name, isInCreateBody }) => isInCreateBody && name in program);
      const { create } = definition.operations;
      const response = await sendRequest(new Subject(session, definition, "", program), create, sent);
      const { idArgument } = definition;
      const id = String(idArgument?.effect === "adopt" ? program[idArgument.name] : response.id);
      const subject = new Subject(session, definition, id, program);
      if (hasFallbackId(subject)) session.warn(writeFallbackId(subject));
      return { id, properties: recordResponse(subject, newState(definition), false, sent, response) };
    },

    update(id, properties, news) {
      const definition = findDefinition();
      return applyChanges(id, selectProgram(definition, news), decodeState(definition, properties));
    },

    async read(id, properties) {
      const definition = findDefinition();
      // An earlier release may have left an output out of the state: absent, it would be unknown in every preview.
      const nulls = Object.fromEntries(Object.keys(definition.rows).map((name) => [name, null]));
      const subject = new Subject(session, definition, id, { ...nulls, ...properties });
      return refreshProperties(subject).catch((error: Error) => {
        // The engine shows a failed read under any resource, so that the message names its own.
        throw new HostFailure(`${subject.title}: ${error.message}`, "no effect");
      });
    },

    release(id) {
      session.warn(writeStillExists(new Subject(session, findDefinition(), id, {})));
    },

    sendsNothing(news) {
      const definition = findDefinition();
      const { update, read } = definition.operations;
      const id = findRecordedId(definition, news);
      return update === undefined && read === undefined && id !== undefined && !isUnknown(id);
    },
  };
}

/** Prints each line once: the engine asks for the same preview several times. */
function printPlan(subject: Subject, { changes, replacement }: Plan): void {
  const { session } = subject;
  const isReplaced = changes.some(({ effect }) => effect === "replace");
  if (!isReplaced) {
    for (const change of changes) {
      const line = writePlannedChange(subject, change);
      if (line !== undefined) session.warnOnce(line);
    }
  }
  if (replacement === undefined) return;
  const { dropped, conflict } = replacement;
  session.warnOnce(replacedStays);
  if (dropped.length > 0) session.warnOnce(writeDropped(subject, dropped));
  if (conflict !== undefined) session.warnOnce(writeConflict(subject, conflict));
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
  const response = read === undefined || hasFallbackId(subject) ? noResponse : await sendRead(subject, read);
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
