import { createServer, type IncomingMessage, type Server } from "node:http";
import { basename, dirname } from "node:path/posix";
import { text as readText } from "node:stream/consumers";
import { type Json, type JsonObject, parseJson, toObject } from "../rows/json.js";
import { parseInput } from "../rows/schema.js";
import type { Account, AccountResource, Model, Resource } from "./account.js";

export const basePath = "/api";

/** Options of a sandbox. */
export interface SandboxOptions {
  /** The port to listen on. Default: 0, a free port. */
  readonly port?: number;
  /** The token that requests need. Default: `sandbox-token`. */
  readonly token?: string;
  /** `full`, the default: every documented field. `sparse`: as some real APIs, id, type, `name` and `status` alone. */
  readonly answers?: "full" | "sparse";
  /** Whether to serve what `apphosting:operations` enables, such as `GET /environments/env-1`. Default: false. */
  readonly operations?: boolean;
  /** Ids of the caches, instead of `cache-1`, `cache-2` and `cache-3`. An environment uses the first one. */
  readonly caches?: readonly string[];
}

export const defaultOptions: Required<SandboxOptions> = {
  port: 0,
  token: "sandbox-token",
  answers: "full",
  operations: false,
  caches: ["cache-1", "cache-2", "cache-3"],
};

export function createSandboxServer(account: Account, options: Required<SandboxOptions>): Server {
  const operations = account.models.flatMap((model) => listOperations(account, model, options.operations));

  const adminEndpoints: Readonly<Record<string, () => unknown>> = {
    "GET /_sandbox/state": () => account.showAll(),
    "GET /_sandbox/requests": () => account.requests,
    "POST /_sandbox/reset": () => account.reset(),
  };

  /** Throws the response to a request that it refuses. */
  async function runOperation(method: string, path: string, token: string, body: JsonObject): Promise<Response> {
    if (token !== `Bearer ${options.token}`) throw refuse(403, "The token is missing or not valid.");
    const found = operations.filter((one) => one.path.test(path));
    if (found.length === 0) throw refuse(404, `The route ${path} could not be found.`);
    const operation = found.find((one) => one.method === method);
    if (operation === undefined) throw refuse(405, `The ${method} method is not supported for route ${path}.`);
    const resource = operation.run(path.slice(basePath.length), body);
    if (resource === undefined) return new Response(null, { status: 204 });
    const { data, included } = account.show(resource);
    // The API documents 200 for creating an environment, and no status for the others.
    return Response.json(options.answers === "sparse" ? makeSparse(data) : { data, included });
  }

  async function respond(incoming: IncomingMessage, text: string): Promise<Response> {
    const { method = "", url = "" } = incoming;
    // A read shows relationships with and without `?include=`.
    const path = url.replace(/\?.*/, "");
    const showAdmin = adminEndpoints[`${method} ${path}`];
    if (showAdmin !== undefined) return Response.json(showAdmin() ?? {});
    const { authorization = "", ...headers } = incoming.headers as Record<string, string>;
    const body = parseJson(text) ?? text;
    const response = await runOperation(method, path, authorization, toObject(body)).catch(returnRefusal);
    account.requests.push({ method, path: url.replace(basePath, ""), headers, body, status: response.status });
    return response;
  }

  return createServer(async (incoming, outgoing) => {
    // The client may close the connection before its body is complete.
    const text = await readText(incoming).catch(() => undefined);
    if (text === undefined) return void outgoing.destroy();
    const response = await respond(incoming, text);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  });
}

function refuse(status: number, message: string, errors?: object): Response {
  return Response.json({ message, errors }, { status });
}

function returnRefusal(thrown: unknown): Response {
  if (thrown instanceof Response) return thrown;
  throw thrown;
}

function listOperations(account: Account, model: Model, servesAll: boolean) {
  const { path: folder, parent, create, neverDeleted } = model.table;
  const path = new RegExp(`^${basePath}${folder}/[^/]+$`);
  const parentPath = parent ? `${parent.path}/[^/]+` : "";
  const createPath = new RegExp(`^${basePath}${parentPath}${folder}$`);

  function find(path: string): AccountResource {
    const found = account.resources.get(path);
    if (found === undefined) throw refuse(404, `There is no ${basename(path)}.`);
    return found;
  }
  function add(path: string, body: JsonObject): AccountResource {
    const owner = parent && { [parent.argument]: find(dirname(path)).id };
    return account.add(model, readValues(account, model, { ...body, ...owner }));
  }
  function update(path: string, body: JsonObject): AccountResource {
    const resource = find(path);
    Object.assign(resource.values, readValues(account, model, body, resource));
    return resource;
  }
  function remove(path: string): undefined {
    find(path);
    account.resources.delete(path);
  }
  return [
    { method: "POST", path: createPath, isServed: create === "POST", run: add },
    { method: "PATCH", path, isServed: create === "PATCH" || servesAll, run: update },
    { method: "GET", path, isServed: servesAll, run: find },
    { method: "DELETE", path, isServed: servesAll && neverDeleted === "", run: remove },
  ].filter(({ isServed }) => isServed);
}

/** Returns the values after a create, or an update of an existing resource. As in real APIs, ignores other fields. */
function readValues(account: Account, model: Model, body: JsonObject, existing?: AccountResource): JsonObject {
  const { apiType, arguments: args, sentAlong } = model.table;
  const update: JsonObject = {};
  const errors: Record<string, string[]> = {};
  for (const argument of args) {
    const { name, place, field, role, schema } = argument;
    if (existing && argument.change === "replaces") continue;
    const isRequired = existing ? sentAlong[name] === "always" : role === "required";
    // The owner in the path has the name of the argument.
    const value = body[place === "body" ? field : name];
    if (value === undefined && !isRequired) continue;
    const isNull = value === null && argument.null === "is sent";
    const mistakes = isNull ? [] : parseInput(schema, value).mistakes;
    if (mistakes.length > 0) errors[field] = mistakes.map((mistake) => `${field} ${mistake}.`);
    else update[name] = value as Json;
  }
  const values = { ...existing?.values, ...update };
  const others = account.list(apiType).filter((other) => other !== existing);
  Object.assign(errors, model.findErrors?.(update, values, others));
  if (Object.keys(errors).length > 0) throw refuse(422, "The request is not valid.", errors);
  return values;
}

function makeSparse({ id, type, attributes: { name, status } }: Resource): object {
  return { data: { id, type, attributes: { name, status } } };
}
