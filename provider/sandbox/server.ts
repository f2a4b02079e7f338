/** Serves the API and the admin endpoints over HTTP, and records requests. */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { ZodType } from "zod";
import { isObject, type JsonObject, parseJson } from "../api/http/json.js";
import { createArgumentSchema } from "../api/schemas.js";
import { resolveDefinition } from "../definitions/definition.js";
import { defaultFieldNames } from "../definitions/field-names.js";
import { toSnakeCase } from "../definitions/names.js";
import { type Operation, operationNames } from "../definitions/operation.js";
import type { Account, AccountResource, Model, ResponseBody } from "./account.js";

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
  readonly body?: object;
}

export function createSandboxServer(account: Account, options: SandboxOptions): Server {
  const { token = defaultToken, answers, operations = false, latencyMs = 0 } = options;
  const routes = account.models.flatMap((model) => listRoutes(model, operations));

  function respondToApi(method: string, path: string, headers: IncomingHttpHeaders, text: string): Response {
    try {
      if (headers.authorization !== `Bearer ${token}`) throw new Refusal(403, "The token is missing or not valid.");
      const route = findRoute(routes, method, path);
      const isJson = /^application\/json *(;|$)/i.test(headers["content-type"] ?? "");
      if (text !== "" && !isJson) throw new Refusal(415, "A body needs the header Content-Type: application/json.");
      const resource = carryOut(account, route, path, text);
      if (resource === undefined) return { status: 204 };
      const envelope = account.show(resource);
      // The API documents 200 for creating an environment, and no status for the others.
      return { status: 200, body: answers === "sparse" ? makeSparse(resource.model, envelope) : envelope };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, errors } = error;
      return { status, body: { message, errors } };
    }
  }

  function respond(incoming: IncomingMessage, text: string): Response {
    const { method, url } = incoming as IncomingMessage & { method: string; url: string };
    // A read shows relationships with and without `?include=`.
    const path = url.replace(/\?.*/, "");
    if (path.startsWith("/_sandbox/")) return respondToAdmin(account, `${method} ${path}`);
    const response = respondToApi(method, path, incoming.headers, text);
    const { authorization, ...headers } = incoming.headers as Record<string, string>;
    account.requests.push({
      method,
      path: url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url,
      headers: { ...headers, ...(authorization && { authorization: "Bearer ***" }) },
      body: parseJson(text) ?? (text || null),
      status: response.status,
    });
    return response;
  }

  return createServer(async (incoming, response) => {
    // The client may close the connection before its body is complete.
    const received = await readText(incoming).catch(() => undefined);
    if (received === undefined) {
      response.destroy();
      return;
    }
    const { status, body } = respond(incoming, received);
    // Before the delay: a late response shows the account as the request left it.
    const text = body && JSON.stringify(body);
    if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false });
    response.writeHead(status, body && { "content-type": "application/json" }).end(text);
  });
}

function respondToAdmin(account: Account, request: string): Response {
  switch (request) {
    case "GET /_sandbox/state":
      return { status: 200, body: account.showAll() };
    case "GET /_sandbox/requests":
      return { status: 200, body: account.requests };
    case "POST /_sandbox/reset":
      account.reset();
      return { status: 200, body: {} };
    default:
      return { status: 404, body: { message: "The admin endpoints are GET state, GET requests and POST reset." } };
  }
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly errors?: Readonly<Record<string, readonly string[]>>,
  ) {
    super(message);
  }
}

interface Route {
  readonly model: Model;
  readonly operation: Operation;
  readonly pattern: RegExp;
  readonly fields: readonly Field[];
}

interface Field {
  readonly argument: string;
  readonly name: string;
  readonly schema: ZodType;
}

