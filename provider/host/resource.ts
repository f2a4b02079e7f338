/**
 * A resource as the engine calls for it, whether by way of a dynamic provider or of the plugin. This file acts: it asks for
 * the plan, sends, prints and encodes. The rules stand in the files that it calls.
 */

import type { JsonObject } from "../api/http/json.js";
import type { ResourceResponse } from "../api/wire/responses.js";
import {
  type Definition,
  type DocumentedDefinition,
  listArgumentNames,
  withOperations,
} from "../definitions/definition.js";
import { listChildren } from "../definitions/index.js";
import { type CheckFailure, createCheck } from "./check-rules.js";
import {
  describeAdoption,
  describeConflict,
  describeDroppedArguments,
  describeFallbackId,
  describeHiddenReplacement,
  describeIgnoredDelete,
  describeNotAddressable,
  describePlannedChange,
  describeReplacedChildren,
  describeReplacedResource,
  describeReturnedId,
  describeUnsettledUpdate,
  type ReasonToKeep,
  storedConfigurationNotice,
} from "./messages/notices.js";
import { formatTitle } from "./messages/subject-texts.js";
import { deleteResource, findReasonToKeep } from "./requests/deletes.js";
import { HostFailure } from "./requests/failure.js";
import { adoptExisting, readExternal, refreshProperties } from "./requests/reads.js";
import { explainAfterRequest, sendRequest } from "./requests/request.js";
import {
  refuseOtherResource,
  type StoredResource,
  sendUpdate,
  storeResponse,
  storeWithFailure,
} from "./requests/updates.js";
import type { Notice } from "./session/printer.js";
import type { Session } from "./session/session.js";
import type { InputSubject, StateSubject, Subject } from "./session/subject.js";
import { isUnknown } from "./state/comparison.js";
import { findExistingId, formatAddress, isAdoptedById, isMadeId } from "./state/ids.js";
import { type Inputs, selectInputs } from "./state/inputs.js";
import { listChangedArguments, type Plan, planChanges } from "./state/plan.js";
import {
  createState,
  decodeState,
  encodeState,
  type StateProperties,
  takeStateProperties,
} from "./state/resource-state.js";
import { stateAfterAdoption, stateAfterNothingSent, stateAfterResponse } from "./state/state-after.js";

export interface ResourceHost {
  /**
   * Checks the arguments, and returns them without those that count as left out. It prints that nothing is created, where the
   * program names a resource that exists, and notes the id: this process does not delete that resource.
   */
  check(olds: JsonObject, news: JsonObject): { inputs: JsonObject; failures: CheckFailure[] };
  /** Plans the changes of a resource. */
  plan(id: string, properties: StateProperties, news: JsonObject): Plan;
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
  /** Whether the create of these arguments sends nothing, so that a preview can make it. */
  createSendsNothing(news: JsonObject): boolean;
}

