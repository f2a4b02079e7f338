/** One kind of resource, as the engine calls for it. */

import type { DiffResult, ResourceProvider } from "@pulumi/pulumi/dynamic";
import { completed } from "../api/derived.js";
import type { Json, JsonObject } from "../api/json.js";
import type { ResourceResponse } from "../api/responses.js";
import {
  adoptedArgument,
  argumentNames,
  bodyArguments,
  type Definition,
  replacingArguments,
} from "../definitions/definition.js";
import { filled } from "../definitions/operation.js";
import { providerKey } from "../definitions/state.js";
import { request, UnknownOutcome } from "./api-call.js";
import { changedArguments, isUnknown } from "./changes.js";
import { unknownUpdate } from "./init-failed.js";
import { isUnsettled, outputsOf, settled } from "./outputs.js";
import { type ForeseenChanges, foreseenChanges } from "./preview.js";
import { isRead, recorded, refreshed } from "./reads.js";
import { checkArguments, rulesOf } from "./rules.js";
import type { Session } from "./session.js";
import { warnings } from "./warnings.js";

/** What the engine asks of a dynamic provider, and what a plugin asks beside it. */
export interface ResourceHost extends Required<ResourceProvider> {
  changes(id: string, olds: JsonObject, news: JsonObject): ForeseenChanges;
}

/** The response where nothing was sent. */
const notSent: ResourceResponse = { id: undefined, outputs: {}, mismatches: [] };

