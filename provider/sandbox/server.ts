import { createServer, type IncomingMessage, type Server } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { isObject, type JsonObject, parseJson, toObject } from "../rows/json.js";
import { parseInput } from "../rows/schema.js";
import { canUpdate, operationNames } from "../rows/table.js";
import type { Account, AccountResource, Model, Resource } from "./account.js";

export const basePath = "/api";

/** Options of a sandbox. */
export interface SandboxOptions {
  /** The port to listen on. Default: 0, a free port. */
  readonly port?: number;
  /** The token that requests need. Default: `sandbox-token`. */
  readonly token?: string;
  /** The delay of each response in milliseconds. Default: 0. */
  readonly latencyMs?: number;
  /** `full`, the default: every documented field. `sparse`: as some real APIs, id, type, `name` and `status` alone. */
  readonly answers?: "full" | "sparse";
  /** Whether to serve what `apphosting:operations` enables, such as `GET /environments/env-1`. Default: false. */
  readonly operations?: boolean;
  /** Ids of the caches, instead of `cache-1`, `cache-2` and `cache-3`. An environment uses the first one. */
  readonly caches?: readonly string[];
}

export const defaultToken = "sandbox-token";

interface Response {
  readonly status: number;
  readonly body?: unknown;
}

class Refusal extends Error {
  readonly response: Response;

  constructor(status: number, message: string, errors?: Readonly<Record<string, readonly string[]>>) {
    super(message);
    this.response = { status, body: { message, errors } };
  }
}

export function createSandboxServer(account: Account, options: SandboxOptions): Server {
  const { token = defaultToken, answers, operations: servesAll = false, latencyMs = 0 } = options;
  const operations = account.models.flatMap((model) => listOperations(account, model, servesAll));

  const adminEndpoints: Readonly<Record<string, () => unknown>> = {
    "GET /_sandbox/state": () => account.showAll(),
    "GET /_sandbox/requests": () => account.requests,
    "POST /_sandbox/reset": () => account.reset(),
  };

  function runOperation(path: string, { method, headers }: IncomingMessage, text: string): Response {
    if (headers.authorization !== `Bearer ${token}`) throw new Refusal(403, "The token is missing or not valid.");
    const found = operations.filter((operation) => operation.path.test(path));
    if (found.length === 0) throw new Refusal(404, `The route ${path} could not be found.`);
    const operation = found.find((one) => one.method === method);
    if (operation === undefined) throw new Refusal(405, `The ${method} method is not supported for route ${path}.`);
    const [, id = ""] = operation.path.exec(path) ?? [];
    const resource = operation.run(id, text);
    if (resource === undefined) return { status: 204 };
    const { data, included } = account.show(resource);
    // The API documents 200 for creating an environment, and no status for the others.
    return { status: 200, body: answers === "sparse" ? makeSparse(data) : { data, included } };
  }

  function respond(incoming: IncomingMessage, text: string): Response {
    const { method = "", url = "", headers } = incoming;
    // A read shows relationships with and without `?include=`.
    const path = url.replace(/\?.*/, "");
    const showAdmin = adminEndpoints[`${method} ${path}`];
    if (showAdmin !== undefined) return { status: 200, body: showAdmin() ?? {} };
    let response: Response;
    try {
      response = runOperation(path, incoming, text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      response = error.response;
    }
    account.requests.push({
      method,
      path: url.replace(new RegExp(`^${basePath}(?=/)`), ""),
      headers: { ...headers, ...(headers.authorization && { authorization: "Bearer ***" }) } as Record<string, string>,
      body: parseJson(text) ?? (text || null),
      status: response.status,
    });
    return response;
  }

  return createServer(async (incoming, response) => {
    // The client may close the connection before its body is complete.
    const received = await readText(incoming).catch(() => undefined);
    if (received === undefined) return void response.destroy();
    const { status, body } = respond(incoming, received);
    // Before the delay: a late response shows the account as the request left it.
    const text = body === undefined ? undefined : JSON.stringify(body);
    if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false });
    response.writeHead(status, text === undefined ? {} : { "content-type": "application/json" }).end(text);
  });
}