export function createResourceHost(documented: DocumentedDefinition, session: Session): ResourceHost {
  const findMistakes = createCheck(documented, session);

  /**
   * Finds the definition of a resource. The operations that the user names come from the configuration, which the engine hands over
   * after this host is made; they find no resource whose id the package has made.
   *
   * @param idSource what tells whether the package has made the id: the properties in the state, or what the program sets where the
   * resource is not in the state yet
   */
  function findDefinition(id: string, idSource: JsonObject): Definition {
    const hasMadeId = isMadeId(documented, id, idSource);
    return hasMadeId ? withOperations(documented, {}) : session.configuration.definitionOf(documented);
  }

  function makeInputSubject(id: string, inputs: Inputs, idSource: JsonObject): InputSubject {
    return { session, definition: findDefinition(id, idSource), id, values: inputs, inputs };
  }

  function makeStateSubject(id: string, properties: StateProperties): StateSubject {
    return { session, definition: findDefinition(id, properties), id, values: properties, properties };
  }

  function planSubject(id: string, properties: StateProperties, news: JsonObject) {
    session.memory.noteInState(formatAddress(documented, properties, id));
    const subject = makeInputSubject(id, selectInputs(documented, news), properties);
    const { definition, inputs } = subject;
    const state = decodeState(definition, properties);
    return { subject, state, plan: planChanges(definition, id, inputs, state) };
  }

  /** Creates a resource by a POST, or adopts one by a PATCH. */
  async function sendCreate(inputs: Inputs): Promise<StoredResource> {
    const definition = session.configuration.definitionOf(documented);
    const { create } = definition.operations;
    const sent = listArgumentNames(definition, ({ name, hasBodyField }) => hasBodyField && name in inputs);
    const newSubject: InputSubject = { session, definition, id: "", values: inputs, inputs };
    let createdId: string | undefined;
    try {
      const response = await sendRequest(newSubject, create, sent);
      const id = findNewId(newSubject, response);
      if (create.method === "POST") createdId = id;
      const subject = makeInputSubject(id, inputs, inputs);
      const before = createState(definition);
      if (create.method === "PATCH") refuseOtherResource(subject, before, response);
      if (isMadeId(documented, id, inputs)) session.printer.warn(describeFallbackId(subject));
      return storeResponse(subject, before, false, sent, response);
    } catch (error) {
      const failure = explainAfterRequest(error, newSubject, create);
      createdId ??= failure.createdId;
      if (createdId === undefined) throw failure;
      // A defect of this package. The response was a success, so that the engine has to keep what was created.
      const state = stateAfterResponse(definition, createState(definition), inputs, {}, true);
      return storeWithFailure(makeInputSubject(createdId, inputs, inputs), state, failure.publicReason);
    }
  }

  /**
   * Finds the id of what was created or adopted, and notes that it stays.
   *
   * @throws HostFailure where a create returned what the stack has already: a replacement would then delete what it has "created"
   */
  function findNewId(newSubject: InputSubject, response: ResourceResponse): string {
    const { inputs } = newSubject;
    const { idArgument } = documented;
    if (idArgument.adoptedBy === "PATCH") return String(inputs[idArgument.name]);
    const id = String(response.id);
    if (isMadeId(documented, id, inputs)) return id;
    const address = formatAddress(documented, inputs, id);
    if (session.memory.isInState(address)) throw new HostFailure(describeReturnedId(newSubject, id), "unknown");
    session.memory.noteInState(address);
    session.memory.noteStaying(address, "created");
    return id;
  }

  /** Prints what the user has to know of a result, and returns the result. */
  function printNotices<Result extends { readonly notices: readonly Notice[] }>(result: Result): Result {
    session.printer.print(result.notices);
    return result;
  }

  /** Finds what a check gives a user to know. */
  function reviewCheck(olds: JsonObject, inputs: Inputs, failures: readonly CheckFailure[]): string[] {
    const named = session.configuration.namedOperationsOf(documented.names.class);
    const ignored = named.delete !== undefined && documented.neverDeleted !== undefined;
    const id = findExistingId(documented, inputs);
    // Without old inputs, the engine is about to create, and calls for nothing else in a preview.
    const adopts = id !== undefined && !isUnknown(id) && Object.keys(olds).length === 0 && failures.length === 0;
    return [
      ...(ignored ? [describeIgnoredDelete(documented)] : []),
      ...(adopts ? [describeAdoption(makeInputSubject(id, inputs, inputs))] : []),
    ];
  }

  return {
    check(olds, news) {
      const inputs = selectInputs(documented, news);
      const failures = findMistakes(inputs);
      const id = findExistingId(documented, inputs);
      session.memory.hasChecked = true;
      if (id !== undefined && !isUnknown(id)) session.memory.noteNamed(documented, id);
      for (const line of reviewCheck(olds, inputs, failures)) session.printer.warnOnce(line);
      return { inputs, failures };
    },

    plan: (id, properties, news) => planSubject(id, properties, news).plan,

    planAndPrint(id, properties, news) {
      const { subject, plan } = planSubject(id, properties, news);
      printPlan(
        subject,
        plan,
        findReasonToKeep({ ...makeStateSubject(id, properties), definition: subject.definition }),
      );
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
        const subject = makeInputSubject(existingId, inputs, inputs);
        session.memory.noteInState(formatAddress(documented, inputs, existingId));
        return printNotices({ id: existingId, ...(await adoptExisting(subject, createState(documented))) });
      }
      return printNotices(await sendCreate(inputs));
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
      const subject: StateSubject = { ...makeStateSubject(id, properties), values: whole, properties: whole };
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
      const { idArgument } = documented;
      const inPath = listArgumentNames(documented, ({ isInPath }) => isInPath);
      const given = Object.entries(properties).filter(([name, value]) => inPath.includes(name) && value !== null);
      const values = {
        ...Object.fromEntries(given),
        ...(idArgument.adoptedBy === "PATCH" ? { [idArgument.name]: id } : {}),
      };
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
      return printNotices(read).properties;
    },

    async delete(id, properties) {
      const subject = makeStateSubject(id, properties);
      refuseMalformedOperations(session);
      await deleteResource(subject).catch((error) => {
        throw explainWithoutProgram(subject, error);
      });
    },

    createSendsNothing(news) {
      const inputs = selectInputs(documented, news);
      const id = findExistingId(documented, inputs);
      if (id === undefined || isUnknown(id)) return false;
      return findDefinition(id, inputs).operations.read === undefined;
    },
  };
}

/**
 * Prints each line once: the engine asks for the same preview several times.
 *
 * @param reasonToKeep why the resource in the state is never deleted
 */
function printPlan(subject: Subject, plan: Plan, reasonToKeep: ReasonToKeep | undefined): void {
  const { session } = subject;
  const { changes, replacement, unsettled } = plan;
  const replacing = listChangedArguments(plan, "replace");
  if (replacing.length === 0) {
    for (const change of changes) {
      const line = describePlannedChange(subject, change);
      if (line !== undefined) session.printer.warnOnce(line);
    }
    if (unsettled.length > 0) session.printer.warnOnce(describeUnsettledUpdate(subject, unsettled));
  } else {
    if (plan.isHiddenFromEngine) session.printer.warnOnce(describeHiddenReplacement(subject, replacing));
    for (const child of listChildren(subject.definition)) {
      const isDeletable = session.configuration.definitionOf(child).operations.delete !== undefined;
      session.printer.warnOnce(describeReplacedChildren(subject.definition, child, isDeletable));
    }
  }
  if (replacement === undefined) return;
  const { dropped, conflict } = replacement;
  session.printer.warnOnce(describeReplacedResource(subject, reasonToKeep));
  if (dropped.length > 0) session.printer.warnOnce(describeDroppedArguments(subject, dropped));
  if (conflict !== undefined) session.printer.warnOnce(describeConflict(subject, conflict, reasonToKeep !== undefined));
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
