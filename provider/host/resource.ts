/** What the three resources share: the life of a dynamic resource around the requests of one of them. */

import type {
  CheckResult,
  CreateResult,
  DiffResult,
  ResourceProvider,
  UpdateResult,
} from "@pulumi/pulumi/dynamic";
import type { Client } from "../api/client.js";
import type { Answered } from "../api/envelope.js";
import { ApiError } from "../api/errors.js";
import type { JsonObject } from "../api/json.js";
import type { FieldNames, WireNames } from "../api/request.js";
import { nullableArguments, type Rules } from "./arguments.js";
import { changedArguments, type Replacing } from "./changes.js";
import { checkArguments } from "./check.js";
import { explain } from "./explain.js";
import type { Session } from "./session.js";
import { outputsOf, statedArguments } from "./stated.js";
import { warnings } from "./warnings.js";

export interface ResourceSpec {
  readonly kind: "Application" | "Environment" | "Cache";
  readonly rules: Rules;
  /** The argument that names the resource of the request's path. */
  readonly pathArgument?: string;
  readonly replacing: Replacing;
  wireNames(names: FieldNames): WireNames;
  create(client: Client, stated: JsonObject): Promise<Created>;
  /** Sends the changed settings; absent where the API has no such operation. */
  readonly update?: (
    client: Client,
    id: string,
    stated: JsonObject,
    changed: readonly string[],
  ) => Promise<Answered>;
}

export interface Created {
  readonly id: string;
  readonly answered: Answered;
  readonly warning?: string;
}

export function resourceHost(spec: ResourceSpec, session: Session): ResourceProvider {
  const { kind, rules } = spec;
  const nullable = nullableArguments(rules);
  const statedOf = (inputs: JsonObject) => statedArguments(inputs, Object.keys(rules), nullable);

  /** Runs a request; what it throws leaves here as one message and nothing else, for the engine reads more into it. */
  async function request<T>(asked: JsonObject, send: (client: Client) => Promise<T>): Promise<T> {
    if (session.problems.length > 0) throw new Error(session.problems.join("\n"));
    try {
      return await send(session.client());
    } catch (error) {
      if (!(error instanceof ApiError))
        throw new Error(`${kind}: ${error instanceof Error ? error.message : error}`);
      const { token, fieldNames } = session.settings;
      const wireNames = spec.wireNames(fieldNames);
      throw new Error(explain(error, { wireNames, stated: asked, token, pathArgument: spec.pathArgument }));
    }
  }

  function outputs(id: string, asked: JsonObject, sent: readonly string[], answered: Answered): JsonObject {
    for (const line of warnings(asked, sent, answered)) session.warn(`${kind} ${id}: ${line}`);
    return outputsOf(asked, answered.outputs, nullable);
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
      const { changed, disobeyed, replaces } = changedArguments(statedOf(news), olds, spec.replacing);
      if (changed.length === 0) return { changes: false };
      for (const name of disobeyed) {
        session.warn(
          `${kind} ${id}: ${name}: the API has another value than the program states; it is sent again`,
        );
      }
      // Left out, the engine compares the inputs itself, and replaceOnChanges works. It cannot see what the API did
      // not obey: there the inputs are equal.
      return changed.length === disobeyed.length ? { changes: true, replaces } : { replaces };
    },

    async create(inputs: JsonObject): Promise<CreateResult> {
      const asked = statedOf(inputs);
      const { id, answered, warning } = await request(asked, (client) => spec.create(client, asked));
      if (warning !== undefined) session.warn(`${kind} ${id}: ${warning}`);
      return { id, outs: outputs(id, asked, Object.keys(asked), answered) };
    },

    async update(id: string, olds: JsonObject, news: JsonObject): Promise<UpdateResult> {
      const { update } = spec;
      if (update === undefined)
        throw new Error(`${kind} ${id} cannot be changed: the API has no operation for it.`);
      const asked = statedOf(news);
      const { changed } = changedArguments(asked, olds, spec.replacing);
      const answered = await request(asked, (client) => update(client, id, asked, changed));
      return { outs: outputs(id, asked, changed, answered) };
    },

    async delete(id: string) {
      session.warn(
        `${kind} ${id} is no longer in the stack but lives on: the API has no operation to delete it`,
      );
    },
  };
}

function withoutNulls(inputs: JsonObject, nullable: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(inputs).filter(([name, value]) => value !== null || nullable.includes(name)),
  );
}
