/** What all resources share: the life of a dynamic resource around the API's requests for one kind of it. */

import type { DiffResult, ResourceProvider } from "@pulumi/pulumi/dynamic";
import { ApiError } from "../api/errors.js";
import type { Json, JsonObject } from "../api/json.js";
import { type Operation, type ResourceApi, type ResourceResponse, send } from "../api/resource.js";
import { argumentNames } from "../definitions/definition.js";
import { type Changes, changedArguments, isUnknown } from "./changes.js";
import { explain } from "./explain.js";
import { unknownUpdate } from "./init-failed.js";
import { isUnsettled, type Outcome, outputsOf, settled } from "./outputs.js";
import { droppedArguments, replacedStays, replacementWarnings, resentWarnings } from "./preview-warnings.js";
import { checkArguments, rulesOf } from "./rules.js";
import type { Session } from "./session.js";
import { warnings } from "./warnings.js";

export interface HostedResource extends ResourceApi {
  /** Makes outputs of others, and says what a user has to know of them. A new resource has no state. */
  readonly complete?: (
    outputs: JsonObject,
    response: JsonObject,
    state: JsonObject | undefined,
    quote: (words: string) => string,
  ) => { readonly outputs: JsonObject; readonly warnings: readonly string[] };
}

/** What the engine asks of a dynamic provider, and what a plugin asks beside it. */
export interface ResourceHost extends Required<ResourceProvider> {
  /** The argument that is the id of what exists, with which nothing is sent; empty where there is none. */
  readonly recorded: string;
  changes(id: string, olds: JsonObject, news: JsonObject): HostChanges;
}

export interface HostChanges extends Changes {
  /** Arguments that a new resource in place of the old one goes without. */
  readonly dropped: readonly string[];
}

/** A request failed that the API may have carried out. */
class UnknownOutcome extends Error {}

/** The response to a request that is not sent, for what is recorded exists. */
const notSent: ResourceResponse = { id: undefined, outputs: {}, mismatches: [] };

