/**
 * A resource as the engine calls for it. This file acts: it asks for the plan, sends, prints and encodes. The rules stand in the
 * files that it calls.
 */

import type { JsonObject } from "../api/http/json.js";
import type { DocumentedDefinition } from "../definitions/definition.js";
import { type CheckFailure, createCheck } from "./check-rules.js";
import { reviewCheck, reviewPlan } from "./messages/preview-review.js";
import { describeNotAddressable, storedConfigurationNotice } from "./messages/read-notices.js";
import { formatTitle } from "./messages/subject-texts.js";
import { sendCreate } from "./requests/creates.js";
import { deleteResource, findReasonToKeep } from "./requests/deletes.js";
import { HostFailure } from "./requests/failure.js";
import { adoptExisting, readExternal, refreshProperties } from "./requests/reads.js";
import { type StoredResource, sendUpdate } from "./requests/updates.js";
import type { Session } from "./session/session.js";
import { makeInputSubject, makeStateSubject, type Subject } from "./session/subject.js";
import { findExistingId, formatAddress, isAdoptedById, isMadeId, selectAddressValues } from "./state/ids.js";
import { selectInputs } from "./state/inputs.js";
import { listChangedArguments, type Plan, planChanges } from "./state/plan.js";
import {
  createState,
  decodeState,
  encodeState,
  type StateProperties,
  takeStateProperties,
} from "./state/resource-state.js";
import { stateAfterAdoption, stateAfterNothingSent } from "./state/state-after.js";

export interface ResourceHost {
  /**
   * Checks the arguments, and returns them without those that count as left out. It prints that nothing is created, where the
   * program names a resource that exists, and notes the id: this process does not delete that resource.
   */
  check(olds: JsonObject, news: JsonObject): { inputs: JsonObject; failures: CheckFailure[] };
  /** Plans the changes of a resource, and prints what a reviewer has to know of them. */
  planAndPrint(id: string, properties: StateProperties, news: JsonObject): Plan;
  /** @throws HostFailure */
  create(news: JsonObject): Promise<StoredResource>;
  /** @throws HostFailure */
  update(id: string, properties: StateProperties, news: JsonObject): Promise<StoredResource>;
  /** @throws Error with the message for the user */
  read(id: string, properties: StateProperties): Promise<JsonObject>;
  /**
   * Reads a resource that a `get` of the program names.
   *
   * @param properties what the program says of it in a preview or an `up`, or the properties in the state in a refresh
   * @throws Error with the message for the user
   */
  readExternal(id: string, properties: JsonObject): Promise<JsonObject>;
  /** @throws Error with the message for the user, where the resource has to stay in the state */
  delete(id: string, properties: StateProperties): Promise<void>;
}

