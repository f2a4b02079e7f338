/** A resource's host: over an API that responds as a test says, or with nothing but its configuration. */

import type { FailedAttempt } from "../../provider/api/attempt.js";
import type { Client } from "../../provider/api/client.js";
import { ApiError, type Effect } from "../../provider/api/errors.js";
import type { ApiRequest } from "../../provider/api/http.js";
import type { Json, JsonObject } from "../../provider/api/json.js";
import type { Definition } from "../../provider/definitions/definition.js";
import { createDynamicProvider, linkByOutput } from "../../provider/host/dynamic-provider.js";
import { Session } from "../../provider/host/session.js";

/** The whole body of a response, `undefined` for an empty one, or a failure; attributes alone are put into an envelope. */
export type Response =
  | { readonly body: Json | undefined }
  | { readonly attributes: JsonObject }
  | FailedAttempt
  | Error;

type Responds = Response | ((request: ApiRequest) => Response);

interface Kind {
  readonly definition: Definition;
}

/** By keys without the package's name. */
type Configuration = Readonly<Record<string, unknown>>;

/** Each request gets the next of the responses, and later ones the last. */
export function hostOf(kind: Kind, ...responses: readonly Responds[]) {
  return hostWith({}, kind, ...responses);
}

export function hostWith(configuration: Configuration, { definition }: Kind, ...responses: readonly Responds[]) {
  const { session, ...seen } = sessionWith(configuration, responses);
  return { host: createDynamicProvider(definition, session), ...seen };
}

/** The session of a dynamic provider that writes to `lines`. */
export function sessionOf(environment: NodeJS.ProcessEnv, lines: string[] = [], connect?: () => Client): Session {
  const engine = linkByOutput((line) => lines.push(line));
  return new Session({ environment, engine, ...(connect && { connect }) });
}

/** A session under a configuration, over an API that responds in this order; with what it writes, and the requests. */
export function sessionWith(configuration: Configuration, responses: readonly Responds[] = []) {
  const lines: string[] = [];
  const requests: ApiRequest[] = [];
  const environment = { APPHOSTING_TOKEN: "token", APPHOSTING_BASE_URL: "https://api.example.com" };
  const session = sessionOf(environment, lines, () => ({
    async send(request) {
      const next = responses[requests.length] ?? responses.at(-1) ?? { attributes: {} };
      const response = typeof next === "function" ? next(request) : next;
      requests.push(request);
      if (response instanceof Error) throw response;
      if ("failure" in response) throw new ApiError(request.operation, response.failure, response.effect);
      if ("body" in response) return response.body;
      return { data: { id: "id-1", type: "any", attributes: response.attributes } };
    },
  }));
  session.configure((key) => configuration[key.replace("apphosting:", "")]);
  return { session, lines, requests };
}

/** A resource that was created, and what its host wrote then and has written since. */
export async function created(kind: Kind, inputs: JsonObject, ...responses: readonly Responds[]) {
  const { host, lines, requests } = hostOf(kind, ...responses);
  const { id, outs } = await host.create(inputs);
  return {
    id,
    outs: outs as JsonObject,
    written: lines.splice(0),
    host,
    lines,
    requests,
    diff: async (news: JsonObject) => host.diff?.(id, outs, news),
    update: async (news: JsonObject) => (await host.update?.(id, outs, news))?.outs as JsonObject,
  };
}

/** What check makes of inputs under a configuration. */
export function checker(kind: Kind, configuration: Configuration = {}) {
  const { host } = hostWith(configuration, kind);
  return async (inputs: JsonObject) => {
    const checked = await host.check?.({}, inputs);
    const failures = checked?.failures ?? [];
    return {
      inputs: checked?.inputs as JsonObject,
      properties: failures.map(({ property }) => property),
      reasons: failures.map(({ reason }) => reason),
    };
  };
}

/** A response with this status, or an attempt at one. */
export function refusal(
  status: number,
  message?: string,
  effect: Effect = "none",
  fields: Record<string, string[]> = {},
): FailedAttempt {
  return { failure: { kind: "status", status, message, fields }, effect };
}

/** What was thrown instead of a result. */
export function thrownBy(call: Promise<unknown> | undefined): Promise<Error> {
  const nothing = () => new Error("nothing was thrown");
  return Promise.resolve(call).then(nothing, (error) => error);
}
