/** What each operation does to the account, and how the API responds: the documented operations, and those of `operations: true`. */

import type { ZodType } from "zod";
import { isObject, type JsonObject, parseJson } from "../api/http/json.js";
import { createArgumentSchema } from "../api/schemas.js";
import { resolveDefinition } from "../definitions/definition.js";
import { defaultFieldNames } from "../definitions/field-names.js";
import { toSnakeCase } from "../definitions/names.js";
import { type Operation, operationNames } from "../definitions/operation.js";
import type { Account, AccountResource, Model, ResponseBody } from "./account.js";

export const basePath = "/api";

/** Where a sandbox listens, and how it treats requests. */
export interface SandboxOptions {
  /** The port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
  /** The token that requests must carry. Default: `sandbox-token`. */
  readonly token?: string;
  /** Milliseconds that each response of the API is late. Default: 0. */
  readonly latencyMs?: number;
  /**
   * What the API's responses hold: `full`, the default, every documented field; `sparse`, what a real API of this kind
   * returns at the least: id, type, `name` and `status`, and `[]` for objects.
   */
  readonly answers?: "full" | "sparse";
  /**
   * Whether it also serves what `apphosting:operations` can name, at the address of one resource, such as
   * `GET /environments/env-1`. Default: false.
   */
  readonly operations?: boolean;
  /** Ids of the caches that it holds, in place of `cache-1`, `cache-2` and `cache-3`. An environment uses the first one. */
  readonly caches?: readonly string[];
}

export const defaultToken = "sandbox-token";

export interface SandboxRequest {
  readonly method: string;
  /** Without the query: a read shows relationships whether `?include=` names them or not. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly text: string;
}
export interface SandboxResponse {
  readonly status: number;
  /** Undefined stands for an empty body. */
  readonly body?: object | undefined;
}

/** Creates the function that carries out a request. */
export function createApi(
  account: Account,
  { token = defaultToken, answers = "full", operations = false }: SandboxOptions,
): (request: SandboxRequest) => SandboxResponse {
  const routes = account.models.flatMap((model) => listRoutes(model, operations));

  /** Returns the resource that the response shows; none after a delete. */
  function carryOut({ method, path, authorization, contentType, text }: SandboxRequest): AccountResource | undefined {
    if (authorization !== `Bearer ${token}`) throw new Refusal(403, "The token is missing or not valid.");
    const { model, operation, fields } = findRoute(routes, method, path);
    const isJson = /^application\/json *(;|$)/i.test(contentType ?? "");
    if (text !== "" && !isJson) throw new Refusal(415, "A body needs the header Content-Type: application/json.");
    const parsed = parseJson(text);
    // Any other body counts as one without fields.
    const body = isObject(parsed) ? parsed : {};
    if (operation.method === "POST") {
      // The path of a create has at most one placeholder: the id of the parent, whose address it begins with.
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
      // The API documents 200 for one create, and no status for the other operations.
      return { status: 200, body: answers === "sparse" ? makeSparse(resource.model, envelope) : envelope };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, errors } = error;
      return { status, body: { message, ...(errors && { errors }) } };
    }
  };
}

/** The API documents 403 for one operation; for the others it documents the same body without a status. */
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

/** A field of a body: the argument whose value it has, and what it accepts. */
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
      // An update requires no fields but those that the API requires in each.
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

/** Finds the resource at whose address a path begins. */
function findResource(account: Account, path: string): AccountResource {
  const [folder, id = ""] = path.slice(`${basePath}/`.length).split("/");
  const { definition } = account.models.find((one) => one.definition.path === `/${folder}`) ?? {};
  const resources = definition === undefined ? [] : account.list(definition.apiType);
  const found = resources.find((resource) => encodeURIComponent(resource.id) === id);
  if (found === undefined) throw new Refusal(404, `There is no ${definition?.names.label} ${id}.`);
  return found;
}

/** Reads the values of arguments from a body. A field that the API does not know is dropped without a word, as a real API does. */
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

/** Selects the first sentence of a message. Those after it advise a Pulumi program. */
function selectRule(message: string): string {
  const [rule = ""] = message.split(/(?<=\.) (?=[A-Z])/, 1);
  return rule.endsWith(".") ? rule : `${rule}.`;
}

/** Refuses what identifies another resource: an application cannot have two environments of one name, for instance. */
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

/** @throws Refusal if there are messages about fields */
function refuseFields(errors: Record<string, string[]>): void {
  const count = Object.keys(errors).length;
  if (count === 0) return;
  throw new Refusal(422, count === 1 ? "One field is not valid." : `${count} fields are not valid.`, errors);
}

/**
 * Leaves out what a real API of this kind leaves out: relationships, included resources, and all attributes but those of required
 * arguments and of a status. An object has none of its fields, and is written as an empty list.
 */
function makeSparse({ definition }: Model, { data: { id, type, attributes } }: ResponseBody): object {
  const required = definition.arguments.filter(({ row }) => row.role === "required").map(({ name }) => name);
  const kept = [...required, ...(definition.status === undefined ? [] : [definition.status])].map(toSnakeCase);
  const entries = Object.entries(attributes).flatMap(([name, value]) =>
    kept.includes(name) ? [[name, value]] : isObject(value) ? [[name, []]] : [],
  );
  return { data: { id, type, attributes: Object.fromEntries(entries) } };
}