function listOperations(account: Account, model: Model, servesAll: boolean) {
  const { path: folder, parent, create, neverDeleted } = model.table;
  // The group of a path is the id of the resource, or of a new resource's parent.
  const path = new RegExp(`^${basePath}${folder}/([^/]+)$`);
  const parentPath = parent ? `${parent.path}/([^/]+)` : "";
  const createPath = new RegExp(`^${basePath}${parentPath}${folder}$`);
  const find = (id: string) => findResource(account, folder, id);

  function add(id: string, text: string): AccountResource {
    const owner: JsonObject = parent ? { [parent.argument]: findResource(account, parent.path, id).id } : {};
    return account.add(model, readValues(account, model, text, owner, false));
  }
  function update(id: string, text: string): AccountResource {
    const resource = find(id);
    Object.assign(resource.values, readValues(account, model, text, resource.values, true));
    return resource;
  }
  const remove = (id: string) => account.remove(find(id));
  return [
    { method: "POST", path: createPath, isServed: create === "POST", run: add },
    { method: "PATCH", path, isServed: create === "PATCH" || servesAll, run: update },
    { method: "GET", path, isServed: servesAll, run: find },
    { method: "DELETE", path, isServed: servesAll && neverDeleted === "", run: remove },
  ].filter(({ isServed }) => isServed);
}

function findResource(account: Account, path: string, id: string): AccountResource {
  const { apiType = "", noun } = account.models.find(({ table }) => table.path === path)?.table ?? {};
  const found = account.list(apiType).find((one) => encodeURIComponent(one.id) === id);
  if (found === undefined) throw new Refusal(404, `There is no ${noun} ${id}.`);
  return found;
}

/** As in real APIs, fields that don't exist are ignored. */
function readValues(account: Account, model: Model, text: string, before: JsonObject, isUpdate: boolean): JsonObject {
  const { apiType, arguments: args, sentAlong, uniqueBy } = model.table;
  const body = toObject(parseJson(text));
  const update: JsonObject = {};
  const errors: Record<string, string[]> = {};
  for (const argument of args) {
    const { name, place, field, role, schema } = argument;
    if (place !== "body" || (isUpdate && !canUpdate(argument, operationNames))) continue;
    const value = body[field];
    const isRequired = role === "required" && (!isUpdate || sentAlong[name] === "always");
    if (value === undefined && !isRequired) continue;
    const isNull = value === null && argument.null === "is sent";
    const mistakes = isNull ? [] : parseInput(schema, value).mistakes;
    // The first sentence is the rule. The others are advice for Pulumi programs.
    const rules = mistakes.map((mistake) => `${field} ${mistake.replace(/\. [A-Z].*|\.?$/, ".")}`);
    if (rules.length > 0) errors[field] = rules;
    else update[name] = value ?? null;
  }
  const values = { ...before, ...update };
  const hasSame = (other: AccountResource) => uniqueBy.every((name) => other.values[name] === values[name]);
  const others = account.list(apiType).filter((other) => other.values !== before);
  if (uniqueBy.length > 0 && others.some(hasSame)) errors.name = ["name is taken."];
  Object.assign(errors, model.findErrors?.(update, values));
  const count = Object.keys(errors).length;
  if (count === 0) return values;
  throw new Refusal(422, count === 1 ? "One field is not valid." : `${count} fields are not valid.`, errors);
}

function makeSparse({ id, type, attributes }: Resource): object {
  const shown = Object.entries(attributes).flatMap(([name, value]) => {
    if (name === "name" || name === "status") return [[name, value]];
    return isObject(value) ? [[name, []]] : [];
  });
  return { data: { id, type, attributes: Object.fromEntries(shown) } };
}
