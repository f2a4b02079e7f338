/** Creates the host of a resource over an API that responds as a test says, or with nothing but a configuration. */

import type { FailedAttempt, SuccessfulAttempt } from "../../provider/api/http/attempt.js";
import type { ClientSettings, SendRequest } from "../../provider/api/http/client.js";
import { ApiError, type Outcome, type StatusFailure } from "../../provider/api/http/errors.js";
import { isObject, type Json, type JsonObject } from "../../provider/api/http/json.js";
import type { ApiRequest } from "../../provider/api/http/transport.js";
import type { Definition } from "../../provider/definitions/definition.js";
import { formatLoader } from "../../provider/definitions/names.js";
import { createDynamicProvider } from "../../provider/host/dynamic-provider.js";
import { PartialFailure } from "../../provider/host/failures.js";
import { createGetProvider } from "../../provider/host/reads.js";
import { Session, type SessionOptions } from "../../provider/host/session.js";

/** A whole response, or a failure. Attributes alone are those of the resource that is requested. */
export type Response = SuccessfulAttempt | { readonly attributes: JsonObject } | FailedAttempt | Error;

type NextResponse = Response | ((request: ApiRequest) => Response);

interface DefinedResource {
  readonly definition: Definition;
}

export type Settings = Readonly<Record<string, unknown>>;

/** Creates a host. Each request gets the next of the responses, and those after the last one get the last. */
export function createHost(settings: Settings, { definition }: DefinedResource, ...responses: readonly NextResponse[]) {
  const { session, ...seen } = openSession(settings, responses);
  const provider = asEngineSees(createDynamicProvider(definition, session));
  const complete = (state: JsonObject) => completeState(definition, state);
  const host = {
    ...provider,
    /** The engine's old inputs have the loader of the class that wrote them. */
    check(olds: JsonObject, news: JsonObject) {
      const isNew = Object.keys(olds).length === 0;
      return provider.check(isNew ? olds : { __provider: formatLoader(definition.names.exportName), ...olds }, news);
    },
    /** In a preview and an `up`, the engine checks the inputs before it asks for a diff. */
    async diff(id: string, state: JsonObject, news: JsonObject) {
      await host.check(state, news);
      return provider.diff(id, complete(state), news);
    },
    diffInRefresh: (id: string, state: JsonObject, news: JsonObject) => provider.diff(id, complete(state), news),
    update: (id: string, state: JsonObject, news: JsonObject) => provider.update(id, complete(state), news),
    read: (id: string, state: JsonObject) => provider.read(id, complete(state)),
    delete: (id: string, state: JsonObject) => provider.delete(id, complete(state)),
  };
  return { host, ...seen };
}

/** Adds what each state has: without it, the program has set each argument that has a value. */
export function completeState(definition: Definition, state: JsonObject): JsonObject {
  const set = definition.arguments.map(({ name }) => name).filter((name) => (state[name] ?? null) !== null);
  const hidden = isObject(state.__apphosting) ? state.__apphosting : {};
  return { ...state, __apphosting: { set, ...hidden } };
}

export function createGet(settings: Settings, { definition }: DefinedResource, ...responses: readonly NextResponse[]) {
  const { session, ...seen } = openSession(settings, responses);
  return { get: asEngineSees(createGetProvider(definition, session)), session, ...seen };
}

type Result = Record<string, JsonObject>;

/** Takes the marks of secrets off what a provider returns: the engine keeps them apart, and returns plain values. */
function asEngineSees<Provider extends object>(provider: Provider): Provider {
  const entries = Object.entries(provider).map(([name, call]) => [
    name,
    async (...args: unknown[]) => {
      try {
        const result = (await call(...args)) as Result | undefined;
        return result === undefined ? undefined : takeOffMarks(result as JsonObject);
      } catch (error) {
        if (!(error instanceof PartialFailure)) throw error;
        const { id, properties, message } = error;
        throw new PartialFailure(id, takeOffMarks(properties) as JsonObject, message);
      }
    },
  ]);
  return Object.fromEntries(entries) as Provider;
}

export function takeOffMarks(value: Json): Json {
  if (Array.isArray(value)) return value.map(takeOffMarks);
  if (!isObject(value)) return value;
  if (isSecret(value)) return value.value as Json;
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, takeOffMarks(inside)]));
}