function listRoutes(model: Model, servesAll: boolean): Route[] {
  const { operations, arguments: args } = resolveDefinition(model.definition, {
    operations: servesAll ? operationNames : [],
    fieldNames: defaultFieldNames,
  });
  return Object.values(operations).flatMap((operation: Operation | undefined) => {
    if (operation === undefined) return [];
    const isPatch = operation.method === "PATCH";
    const sent = args.filter((argument) => argument.isInBody && (argument.isUpdatable || !isPatch));
    const fields = sent.map((argument) => {
      const schema = createArgumentSchema(argument, false);
      const isOptional = isPatch && !argument.row.inEveryUpdate;
      return { argument: argument.name, name: argument.fieldName, schema: isOptional ? schema.optional() : schema };
    });
    const pattern = new RegExp(`^${basePath}${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return { model, operation, pattern, fields };
  });
}

function findRoute(routes: readonly Route[], method: string, path: string): Route {
  const matching = routes.filter(({ pattern }) => pattern.test(path));
  const route = matching.find(({ operation }) => operation.method === method);
  if (route !== undefined) return route;
  if (matching.length === 0) throw new Refusal(404, `The route ${path} could not be found.`);
  throw new Refusal(405, `The ${method} method is not supported for route ${path}.`);
}

/** Returns the resource for the response, or nothing after a delete. */
function carryOut(account: Account, route: Route, path: string, text: string): AccountResource | undefined {
  const { model, operation, fields } = route;
  const parsed = parseJson(text);
  const body = isObject(parsed) ? parsed : {};
  if (operation.method === "POST") {
    // The only placeholder in the path of a create is the parent's id.
    const parent = operation.placeholders.map((name) => [name, findResource(account, path).id]);
    const values = { ...Object.fromEntries(parent), ...readValues(fields, body) };
    refuseTakenIdentity(account, route, values);
    const created = account.add(model, values);
    model.addWith?.(created, account);
    return created;
  }
  const resource = findResource(account, path);
  if (operation.method === "PATCH") {
    const update = readValues(fields, body);
    const values = { ...resource.values, ...update };
    refuseFields(model.findErrors?.(update, values) ?? {});
    refuseTakenIdentity(account, route, values, resource);
    Object.assign(resource.values, values);
  }
  if (operation.method !== "DELETE") return resource;
  account.remove(resource);
  return undefined;
}

function findResource(account: Account, path: string): AccountResource {
  const [folder, id] = path.slice(`${basePath}/`.length).split("/");
  const { definition } = account.models.find((one) => one.definition.path === `/${folder}`) as Model;
  const found = account.list(definition.apiType).find((one) => encodeURIComponent(one.id) === id);
  if (found === undefined) throw new Refusal(404, `There is no ${definition.names.label} ${id}.`);
  return found;
}

/** As in real APIs, other fields are ignored. */
function readValues(fields: readonly Field[], body: JsonObject): JsonObject {
  const values: JsonObject = {};
  const errors: Record<string, string[]> = {};
  for (const { argument, name, schema } of fields) {
    const value = body[name];
    const { error } = schema.safeParse(value);
    if (error) errors[name] = error.issues.map(({ message }) => `${name} ${selectRule(message)}`);
    else if (value !== undefined) values[argument] = value;
  }
  refuseFields(errors);
  return values;
}

/** Selects the first sentence of a message. The others are advice for Pulumi programs. */
function selectRule(message: string): string {
  const [rule = ""] = message.split(/(?<=\.) (?=[A-Z])/, 1);
  return rule.endsWith(".") ? rule : `${rule}.`;
}

function refuseTakenIdentity(account: Account, route: Route, values: JsonObject, updated?: AccountResource): void {
  const { apiType, uniqueBy } = route.model.definition;
  const others = account.list(apiType).filter((other) => other !== updated);
  if (!others.some((other) => uniqueBy.every((name) => other.values[name] === values[name]))) return;
  const taken = route.fields.filter(({ argument }) => uniqueBy.includes(argument));
  refuseFields(Object.fromEntries(taken.map(({ name }) => [name, [`${name} is taken.`]])));
}

function refuseFields(errors: Record<string, string[]>): void {
  const count = Object.keys(errors).length;
  if (count === 0) return;
  throw new Refusal(422, count === 1 ? "One field is not valid." : `${count} fields are not valid.`, errors);
}

function makeSparse({ definition }: Model, { data: { id, type, attributes } }: ResponseBody): object {
  const required = definition.arguments.filter(({ row }) => row.role === "required").map(({ name }) => name);
  const sparseNames = [...required, definition.status ?? []].flat().map(toSnakeCase);
  const sparse: JsonObject = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (sparseNames.includes(name)) sparse[name] = value;
    else if (isObject(value)) sparse[name] = [];
  }
  return { data: { id, type, attributes: sparse } };
}