export function resourceHost(definition: Definition, session: Session): ResourceHost {
  const { kind } = definition;
  const rules = rulesOf(definition);
  const replacing = replacingArguments(definition);
  /** Null is a value of few arguments, and refused as an id; of the others it is the same as leaving them out. */
  const nullable = argumentNames(definition, ({ nullable, role }) => nullable === "value" || role === "existing");
  const withoutNulls = (inputs: JsonObject) => pick(inputs, (name) => inputs[name] !== null || nullable.includes(name));
  const argumentsOf = (inputs: JsonObject) => pick(withoutNulls(inputs), (name) => Object.hasOwn(rules, name));
  const title = (id: unknown) => `${kind.class} ${session.quote(id)}`;

  /** The outputs after a request for the arguments that were sent, and what its response gives to say. */
  function outputs(id: string, { inputs, state }: Target, sent: readonly string[], response: ResourceResponse) {
    const known = outputsOf(definition, { inputs, response: response.outputs, state });
    const all = completed(definition, known);
    const quote = (words: string) => session.quote(words, inputs);
    const lines = warnings(
      { definition, inputs, sent, isNew: state === undefined && response !== notSent, quote },
      response,
      all,
    );
    for (const line of lines) session.warn(`${title(id)}: ${line}`);
    return all;
  }

  /** Sends those of the changed arguments that the API can update, if there are any. */
  async function apply(id: string, target: Target, changed: readonly string[], loader?: Json): Promise<JsonObject> {
    const { inputs, state } = target;
    const sent = changed.filter((name) => !replacing.includes(name));
    if (definition.update === undefined || sent.length === 0) return outputs(id, target, [], notSent);
    const always = argumentNames(definition, ({ inEveryUpdate }) => inEveryUpdate === true);
    const call = { operation: definition.update, inputs, sent: [...always, ...sent], id };
    const response = await request(definition, session, call).catch((error) => {
      if (!(error instanceof UnknownOutcome)) throw error;
      const recorded = outputsOf(definition, { inputs, response: {}, state, unknown: sent });
      if (error.message !== error.reason) session.warn(`${title(id)}: ${error.message}`);
      throw unknownUpdate(id, recorded, loader, error.reason);
    });
    return outputs(id, target, sent, response);
  }

  const changes = (id: string, olds: JsonObject, news: JsonObject) =>
    foreseenChanges(definition, session, id, olds, argumentsOf(news));

  return {
    changes,

    async configure({ config }) {
      session.configure((key) => config.get(key));
    },

    async check(olds: JsonObject, news: JsonObject) {
      const inputs = withoutNulls(news);
      const failures = checkArguments(kind.class, rules, inputs, session);
      const { existingId } = inputs;
      // No old inputs: what follows is a create, of which a preview asks nothing more.
      const isCreate = Object.keys(olds).length === 0 && failures.length === 0;
      if (isCreate && existingId !== undefined && !isUnknown(existingId)) {
        session.warnOnce(`${title(existingId)}: ${whatIsRecorded(definition, session)}`);
      }
      return { inputs, failures };
    },

    async diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult> {
      const { changed, replaces } = changes(id, olds, news);
      if (changed.length === 0) return { changes: false };
      // Left out, the engine compares the inputs itself, and replaceOnChanges works. It cannot see what the API did not apply:
      // there the inputs can be equal.
      const isUnseen = replaces.length === 0 && changed.every((name) => isUnsettled(olds, name));
      return { ...(isUnseen ? { changes: true } : {}), replaces: [...replaces] };
    },

    async create(news: JsonObject) {
      const inputs = argumentsOf(news);
      const { existingId, [providerKey]: loader } = news;
      if (typeof existingId === "string") {
        const outs = definition.update
          ? apply(existingId, { inputs }, Object.keys(inputs), loader)
          : recorded(definition, session, existingId, inputs);
        return { id: existingId, outs: await outs };
      }
      const sent = bodyArguments(definition, "create").filter((name) => name in inputs);
      const response = await request(definition, session, { operation: definition.create, inputs, sent });
      const adopted = adoptedArgument(definition);
      const id =
        adopted === undefined ? (response.id ?? filled(definition.idWithout ?? "", inputs)) : String(inputs[adopted]);
      if (adopted === undefined && response.id === undefined) {
        session.warn(`${title(id)}: the response has no id; this one is made of the inputs`);
      }
      return { id, outs: outputs(id, { inputs }, sent, response) };
    },

    async update(id: string, olds: JsonObject, news: JsonObject) {
      const inputs = argumentsOf(news);
      const isRecorded = inputs.existingId === id;
      const state = isRecorded ? settled(olds, replacing) : olds;
      const { changed, replaces } = changedArguments(inputs, state, replacing);
      if (replaces.length > 0 && !isRecorded) {
        throw new Error(`${title(id)} cannot be changed: the API has no operation for it.`);
      }
      if (isRecorded && definition.update === undefined) {
        return { outs: await recorded(definition, session, id, inputs, state) };
      }
      return { outs: await apply(id, { inputs, state }, changed, news[providerKey]) };
    },

    async read(id: string, state: JsonObject) {
      // An output that is absent from the state, as an earlier release may have left it, is unknown in every preview.
      const nulls = Object.fromEntries(Object.keys(definition.rows).map((name) => [name, null]));
      const props = await refreshed(definition, session, id, { ...nulls, ...state }).catch((error: Error) => {
        // The engine shows it under any resource, and with its stack.
        throw Object.assign(new Error(`${title(id)}: ${error.message}`), { stack: "" });
      });
      return { id, props };
    },

    async delete(id: string) {
      session.warn(
        `${title(id)} is removed from the state, but it still exists: the API has no operation to delete it`,
      );
    },
  };
}

/** What `up` does with a resource whose id the program sets. */
function whatIsRecorded(definition: Definition, session: Session): string {
  if (definition.update !== undefined) {
    return "nothing is created because existingId is set; its settings are updated to those of the program";
  }
  return isRead(definition, session)
    ? "nothing is created because existingId is set. `pulumi up` reads it, and records it with the arguments of the program"
    : "nothing is created or sent because existingId is set. The state records it with the arguments of the program; the other outputs are null";
}

/** What the program sets of a resource, and what is known of it; a new one has no state. */
interface Target {
  readonly inputs: JsonObject;
  readonly state?: JsonObject;
}

function pick(values: JsonObject, holds: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => holds(name)));
}
