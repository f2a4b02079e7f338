/** What each operation does to the account, and its response. */

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
  /**
   * What responses have. `full`, the default, is every documented field. `sparse` is the least that real APIs return:
   * id, type, `name` and `status`, and `[]` for objects.
   */
  readonly answers?: "full" | "sparse";
  /** Whether to serve what `apphosting:operations` enables, such as `GET /environments/env-1`. Default: false. */
  readonly operations?: boolean;
  /** Ids of the caches, instead of `cache-1`, `cache-2` and `cache-3`. An environment uses the first one. */
  readonly caches?: readonly string[];
}

export const defaultToken = "sandbox-token";

export interface SandboxRequest {
  readonly method: string;
  /** Without the query: a read shows relationships with and without `?include=`. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly text: string;
}
export interface SandboxResponse {
  readonly status: number;
  /** Undefined means an empty body. */
  readonly body?: object | undefined;
}

export function createApi(
  account: Account,
  { token = defaultToken, answers = "full", operations = false }: SandboxOptions,
): (request: SandboxRequest) => SandboxResponse {
  const routes = account.models.flatMap((model) => listRoutes(model, operations));

  /** Returns the resource for the response, or nothing after a delete. */
  function carryOut({ method, path, authorization, contentType, text }: SandboxRequest): AccountResource | undefined {
    if (authorization !== `Bearer ${token}`) throw new Refusal(403, "The token is missing or not valid.");
    const { model, operation, fields } = findRoute(routes, method, path);
    const isJson = /^application\/json *(;|$)/i.test(contentType ?? "");
    if (text !== "" && !isJson) throw new Refusal(415, "A body needs the header Content-Type: application/json.");
    const parsed = parseJson(text);
    const body = isObject(parsed) ? parsed : {};
    if (operation.method === "POST") {
      // The only placeholder in the path of a create is the parent's id, and the path starts with the parent's address.
      const parent = operation.placeholders.map((name) => [name, findResource(account, path).id]);
      const values = { ...Object.fromEntries(parent), ...readValues(fields, body) };
      refuseTakenIdentity(account, model, fields, values);
      const created = account.add(model, values);
      model.addWith?.(created, account);
      return created;
    }
    const resource = findResource(account, path);
    if (operation.method === "PATCH") {
      const update = readValues(fields, body);
      const values = { ...resource.values, ...update };
      refuseFields(model.findErrors?.(update, values) ?? {});
      refuseTakenIdentity(account, model, fields, values, resource);
      Object.assign(resource.values, values);
    }
    if (operation.method !== "DELETE") return resource;
    account.remove(resource);
    return undefined;
  }

  return (request) => {
    try {
      const resource = carryOut(request);
      if (resource === undefined) return { status: 204 };
      const envelope = account.show(resource);
      // The API documents 200 for creating an environment, and nothing for the others.
      return { status: 200, body: answers === "sparse" ? makeSparse(resource.model, envelope) : envelope };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, errors } = error;
      return { status, body: { message, ...(errors && { errors }) } };
    }
  };
}

/** An error with a documented body. The API documents statuses only for creating an environment. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Messages by field. */
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

/** A field of a body, and the argument that it sets. */
interface Field {
  readonly argument: string;
  readonly name: string;
  readonly schema: ZodType;
}

function listRoutes(model: Model, servesNamed: boolean): Route[] {
  const { operations, arguments: args } = resolveDefinition(model.definition, {
    operations: servesNamed ? operationNames : [],
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

/** Finds the resource whose address a path starts with. */
function findResource(account: Account, path: string): AccountResource {
  const [folder, id = ""] = path.slice(`${basePath}/`.length).split("/");
  const { definition } = account.models.find((one) => one.definition.path === `/${folder}`) ?? {};
  const resources = definition === undefined ? [] : account.list(definition.apiType);
  const found = resources.find((resource) => encodeURIComponent(resource.id) === id);
  if (found === undefined) throw new Refusal(404, `There is no ${definition?.names.label} ${id}.`);
  return found;
}

/** Reads the values of arguments from a body. As in real APIs, other fields are ignored. */
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

/** Refuses, for example, a second environment of the same name in an application. */
function refuseTakenIdentity(
  account: Account,
  { definition: { apiType, uniqueBy } }: Model,
  fields: readonly Field[],
  values: JsonObject,
  updated?: AccountResource,
): void {
  const others = account.list(apiType).filter((other) => other !== updated);
  const isTaken = others.some((other) => uniqueBy?.every((name) => other.values[name] === values[name]));
  const taken = fields.filter(({ argument }) => isTaken && uniqueBy?.includes(argument));
  refuseFields(Object.fromEntries(taken.map(({ name }) => [name, [`${name} is taken.`]])));
}

function refuseFields(errors: Record<string, string[]>): void {
  const count = Object.keys(errors).length;
  if (count === 0) return;
  throw new Refusal(422, count === 1 ? "One field is not valid." : `${count} fields are not valid.`, errors);
}

/** Keeps required arguments and the status. Objects become `[]`. */
function makeSparse({ definition }: Model, { data: { id, type, attributes } }: ResponseBody): object {
  const required = definition.arguments.filter(({ row }) => row.role === "required").map(({ name }) => name);
  const kept = [...required, definition.status ?? []].flat().map(toSnakeCase);
  const sparse: JsonObject = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (kept.includes(name)) sparse[name] = value;
    else if (isObject(value)) sparse[name] = [];
  }
  return { data: { id, type, attributes: sparse } };
}
