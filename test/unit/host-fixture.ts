/** Creates the host of a resource over an API that responds as a test says, or with nothing but a configuration. */

import type { FailedAttempt } from "../../provider/api/http/attempt.js";
import type { Client } from "../../provider/api/http/client.js";
import { ApiError, type Effect } from "../../provider/api/http/errors.js";
import type { Json, JsonObject } from "../../provider/api/http/json.js";
import type { ApiRequest } from "../../provider/api/http/transport.js";
import { type Definition, defineResource } from "../../provider/definitions/definition.js";
import { existingId, optional } from "../../provider/definitions/row.js";
import { text } from "../../provider/definitions/value-type.js";
import { createDynamicProvider } from "../../provider/host/dynamic-provider.js";
import { Session, type SessionOptions } from "../../provider/host/session.js";

/** The whole body of a response, undefined for an empty one, or a failure. Attributes alone are those of the resource that is requested. */
export type Response =
  | { readonly body: Json | undefined }
  | { readonly attributes: JsonObject }
  | FailedAttempt
  | Error;

type NextResponse = Response | ((request: ApiRequest) => Response);

interface DefinedResource {
  readonly definition: Definition;
}

/** A resource that is created by a POST and updated by its id, with an argument of which null is a value. */
export const thing = defineResource("Thing", {
  type: "things",
  create: "POST /things",
  update: "PATCH /things/{id}",
  rows: { existingId, size: optional(text()), note: optional(text(), { nullable: "value" }) },
});

/** Settings by their names. */
type Configuration = Readonly<Record<string, unknown>>;

/** Creates a host without settings. Each request gets the next of the responses, and those after the last one get the last. */
export function createHost(kind: DefinedResource, ...responses: readonly NextResponse[]) {
  return createConfiguredHost({}, kind, ...responses);
}

export function createConfiguredHost(
  configuration: Configuration,
  { definition }: DefinedResource,
  ...responses: readonly NextResponse[]
) {
  const { session, ...seen } = createConfiguredSession(configuration, responses);
  return { host: createDynamicProvider(definition, session), ...seen };
}

/** Creates the session of a dynamic provider that writes to `lines`. */
export function createSession(
  environment: NodeJS.ProcessEnv,
  lines: string[] = [],
  options: Pick<SessionOptions, "connect"> = {},
): Session {
  return new Session({ environment, write: (line) => lines.push(line), ...options });
}

/** Creates a session under a configuration, over an API that responds in this order. Lists what it writes, and the requests. */
export function createConfiguredSession(configuration: Configuration, responses: readonly NextResponse[] = []) {
  const lines: string[] = [];
  const requests: ApiRequest[] = [];
  const environment = { APPHOSTING_TOKEN: "token", APPHOSTING_BASE_URL: "https://api.example.com" };
  const client: Client = {
    async send(request) {
      const next = responses[requests.length] ?? responses.at(-1) ?? { attributes: {} };
      const response = typeof next === "function" ? next(request) : next;
      requests.push(request);
      if (response instanceof Error) throw response;
      if ("failure" in response) throw new ApiError(request.operation, response.failure, response.effect);
      if ("body" in response) return response.body;
      const created = requests.filter(({ method }) => method === "POST").length;
      const id = request.method === "POST" ? `id-${created}` : findRequestedId(request);
      return { data: { id, attributes: response.attributes } };
    },
  };
  const session = createSession(environment, lines, { connect: () => client });
  session.configure((key) => configuration[key.replace("apphosting:", "")]);
  return { session, lines, requests };
}

/** Finds the id of the resource that a path names last. */
function findRequestedId({ path }: ApiRequest): string {
  const [address = ""] = path.split("?", 1);
  return decodeURIComponent(address.split("/").at(-1) ?? "");
}

/** Creates a resource, and tells what its host wrote then, and what it has written since. */
export async function createResource(kind: DefinedResource, inputs: JsonObject, ...responses: readonly NextResponse[]) {
  const { host, lines, requests } = createHost(kind, ...responses);
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

/** Creates a function that checks inputs under a configuration. */
export function createChecker(kind: DefinedResource, configuration: Configuration = {}) {
  const { host } = createConfiguredHost(configuration, kind);
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

/** Creates the failed attempt of a response with this status. */
export function createRefusal(
  status: number,
  message?: string,
  effect: Effect = "none",
  fields: Record<string, string[]> = {},
): FailedAttempt {
  return { failure: { kind: "status", status, message, fields }, effect };
}

/** Returns the error of a call that has to fail. */
export function catchError(call: Promise<unknown> | undefined): Promise<Error> {
  const nothing = () => new Error("nothing was thrown");
  return Promise.resolve(call).then(nothing, (error) => error);
}
