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
import { Target } from "./target.js";
import { warnings } from "./warnings.js";

/** What the engine asks of a dynamic provider, and what a plugin asks beside it. */
export interface ResourceHost extends Required<ResourceProvider> {
  changes(id: string, olds: JsonObject, news: JsonObject): ForeseenChanges;
}

export function resourceHost(definition: Definition, session: Session): ResourceHost {
  const { kind } = definition;
  const rules = rulesOf(definition, session);
  /** Null is a value of few arguments, and refused as an id; of the others it is the same as leaving them out. */
  const nullable = argumentNames(definition, ({ nullable, role }) => nullable === "value" || role === "existing");
  const withoutNulls = (inputs: JsonObject) => pick(inputs, (name) => inputs[name] !== null || nullable.includes(name));

  function targetOf(id: string, news: JsonObject, olds?: JsonObject): Target {
    const inputs = pick(withoutNulls(news), (name) => Object.hasOwn(rules, name));
    // While existingId is set, what was asked and answered of what cannot be updated is no matter: the record is corrected.
    const state = olds && "existingId" in inputs ? settled(definition, olds) : olds;
    return new Target(definition, session, id, inputs, state);
  }

  /** The outputs after a request for the arguments that were sent, if there was one; what its response gives to say is said. */
  function outputs(target: Target, sent: readonly string[], response?: ResourceResponse): JsonObject {
    const all = completed(definition, outputsOf(target, response?.outputs ?? {}));
    if (response !== undefined) target.warn(warnings(target, sent, response, all));
    return all;
  }

  /** Sends those of the changed arguments that the API can update, if there are any. */
  async function apply(target: Target, changed: readonly string[], loader?: Json): Promise<JsonObject> {
    const replacing = replacingArguments(definition);
    const sent = changed.filter((name) => !replacing.includes(name));
    if (definition.update === undefined || sent.length === 0) return outputs(target, []);
    const always = argumentNames(definition, ({ inEveryUpdate }) => inEveryUpdate === true);
    const response = await request(target, definition.update, [...always, ...sent]).catch((error) => {
      if (!(error instanceof UnknownOutcome)) throw error;
      if (error.message !== error.reason) target.warn([error.message]);
      throw unknownUpdate(target.id, outputsOf(target, {}, sent), loader, error.reason);
    });
    return outputs(target, sent, response);
  }

  const changes = (id: string, olds: JsonObject, news: JsonObject) => foreseenChanges(targetOf(id, news, olds));

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
      if (isCreate && typeof existingId === "string" && !isUnknown(existingId)) {
        targetOf(existingId, news).warnOnce([whatIsRecorded(definition, session)]);
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
      const { existingId, [providerKey]: loader } = news;
      if (typeof existingId === "string") {
        const target = targetOf(existingId, news);
        const isUpdated = definition.update !== undefined;
        const outs = isUpdated ? apply(target, Object.keys(target.inputs), loader) : recorded(target);
        return { id: existingId, outs: await outs };
      }
      const target = targetOf("", news);
      const sent = bodyArguments(definition, "create").filter((name) => name in target.inputs);
      const response = await request(target, definition.create, sent);
      const { id, isMade } = idOf(definition, target.inputs, response);
      const created = targetOf(id, news);
      if (isMade) created.warn(["the response has no id; this one is made of the inputs"]);
      return { id, outs: outputs(created, sent, response) };
    },

    async update(id: string, olds: JsonObject, news: JsonObject) {
      const target = targetOf(id, news, olds);
      const isRecorded = target.inputs.existingId === id;
      const { changed, replaces } = changedArguments(target);
      if (replaces.length > 0 && !isRecorded) {
        throw new Error(`${target.title} cannot be changed: the API has no operation for it.`);
      }
      const outs =
        isRecorded && definition.update === undefined ? recorded(target) : apply(target, changed, news[providerKey]);
      return { outs: await outs };
    },

    async read(id: string, state: JsonObject) {
      // An output that is absent from the state, as an earlier release may have left it, is unknown in every preview.
      const nulls = Object.fromEntries(Object.keys(definition.rows).map((name) => [name, null]));
      const target = new Target(definition, session, id, { ...nulls, ...state });
      const props = await refreshed(target).catch((error: Error) => {
        // The engine shows it under any resource, and with its stack.
        throw Object.assign(new Error(`${target.title}: ${error.message}`), { stack: "" });
      });
      return { id, props };
    },

    async delete(id: string) {
      const still = "is removed from the state, but it still exists: the API has no operation to delete it";
      session.warn(`${targetOf(id, {}).title} ${still}`);
    },
  };
}

/** The id of what was adopted is an argument; that of what was created is in the response, or the package makes one of the arguments. */
function idOf(definition: Definition, inputs: JsonObject, response: ResourceResponse) {
  const adopted = adoptedArgument(definition);
  const id = adopted === undefined ? response.id : String(inputs[adopted]);
  return { id: id ?? filled(definition.idWithout ?? "", inputs), isMade: id === undefined };
}

/** What `up` does with a resource whose id the program sets. */
function whatIsRecorded(definition: Definition, session: Session): string {
  const records = isRead(definition, session) ? "reads it, and records" : "sends nothing, and records";
  const does = definition.update === undefined ? records : "updates";
  return `nothing is created because existingId is set. \`pulumi up\` ${does} it with the arguments of the program`;
}

function pick(values: JsonObject, holds: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => holds(name)));
}
