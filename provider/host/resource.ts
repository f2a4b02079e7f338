/** What the three resources share: the life of a dynamic resource around the requests of one of them. */

import type {
  CheckResult,
  CreateResult,
  DiffResult,
  ReadResult,
  ResourceProvider,
  UpdateResult,
} from "@pulumi/pulumi/dynamic";
import type { Client } from "../api/client.js";
import type { ResourceResponse } from "../api/envelope.js";
import { ApiError } from "../api/errors.js";
import type { JsonObject } from "../api/json.js";
import { argumentNames, type Definition, wireNames } from "../definitions/definition.js";
import { changedArguments } from "./changes.js";
import { checkArguments } from "./check.js";
import { explain } from "./explain.js";
import { outputsOf } from "./outputs.js";
import { rulesOf } from "./rules.js";
import type { Session } from "./session.js";
import { statedArguments } from "./stated.js";
import { warnings } from "./warnings.js";

/** The requests of a kind of resource, and what its definition cannot say. */
export interface ResourceRequests {
  readonly definition: Definition;
  create(client: Client, inputs: JsonObject): Promise<Created>;
  /** Sends the changed settings; absent where the API has no such operation. */
  readonly update?: (
    client: Client,
    id: string,
    inputs: JsonObject,
    changed: readonly string[],
  ) => Promise<ResourceResponse>;
  /** What to say of a replacement for these changed arguments. */
  readonly replaceWarning?: (changed: readonly string[]) => string | undefined;
  /** Outputs that follow from others, and what to say of them. A new resource has no state. */
  readonly complete?: (outputs: JsonObject, response: JsonObject, state: JsonObject | undefined) => Completed;
}

export interface Completed {
  readonly outputs: JsonObject;
  readonly warnings: readonly string[];
}

export interface Created {
  readonly id: string;
  readonly response: ResourceResponse;
  readonly warning?: string;
}

export function resourceHost(requests: ResourceRequests, session: Session): ResourceProvider {
  const { definition } = requests;
  const { kind } = definition;
  const rules = rulesOf(definition);
  const declared = Object.keys(definition.rows);
  const nullable = argumentNames(definition, (row) => row.nullable === "value");
  const replacing = argumentNames(definition, (row) => requests.update === undefined || row.replaces === true);
  const [pathArgument] = argumentNames(definition, ({ goes }) => goes === "path");
  const statedOf = (inputs: JsonObject) => statedArguments(inputs, Object.keys(rules), nullable);

  /** Runs a request; what it throws leaves here as one message and nothing else, for the engine reads more into it. */
  async function request<T>(inputs: JsonObject, send: (client: Client) => Promise<T>): Promise<T> {
    if (session.problems.length > 0) throw new Error(session.problems.join("\n"));
    try {
      return await send(session.client());
    } catch (error) {
      if (!(error instanceof ApiError)) throw new Error(`${kind}: ${error instanceof Error ? error.message : error}`);
      const { token, fieldNames } = session.settings;
      const fields = wireNames(definition, fieldNames);
      throw new Error(explain(error, { wireNames: fields, stated: inputs, token, pathArgument }));
    }
  }

  /** The outputs after a request, and what its response gives to say. */
  function outputs(
    id: string,
    inputs: JsonObject,
    sent: readonly string[],
    response: ResourceResponse,
    state?: JsonObject,
  ): JsonObject {
    const inPlace = requests.update !== undefined;
    const made = outputsOf({ declared, nullable }, inputs, response.outputs, state);
    const completed = requests.complete?.(made, response.outputs, state) ?? { outputs: made, warnings: [] };
    const lines = [...warnings({ inputs, sent, nullable, inPlace }, response), ...completed.warnings];
    for (const line of lines) session.warn(`${kind} ${id}: ${line}`);
    return completed.outputs;
  }

  /** Sends a create, unless an identical one may already have created the same. */
  async function createOnce(inputs: JsonObject): Promise<Created> {
    session.unknownCreates.refuse(kind, inputs);
    return request(inputs, async (client) => {
      try {
        return await requests.create(client, inputs);
      } catch (error) {
        const creates = requests.update === undefined;
        if (creates && error instanceof ApiError && error.effect === "unknown")
          session.unknownCreates.add(kind, inputs);
        throw error;
      }
    });
  }

  return {
    async configure({ config }) {
      session.configure((key) => config.get(key));
    },

    async check(_olds: JsonObject, news: JsonObject): Promise<CheckResult> {
      const failures = checkArguments(kind, rules, withoutNulls(news, nullable), session);
      return { inputs: withoutNulls(news, nullable), failures };
    },

    async diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult> {
      const { changed, notApplied, replaces } = changedArguments(statedOf(news), olds, replacing);
      if (changed.length === 0) return { changes: false };
      if (replaces.length > 0) {
        const warning = requests.replaceWarning?.(changed);
        if (warning !== undefined) session.warnOnce(`${kind} ${id}: ${warning}`);
      } else {
        for (const name of notApplied) {
          const line = "the API has another value than the program; the next `pulumi up` sends it again";
          session.warnOnce(`${kind} ${id}: ${name}: ${line}`);
        }
      }
      // Left out, the engine compares the inputs itself, and replaceOnChanges works. It cannot see what the API did
      // not apply: there the inputs are equal.
      return changed.length === notApplied.length ? { changes: true, replaces } : { replaces };
    },

    async create(inputs: JsonObject): Promise<CreateResult> {
      const stated = statedOf(inputs);
      const { id, response, warning } = await createOnce(stated);
      if (warning !== undefined) session.warn(`${kind} ${id}: ${warning}`);
      return { id, outs: outputs(id, stated, Object.keys(stated), response) };
    },

    async update(id: string, olds: JsonObject, news: JsonObject): Promise<UpdateResult> {
      const { update } = requests;
      if (update === undefined) throw new Error(`${kind} ${id} cannot be changed: the API has no operation for it.`);
      const stated = statedOf(news);
      const { changed } = changedArguments(stated, olds, replacing);
      const response = await request(stated, (client) => update(client, id, stated, changed));
      return { outs: outputs(id, stated, changed, response, olds) };
    },

    async read(id: string, state: JsonObject): Promise<ReadResult> {
      session.warnOnce(
        "nothing was read: the API has no operation to read a resource. The state stays as the last `pulumi up` left it",
      );
      // An output that is absent from the state, as an earlier release may have left it, is unknown in every preview.
      return { id, props: { ...Object.fromEntries(declared.map((name) => [name, null])), ...state } };
    },

    async delete(id: string) {
      session.warn(
        `${kind} ${id} is removed from the state, but it still exists: the API has no operation to delete it`,
      );
    },
  };
}

function withoutNulls(inputs: JsonObject, nullable: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(inputs).filter(([name, value]) => value !== null || nullable.includes(name)),
  );
}