export function resourceHost(api: HostedResource, session: Session): ResourceHost {
  const { definition } = api;
  const { kind } = definition;
  const rules = rulesOf(definition);
  const declared = Object.keys(definition.rows);
  const nullable = argumentNames(definition, (row) => row.nullable === "value");
  const replacing = argumentNames(definition, (row) => api.update === undefined || row.replaces === true);
  const always = argumentNames(definition, (row) => row.always === true);
  const [recorded = ""] = argumentNames(definition, (row) => row.exists === "recorded");

  /** Null is a value of few arguments; of the others it is the same as leaving them out, but for an id, which check refuses. */
  const withoutNulls = (inputs: JsonObject) =>
    picked(inputs, (name, value) => value !== null || nullable.includes(name) || name === recorded);
  const argumentsOf = (inputs: JsonObject) => picked(withoutNulls(inputs), (name) => Object.hasOwn(rules, name));

  const newId = (inputs: JsonObject, { id }: ResourceResponse) => (api.id === undefined ? id : api.id(inputs, id));
  const warn = (id: unknown, line: string) => session.warn(`${kind} ${session.quote(id)}: ${line}`);
  const warnOnce = (id: unknown, line: string) => session.warnOnce(`${kind} ${session.quote(id)}: ${line}`);

  /** Sends a request; what it throws leaves here as one message and nothing else, for the engine reads more into it. */
  async function request(
    operation: Operation,
    inputs: JsonObject,
    sent: readonly string[],
    id?: string,
  ): Promise<ResourceResponse> {
    if (session.problems.length > 0) throw new Error(session.problems.join("\n"));
    const creates = operation.method === "POST";
    if (creates) session.unknownCreates.refuse(kind, inputs);
    try {
      const response = await send(session.client(), api, operation, inputs, sent, id);
      if (creates && newId(inputs, response) === undefined)
        throw new ApiError(operation.operation, { kind: "no id", message: response.message }, "unknown");
      return response;
    } catch (error) {
      if (!(error instanceof ApiError))
        throw new Error(`${kind}: ${session.quote(error instanceof Error ? error.message : error, inputs)}`);
      if (creates && error.effect === "unknown") session.unknownCreates.add(kind, inputs);
      const { fieldNames } = session.settings;
      const message = explain(error, { definition, inputs, fieldNames, creates, quote: quoting(inputs) });
      throw error.effect === "unknown" ? new UnknownOutcome(message) : new Error(message);
    }
  }

  const quoting = (inputs: JsonObject) => (words: string) => session.quote(words, inputs);

  /** The outputs after a request, and what its response gives to say. */
  function outputs(
    id: string,
    inputs: JsonObject,
    sent: readonly string[],
    response: ResourceResponse,
    outcome: Pick<Outcome, "state" | "unknown"> = {},
  ): JsonObject {
    const known = outputsOf(definition, { ...outcome, inputs, response: response.outputs });
    const completed = api.complete?.(known, response.outputs, outcome.state, quoting(inputs)) ?? {
      outputs: known,
      warnings: [],
    };
    const request = { definition, inputs, sent, replacing, quote: quoting(inputs) };
    for (const line of [...warnings(request, response), ...completed.warnings]) warn(id, line);
    return completed.outputs;
  }

  /** What an `up` would do, and what a user has to know of it. */
  function changes(id: string, olds: JsonObject, news: JsonObject): HostChanges {
    const { [recorded]: existing, ...inputs } = argumentsOf(news);
    if (existing !== undefined && existing !== id) return { changed: [recorded], replaces: [recorded], dropped: [] };
    if (existing !== undefined) {
      const { changed } = changedArguments(inputs, settled(olds), replacing);
      const line = `while ${recorded} is set, a change corrects the record in the state alone; nothing is sent`;
      if (changed.length > 0) warnOnce(id, `${changed.join(", ")}: ${line}`);
      return { changed, replaces: [], dropped: [] };
    }
    const { changed, replaces } = changedArguments(inputs, olds, replacing);
    const quote = quoting(inputs);
    // Another cache is adopted, and the one before costs what it did.
    const isNew = replaces.length > 0 && api.create.method === "POST";
    if (isNew) session.warnOnce(replacedStays);
    const lines = isNew
      ? replacementWarnings(definition, inputs, olds, changed, quote)
      : resentWarnings(inputs, olds, replaces.length > 0 ? [] : changed, quote);
    for (const line of lines) warnOnce(id, line);
    return { changed, replaces, dropped: isNew ? droppedArguments(definition, inputs, olds) : [] };
  }

  return {
    recorded,

    async configure({ config }) {
      session.configure((key) => config.get(key));
    },

    async check(olds: JsonObject, news: JsonObject) {
      const inputs = withoutNulls(news);
      const failures = checkArguments(kind, rules, inputs, session);
      const { [recorded]: existing } = inputs;
      // No old inputs: what follows is a create, of which a preview asks nothing more.
      if (Object.keys(olds).length === 0 && failures.length === 0 && existing !== undefined && !isUnknown(existing)) {
        const line = `nothing is created or sent because ${recorded} is set. The state records it with the arguments`;
        warnOnce(existing, `${line} of the program; the other outputs are null`);
      }
      return { inputs, failures };
    },

    changes,

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
      const { [recorded]: existing } = inputs;
      if (typeof existing === "string") return { id: existing, outs: outputs(existing, inputs, [], notSent) };
      const sent = Object.keys(inputs);
      const response = await request(api.create, inputs, sent);
      const id = newId(inputs, response) as string;
      if (api.create.method === "POST" && response.id === undefined) {
        warn(id, "the response has no id; this one is made of the inputs");
      }
      return { id, outs: outputs(id, inputs, sent, response) };
    },

    async update(id: string, olds: JsonObject, news: JsonObject) {
      const inputs = argumentsOf(news);
      if (inputs[recorded] === id) return { outs: outputs(id, inputs, [], notSent, { state: settled(olds) }) };
      const { changed } = changedArguments(inputs, olds, replacing);
      // The engine asks for an update after a failure that it recorded, whatever diff says.
      if (changed.length === 0) return { outs: outputs(id, inputs, [], notSent, { state: olds }) };
      if (api.update === undefined)
        throw new Error(`${kind} ${session.quote(id)} cannot be changed: the API has no operation for it.`);
      try {
        const response = await request(api.update, inputs, [...always, ...changed], id);
        return { outs: outputs(id, inputs, changed, response, { state: olds }) };
      } catch (error) {
        if (!(error instanceof UnknownOutcome)) throw error;
        const outs = outputs(id, inputs, [], notSent, { state: olds, unknown: changed });
        throw unknownUpdate(id, outs, news, error.message);
      }
    },

    async read(id: string, state: JsonObject) {
      session.warnOnce(
        "nothing was read: the API has no operation to read a resource. The state stays as the last `pulumi up` left it",
      );
      // An output that is absent from the state, as an earlier release may have left it, is unknown in every preview.
      return { id, props: { ...Object.fromEntries(declared.map((name) => [name, null])), ...state } };
    },

    async delete(id: string) {
      session.warn(
        `${kind} ${session.quote(id)} is removed from the state, but it still exists: the API has no operation to delete it`,
      );
    },
  };
}

function picked(values: JsonObject, holds: (name: string, value: Json) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => holds(name, value)));
}
