/** Creates the host of a resource over an API that responds as a test says, or with nothing but a configuration. */

import type { ClientSettings, SendRequest } from "../../provider/api/client.js";
import { type ApiRequest, type Outcome, RequestError, type Result } from "../../provider/api/errors.js";
import { GetProvider, HostProvider } from "../../provider/host/host-provider.js";
import { Run, type RunOptions } from "../../provider/host/run.js";
import { isObject, type Json, type JsonObject } from "../../provider/rows/json.js";
import type { Table } from "../../provider/rows/table.js";

/** A whole response, or a failure. Attributes alone are those of the resource that is requested. */
export type Response = Result | { readonly attributes: JsonObject } | Error;

type NextResponse = Response | ((request: ApiRequest) => Response);

interface TableHolder {
  readonly table: Table;
}

export type Settings = Readonly<Record<string, unknown>>;

/** Creates a host. Each request gets the next of the responses, and those after the last one get the last. */
export function createHost(settings: Settings, { table }: TableHolder, ...responses: readonly NextResponse[]) {
  const { run, ...seen } = openRun(settings, responses);
  return { host: asEngineCalls(table, new HostProvider(table, run)), run, ...seen };
}

export type Host = ReturnType<typeof createHost>["host"];

/** Calls a provider as the engine does, which keeps the marks of secrets apart from the values. */
function asEngineCalls(table: Table, provider: HostProvider) {
  const complete = (state: JsonObject) => completeState(table, state);
  const host = {
    /** The engine's old inputs have the loader of the class that wrote them. */
    check(olds: JsonObject, news: JsonObject) {
      const isNew = Object.keys(olds).length === 0;
      return provider.check(isNew ? olds : { __provider: table.loader, ...olds }, news);
    },
    /** In a preview and an `up`, the engine checks the inputs before it asks for a diff. */
    async diff(id: string, state: JsonObject, news: JsonObject) {
      await host.check(state, news);
      return provider.diff(id, complete(state), news);
    },
    diffUnchecked: (id: string, state: JsonObject, news: JsonObject) => provider.diff(id, complete(state), news),
    async diffInRefresh(id: string, state: JsonObject, news: JsonObject) {
      await provider.read(id, complete(state));
      return provider.diff(id, complete(state), news);
    },
    create: async (news: JsonObject) => takeOffMarks(await provider.create(news)),
    update: async (id: string, state: JsonObject, news: JsonObject) =>
      takeOffMarks(await provider.update(id, complete(state), news)),
    read: async (id: string, state: JsonObject) => takeOffMarks(await provider.read(id, complete(state))),
    delete: (id: string, state: JsonObject) => provider.delete(id, complete(state)),
  };
  return host;
}

/** Adds what each state has: without it, the program has set each argument that has a value, and the API has it. */
function completeState(table: Table, state: JsonObject): JsonObject {
  const names = table.arguments.map(({ name }) => name);
  const isSet = (name: string) => (state[name] ?? null) !== null;
  const known = { set: names.filter(isSet), notKnown: names.filter((name) => !isSet(name)) };
  return { ...state, __apphosting: { ...known, ...(isObject(state.__apphosting) ? state.__apphosting : {}) } };
}

export function createGet(settings: Settings, { table }: TableHolder, ...responses: readonly NextResponse[]) {
  const { run, ...seen } = openRun(settings, responses);
  const provider = new GetProvider(table, run);
  const get = {
    check: (olds: JsonObject, news: JsonObject) => provider.check(olds, news),
    read: async (id: string, properties: JsonObject) => takeOffMarks(await provider.read(id, properties)),
  };
  return { get, run, ...seen };
}

/** Any result of a provider, with its marks of secrets taken off. */
export function takeOffMarks<Value>(value: Value): Value;
export function takeOffMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => takeOffMarks(item));
  if (!isObject(value)) return value;
  if (isSecret(value)) return value.value;
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, takeOffMarks(inside)]));
}

/** The text by which the engine writes a value that isn't known before `up`. */
export const unknownInput = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const secretMark = "4dabf18193072939515e22adb298388d";
const secretValue = "1b47061264138c4ac30d75fd1eb44270";

export function isSecret(value: Json | undefined): boolean {
  return isObject(value) && value[secretMark] === secretValue;
}

/** Creates a run whose lines go to `lines`. */
export function createRun(
  environment: NodeJS.ProcessEnv,
  lines: string[] = [],
  options: Pick<RunOptions, "connect"> = {},
): Run {
  const write = (line: string) => lines.push(line);
  return new Run({ environment, write, warn: async (message) => void write(`warning: ${message}`), ...options });
}

/** Creates a run over an API that responds in this order. Lists its lines, requests and clients. */
export function openRun(settings: Settings, responses: readonly NextResponse[] = []) {
  const lines: string[] = [];
  const requests: ApiRequest[] = [];
  const clients: ClientSettings[] = [];
  const environment = { APPHOSTING_TOKEN: "token", APPHOSTING_BASE_URL: "https://api.example.com" };
  const send: SendRequest = async (request) => {
    const next = responses[requests.length] ?? responses.at(-1) ?? { attributes: {} };
    const response = typeof next === "function" ? next(request) : next;
    requests.push(request);
    if (response instanceof Error) throw response;
    if ("failure" in response) throw new RequestError(request, response.failure);
    if ("body" in response) return response.body;
    const created = requests.filter(({ method }) => method === "POST").length;
    const id = request.method === "POST" ? `id-${created}` : findRequestedId(request);
    return { data: { id, attributes: response.attributes } };
  };
  const connect = (one: ClientSettings) => {
    clients.push(one);
    return send;
  };
  const run = createRun(environment, lines, { connect });
  run.configure((key) => settings[key.replace("apphosting:", "")]);
  return { run, lines, requests, clients };
}

function findRequestedId({ path }: ApiRequest): string {
  const [address = ""] = path.split("?", 1);
  return decodeURIComponent(address.split("/").at(-1) ?? "");
}

/** Lists requests, such as `GET /caches/cache-1`. */
export function listSent(requests: readonly ApiRequest[]): string[] {
  return requests.map(({ method, path }) => `${method} ${path}`);
}

/** Creates a resource in one run, and opens the next. The first response is to the create, or to all if alone. */
export async function createResource(
  settings: Settings,
  resource: TableHolder,
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

/** What diff returns: no change, an update that the engine finds in the inputs, and one that it may not find. */
export const diffs = { none: { changes: false }, seen: { replaces: [] }, unseen: { changes: true, replaces: [] } };

export function createRefusal(
  status: number,
  message = "",
  outcome: Outcome = "no effect",
  fields: Record<string, string[]> = {},
) {
  return { failure: { happened: `failed with status ${status}`, status, message, outcome, fields } };
}

export const lost = createRefusal(500, undefined, "unknown");

export function catchError(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => new Error("nothing was thrown"),
    (error) => error,
  );
}
