/** What all resources share: the life of a dynamic resource around the API's requests for one kind of it. */

import type { DiffResult, ResourceProvider } from "@pulumi/pulumi/dynamic";
import { ApiError } from "../api/errors.js";
import type { Json, JsonObject } from "../api/json.js";
import { type Operation, type ResourceApi, type ResourceResponse, send } from "../api/resource.js";
import { argumentNames, outputNames } from "../definitions/definition.js";
import { type Changes, changedArguments, isUnknown } from "./changes.js";
import { explain } from "./explain.js";
import { outputsOf } from "./outputs.js";
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
  changes(id: string, olds: JsonObject, news: JsonObject): Changes;
}

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
  const [unique] = argumentNames(definition, (row) => row.unique === true);
  const [recorded = ""] = argumentNames(definition, (row) => row.exists === "recorded");
  const inPath = argumentNames(definition, (row) => row.goes === "path");
  /** What only the program says of a resource. Left out, it is gone: it can be a secret, which then nothing marks as one. */
  const unkept = argumentNames(
    definition,
    (row) => row.goes === "nowhere" || row.returned === false || row.nullable === "value",
  );
  /** What a resource does not lose: null says nothing of it. */
  const lasting = outputNames(definition, (row) => row.stableUnless !== undefined);

  /** Null is a value of few arguments; of the others it is the same as leaving them out. */
  const withoutNulls = (inputs: JsonObject) =>
    picked(inputs, (name, value) => value !== null || nullable.includes(name));
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
        throw new ApiError(operation.operation, { kind: "no id" }, "unknown");
      return response;
    } catch (error) {
      if (!(error instanceof ApiError))
        throw new Error(`${kind}: ${session.quote(error instanceof Error ? error.message : error, inputs)}`);
      if (creates && error.effect === "unknown") session.unknownCreates.add(kind, inputs);
      const { fieldNames } = session.settings;
      throw new Error(explain(error, { definition, inputs, fieldNames, creates, quote: quoting(inputs) }));
    }
  }

  const quoting = (inputs: JsonObject) => (words: string) => session.quote(words, inputs);

  /** The outputs after a request, and what its response gives to say. */
  function outputs(
    id: string,
    inputs: JsonObject,
    sent: readonly string[],
    response: ResourceResponse,
    state?: JsonObject,
  ): JsonObject {
    const said = picked(response.outputs, (name, value) => value !== null || !lasting.includes(name));
    const known = picked(state ?? {}, (name) => !unkept.includes(name));
    const made = outputsOf(declared, nullable, inputs, said, known);
    const completed = api.complete?.(made, response.outputs, state, quoting(inputs)) ?? { outputs: made, warnings: [] };
    const request = { inputs, sent, nullable, replacing, quote: quoting(inputs) };
    for (const line of [...warnings(request, response), ...completed.warnings]) warn(id, line);
    return completed.outputs;
  }

  /** What an `up` would do, and what a user has to know of it. */
  function changes(id: string, olds: JsonObject, news: JsonObject): Changes {
    const { [recorded]: existing, ...inputs } = argumentsOf(news);
    if (existing !== undefined && existing !== id) return { changed: [recorded], notApplied: [], replaces: [recorded] };
    const found = changedArguments(inputs, olds, replacing);
    const { changed, notApplied, replaces } = found;
    if (existing !== undefined) {
      const line = `while ${recorded} is stated, a change corrects the record in the state alone; nothing is sent`;
      if (changed.length > 0) warnOnce(id, `${changed.join(", ")}: ${line}`);
      return { changed, notApplied: [], replaces: [] };
    }
    if (replaces.length === 0) {
      const line = "the API has another value than the program; the next `pulumi up` sends it again";
      for (const name of notApplied) warnOnce(id, `${name}: ${line}`);
    } else if (unique !== undefined && ![unique, ...inPath].some((name) => changed.includes(name))) {
      const line = `its replacement has the same ${unique}, and the old ${kind.toLowerCase()} still exists: the API may refuse`;
      const toDo = `Change ${unique}, too, or first delete the old one in the provider's web console`;
      warnOnce(id, `${line} the ${unique} as taken. ${toDo}`);
    }
    return found;
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
        const line = `nothing is created or sent, for ${recorded} says that it exists. The state records it with the arguments`;
        warnOnce(existing, `${line} of the program; the other outputs are null`);
      }
      return { inputs, failures };
    },

    changes,

    async diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult> {
      const { changed, notApplied, replaces } = changes(id, olds, news);
      if (changed.length === 0) return { changes: false };
      // Left out, the engine compares the inputs itself, and replaceOnChanges works. It cannot see what the API did
      // not apply: there the inputs are equal.
      return changed.length === notApplied.length ? { changes: true, replaces } : { replaces };
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
      if (inputs[recorded] === id) return { outs: outputs(id, inputs, [], notSent, olds) };
      if (api.update === undefined)
        throw new Error(`${kind} ${session.quote(id)} cannot be changed: the API has no operation for it.`);
      const { changed } = changedArguments(inputs, olds, replacing);
      const response = await request(api.update, inputs, [...always, ...changed], id);
      return { outs: outputs(id, inputs, changed, response, olds) };
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