export function isSecret(value: Json | undefined): boolean {
  return isObject(value) && value["4dabf18193072939515e22adb298388d"] === "1b47061264138c4ac30d75fd1eb44270";
}

export function markSecret(value: Json): JsonObject {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}

/** Creates the session of a dynamic provider that writes to `lines`. */
export function createSession(
  processEnv: NodeJS.ProcessEnv,
  lines: string[] = [],
  options: Pick<SessionOptions, "connect"> = {},
): Session {
  const write = (line: string) => lines.push(line);
  return new Session({ processEnv, write, warn: (message) => write(`warning: ${message}`), ...options });
}

/** Creates a session over an API that responds in this order. Lists its lines, requests and clients. */
export function openSession(settings: Settings, responses: readonly NextResponse[] = []) {
  const lines: string[] = [];
  const requests: ApiRequest[] = [];
  const clients: ClientSettings[] = [];
  const environment = { APPHOSTING_TOKEN: "token", APPHOSTING_BASE_URL: "https://api.example.com" };
  const send: SendRequest = async (request) => {
    const next = responses[requests.length] ?? responses.at(-1) ?? { attributes: {} };
    const response = typeof next === "function" ? next(request) : next;
    requests.push(request);
    if (response instanceof Error) throw response;
    if ("failure" in response) throw new ApiError(request, response.failure, response.outcome);
    if ("body" in response) return response;
    const created = requests.filter(({ method }) => method === "POST").length;
    const id = request.method === "POST" ? `id-${created}` : findRequestedId(request);
    return { body: { data: { id, attributes: response.attributes } } };
  };
  const connect = (one: ClientSettings) => {
    clients.push(one);
    return send;
  };
  const session = createSession(environment, lines, { connect });
  session.configure((key) => settings[key.replace("apphosting:", "")]);
  return { session, lines, requests, clients };
}

function findRequestedId({ path }: ApiRequest): string {
  const [address = ""] = path.split("?", 1);
  return decodeURIComponent(address.split("/").at(-1) ?? "");
}

/** Creates a resource in one run, and opens the next. The first response is to the create, or to all if alone. */
export async function createResource(
  settings: Settings,
  resource: DefinedResource,
  inputs: JsonObject,
  first: NextResponse = { attributes: {} },
  ...others: readonly NextResponse[]
) {
  const created = createHost(settings, resource, first);
  const { id, outs } = await created.host.create(inputs);
  const state = outs as JsonObject;
  const { host, lines, requests } = createHost(settings, resource, ...(others.length > 0 ? others : [first]));
  return {
    id,
    state,
    written: created.lines,
    host,
    lines,
    requests,
    diff: (news: JsonObject) => host.diff(id, state, news),
    update: async (news: JsonObject) => (await host.update(id, state, news)).outs as JsonObject,
  };
}

/** What diff answers: no change, an update that the engine finds in the inputs, and one that it may not find. */
export const diffs = { none: { changes: false }, seen: { replaces: [] }, unseen: { changes: true, replaces: [] } };

export function createChecker(resource: DefinedResource, settings: Settings = {}) {
  const { host } = createHost(settings, resource);
  return async (inputs: JsonObject) => {
    const { failures, inputs: checked } = await host.check({}, inputs);
    return {
      inputs: checked,
      properties: failures.map(({ property }) => property),
      reasons: failures.map(({ reason }) => reason),
    };
  };
}

export function createRefusal(
  status: number,
  message?: string,
  outcome: Outcome = "no effect",
  fields: Record<string, string[]> = {},
): FailedAttempt & { failure: StatusFailure } {
  return { failure: { kind: "status", status, message, fields }, outcome };
}

export const lost = createRefusal(500, undefined, "unknown");

export function catchError(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => new Error("nothing was thrown"),
    (error) => error,
  );
}

/** Returns the error of a call that has to fail so that the engine keeps the resource. */
export async function catchPartial(call: Promise<unknown>): Promise<PartialFailure> {
  const error = await catchError(call);
  if (error instanceof PartialFailure) return error;
  throw new Error("the engine does not keep the resource", { cause: error });
}