export function createResourceHost(documented: DocumentedDefinition, session: Session): ResourceHost {
  const findMistakes = createCheck(documented, session);

  function planSubject(id: string, properties: StateProperties, news: JsonObject) {
    session.memory.noteInState(formatAddress(documented, properties, id));
    const subject = makeInputSubject(session, documented, id, selectInputs(documented, news), properties);
    const { definition, inputs } = subject;
    const state = decodeState(definition, properties);
    return { subject, state, plan: planChanges(definition, id, inputs, state) };
  }

  /** Prints what the user has to know of a result, and returns the result. */
  function printNotices<Result extends { readonly notices: readonly string[] }>(result: Result): Result {
    session.printer.warn(...result.notices);
    return result;
  }

  return {
    check(olds, news) {
      const inputs = selectInputs(documented, news);
      const failures = findMistakes(inputs);
      const id = findExistingId(documented, inputs);
      session.memory.hasChecked = true;
      if (id !== undefined) session.memory.noteNamed(documented, id);
      // Without old inputs, the engine is about to create, and calls for nothing else in a preview.
      const isNew = Object.keys(olds).length === 0 && failures.length === 0;
      session.printer.warnOnce(...reviewCheck(session, documented, inputs, isNew));
      return { inputs, failures };
    },

    planAndPrint(id, properties, news) {
      const { subject, plan } = planSubject(id, properties, news);
      const stateSubject = makeStateSubject(session, documented, id, properties);
      session.printer.warnOnce(...reviewPlan(subject, plan, findReasonToKeep(stateSubject)));
      // A refresh asks for a diff before there is a program: that one tells nothing of what stays.
      const isReplaced = listChangedArguments(plan, "replace").length > 0;
      if (session.memory.hasChecked && !isReplaced) {
        session.memory.noteStaying(formatAddress(documented, properties, id), "kept");
      }
      return plan;
    },

    async create(news) {
      const inputs = selectInputs(documented, news);
      const existingId = findExistingId(documented, inputs);
      if (existingId !== undefined) {
        const subject = makeInputSubject(session, documented, existingId, inputs, inputs);
        session.memory.noteInState(formatAddress(documented, inputs, existingId));
        return printNotices({ id: existingId, ...(await adoptExisting(subject, createState(documented))) });
      }
      return printNotices(await sendCreate(session, documented, inputs));
    },

    async update(id, properties, news) {
      const { subject, state, plan } = planSubject(id, properties, news);
      const { definition, inputs } = subject;
      if (listChangedArguments(plan, "replace").length > 0) {
        throw new HostFailure(`${formatTitle(subject)} cannot be changed: the API has no operation for it.`);
      }
      const before = isAdoptedById(definition, id, inputs) ? stateAfterAdoption(definition, state) : state;
      const changed = listChangedArguments(plan, "update");
      const { update } = definition.operations;
      if (update !== undefined && changed.length > 0) {
        return printNotices(await sendUpdate(subject, before, update, changed));
      }
      if (listChangedArguments(plan, "correct").length > 0) {
        return printNotices({ id, ...(await adoptExisting(subject, before)) });
      }
      return {
        id,
        properties: encodeState(definition, stateAfterNothingSent(definition, before, inputs)),
        notices: [],
      };
    },

    async read(id, properties) {
      refuseMalformedOperations(session);
      // An earlier release may have left an output out of the state: absent, it would be unknown in every preview.
      const nulls = Object.fromEntries(Object.keys(documented.rows).map((name) => [name, null]));
      const whole = takeStateProperties({ ...nulls, ...properties });
      const subject = makeStateSubject(session, documented, id, whole);
      session.memory.noteInState(formatAddress(documented, properties, id));
      const isReadNamed = session.configuration.definitionOf(documented).operations.read !== undefined;
      if (isReadNamed && isMadeId(documented, id, properties)) {
        session.printer.warn(describeNotAddressable(subject));
        return subject.properties;
      }
      const refreshed = await refreshProperties(subject).catch((error) => {
        throw explainWithoutProgram(subject, error);
      });
      return printNotices(refreshed).properties;
    },

    async readExternal(id, properties) {
      refuseMalformedOperations(session);
      const values = selectAddressValues(documented, id, properties);
      const subject = { session, definition: session.configuration.definitionOf(documented), id, values };
      // A refresh hands over the properties in the state, which have every output. A preview and an `up` have a program.
      const isRefresh = Object.keys(documented.rows).every((name) => name in properties);
      if (!isRefresh) {
        session.memory.hasChecked = true;
        session.memory.noteNamed(documented, id, "read");
        session.memory.noteInState(formatAddress(documented, values, id));
      }
      const read = await readExternal(subject).catch((error) => {
        throw explainWithoutProgram(subject, error);
      });
      session.printer.warnOnce(...read.notices);
      return read.properties;
    },

    async delete(id, properties) {
      const subject = makeStateSubject(session, documented, id, properties);
      refuseMalformedOperations(session);
      await deleteResource(subject).catch((error) => {
        throw explainWithoutProgram(subject, error);
      });
    },
  };
}

/**
 * Refuses to go on with malformed operations. The engine reads and deletes without a check before, which would have reported them.
 *
 * @throws HostFailure
 */
function refuseMalformedOperations(session: Session): void {
  if (session.configuration.hasMalformedOperations) throw new HostFailure(session.configuration.problems.join("\n"));
}

/**
 * Explains the failure of a read or a delete, which the engine may run without the program: it puts the resource before the
 * message, because the engine may show it under another one. Where no program ran, it says which configuration was used.
 */
function explainWithoutProgram(subject: Subject, error: Error): Error {
  const { session } = subject;
  const notice = session.memory.hasChecked ? "" : `\n${storedConfigurationNotice}`;
  return new Error(`${formatTitle(subject)}: ${error.message}${notice}`);
}
