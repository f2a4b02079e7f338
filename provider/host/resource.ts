/** One kind of resource, as the engine calls for it. */

import type { ConfigureRequest, DiffResult } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../api/json.js";
import type { ResourceResponse } from "../api/responses.js";
import { type Definition, namesWhere } from "../definitions/definition.js";
import { request } from "./api-call.js";
import { changedArguments } from "./changes.js";
import { unknownUpdate } from "./init-failed.js";
import { isUnsettled, outputsOf, settled } from "./outputs.js";
import { foreseenChanges, foreseenRecord } from "./preview.js";
import { hasMadeId, recorded, refreshed } from "./reads.js";
import { checkOf } from "./rules.js";
import type { Session } from "./session.js";
import { Target } from "./target.js";
import { warnings } from "./warnings.js";

/** What the engine asks of a dynamic provider, and what a plugin asks beside it. */
export function resourceHost(definition: Definition, session: Session) {
  const failuresOf = checkOf(definition, session);
  /** Null is a value of few arguments, and refused as an id; of the others it is the same as leaving them out. */
  const nullable = namesWhere(definition, ({ nullable, role }) => nullable === "value" || role === "existing");
  const withoutNulls = (inputs: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(inputs).filter(([name, value]) => value !== null || nullable.includes(name)));

  function targetOf(id: string, news: JsonObject, olds?: JsonObject): Target {
    // While existingId is set, what was asked and answered of what cannot be updated is no matter: the record is corrected.
    const state = olds && "existingId" in news ? settled(definition, olds) : olds;
    return new Target(definition, session, id, withoutNulls(news), state);
  }

  /** The outputs after a request for the arguments that were sent; what its response gives to say is said. */
  function outputs(target: Target, sent: readonly string[], response: ResourceResponse): JsonObject {
    const all = outputsOf(target, response.outputs);
    target.warn(warnings(target, sent, response, all));
    return all;
  }

  /** The outputs after an update. To record one that exists is to update what nothing is known of. */
  async function updated(id: string, news: JsonObject, olds?: JsonObject): Promise<JsonObject> {
    const target = targetOf(id, news, olds);
    const { changed, replaces } = changedArguments(target);
    if (replaces.length > 0) throw new Error(`${target.title} cannot be changed: the API has no operation for it.`);
    if (definition.update === undefined && news.existingId === id) return recorded(target);
    const sent = changed.filter((name) => !definition.replacing.includes(name));
    if (definition.update === undefined || sent.length === 0) return outputsOf(target, {});
    const always = namesWhere(definition, ({ inEveryUpdate }) => inEveryUpdate);
    const response = await request(target, definition.update, [...always, ...sent]).catch((error) => {
      throw unknownUpdate(target, sent, error);
    });
    return outputs(target, sent, response);
  }

  const changes = (id: string, olds: JsonObject, news: JsonObject) => foreseenChanges(targetOf(id, news, olds));

  return {
    changes,

    async configure({ config }: ConfigureRequest) {
      session.configure((key) => config.get(key));
    },

    async check(olds: JsonObject, news: JsonObject) {
      const inputs = withoutNulls(news);
      const failures = failuresOf(inputs);
      // No old inputs: what follows is a create, of which a preview asks nothing more.
      const isCreate = Object.keys(olds).length === 0 && failures.length === 0;
      if (isCreate && "existingId" in inputs) foreseenRecord(targetOf(String(inputs.existingId), inputs));
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
      const { existingId } = news;
      if (typeof existingId === "string") return { id: existingId, outs: await updated(existingId, news) };
      const target = targetOf("", news);
      const sent = definition.inCreate.filter((name) => name in target.inputs);
      const response = await request(target, definition.create, sent);
      // The id of what was adopted is an argument.
      const id = String(target.inputs[definition.adopted ?? ""] ?? response.id);
      const created = targetOf(id, news);
      if (hasMadeId(created)) created.warn(["the response has no id; this one is made of the inputs"]);
      return { id, outs: outputs(created, sent, response) };
    },

    async update(id: string, olds: JsonObject, news: JsonObject) {
      return { outs: await updated(id, news, olds) };
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
