/** What each operation does to the account, and how the API responds: the documented operations, and those of `operations: true`. */

import type { ZodType } from "zod";
import { isObject, type JsonObject, parseJson } from "../api/http/json.js";
import { createArgumentSchema } from "../api/schemas.js";
import { listOutputNames, type ResolvedDefinition, resolveDefinition } from "../definitions/definition.js";
import { defaultFieldNames } from "../definitions/field-names.js";
import { toSnakeCase } from "../definitions/names.js";
import { type Operation, operationNames } from "../definitions/operation.js";
import type { Account, Model, StoredResource } from "./account.js";
import type { Envelope, Resource } from "./envelope.js";

/** Shows all resources of an account, by their types. */
export function showAccount(account: Account): Record<string, Resource[]> {
  const shown = account.models.map((model) => {
    const { apiType } = model.definition;
    return [apiType, account.list(apiType).map((resource) => model.show(resource, account).data)];
  });
  return Object.fromEntries(shown);
}

export const basePath = "/api";

/** The options of a sandbox that change what its API does. */
export interface ApiOptions {
  readonly token: string;
  readonly answers?: "full" | "sparse";
  readonly operations?: boolean;
}
export interface ApiRequest {
  readonly method: string;
  /** Without the query: a read shows relationships whether `?include=` names them or not. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly text: string;
}
export interface ApiResponse {
  readonly status: number;
  /** Undefined stands for an empty body. */
  readonly body?: object;
}

/** Creates the function that carries out a request. */
export function createApi(account: Account, options: ApiOptions): (request: ApiRequest) => ApiResponse {
  const routes = account.models.flatMap((model) => listRoutes(model, options));

  function carryOut(request: ApiRequest): ApiResponse {
    if (request.authorization !== `Bearer ${options.token}`) {
      throw new Refusal(403, "The token is missing or not valid.");
    }
    const { model, operation, fields } = findRoute(routes, request);
    const parsed = parseJson(request.text);
    // Any other body counts as one without fields.
    const body = isObject(parsed) ? parsed : {};
    switch (operation.method) {
      case "POST": {
        // The path of a create has at most one placeholder: the id of the parent, whose address it begins with.
        const parent = operation.placeholders.map((name) => [name, findResource(account, request).id]);
        const values = { ...Object.fromEntries(parent), ...readValues(fields, body) };
        refuseTakenIdentity(account, model, fields, values);
        const created = account.add(model.definition.apiType, values);
        model.addWith?.(created, account);
        return respond(model, created);
      }
      case "PATCH": {
        const resource = findResource(account, request);
        const values = { ...resource.values, ...readValues(fields, body) };
        refuseTakenIdentity(account, model, fields, values, resource);
        Object.assign(resource.values, values);
        return respond(model, resource);
      }
      case "GET":
        return respond(model, findResource(account, request));
      case "DELETE": {
        const resources = account.list(model.definition.apiType);
        resources.splice(resources.indexOf(findResource(account, request)), 1);
        return { status: 204 };
      }
    }
  }

  /** The API documents 200 for one create, and no status for the other operations. */
  function respond(model: Model, resource: StoredResource): ApiResponse {
    const envelope = model.show(resource, account);
    return { status: 200, body: options.answers === "sparse" ? makeSparse(model, envelope) : envelope };
  }

  return (request) => {
    try {
      return carryOut(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: { message: error.message, ...(error.errors && { errors: error.errors }) } };
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

function listRoutes(model: Model, { operations = false }: ApiOptions): Route[] {
  const definition = resolveDefinition(model.definition, {
    operations: operations ? operationNames : [],
    fieldNames: defaultFieldNames,
  });
  return Object.values(definition.operations).flatMap((operation: Operation | undefined) => {
    if (operation === undefined) return [];
    const pattern = new RegExp(`^${basePath}${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return [{ model, operation, pattern, fields: listFields(definition, operation) }];
  });
}

/** Lists the fields that a body of the operation can have. An update requires none but those that the API requires in each. */
function listFields({ arguments: all }: ResolvedDefinition, { method }: Operation): Field[] {
  const sent = all.filter(({ isInBody, canBeUpdated }) => isInBody && (method === "POST" || canBeUpdated));
  return sent.map((argument) => {
    const schema = createArgumentSchema(argument, () => false);
    const isOptional = method === "PATCH" && !argument.row.inEveryUpdate;
    return { argument: argument.name, name: argument.fieldName, schema: isOptional ? schema.optional() : schema };
  });
}

function findRoute(routes: readonly Route[], { method, path }: ApiRequest): Route {
  const matching = routes.filter(({ pattern }) => pattern.test(path));
  const route = matching.find(({ operation }) => operation.method === method);
  if (route !== undefined) return route;
  if (matching.length === 0) throw new Refusal(404, `The route ${path} could not be found.`);
  throw new Refusal(405, `The ${method} method is not supported for route ${path}.`);
}

/** Finds the resource at whose address a path begins. */
function findResource(account: Account, { path }: ApiRequest): StoredResource {
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
  if (Object.keys(errors).length > 0) throw createValidationRefusal(errors);
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
  { definition: { apiType, identity = [] } }: Model,
  fields: readonly Field[],
  values: JsonObject,
  updated?: StoredResource,
): void {
  const others = account.list(apiType).filter((other) => other !== updated);
  const isTaken = others.some((other) => identity.every((name) => other.values[name] === values[name]));
  if (!isTaken || identity.length === 0) return;
  const taken = fields.filter(({ argument }) => identity.includes(argument));
  throw createValidationRefusal(Object.fromEntries(taken.map(({ name }) => [name, [`${name} is taken.`]])));
}

function createValidationRefusal(errors: Record<string, string[]>): Refusal {
  const count = Object.keys(errors).length;
  return new Refusal(422, count === 1 ? "One field is not valid." : `${count} fields are not valid.`, errors);
}

/**
 * Leaves out what a real API of this kind leaves out: relationships, included resources, and all attributes but those of required
 * arguments and of a status. An object has none of its fields, and is written as an empty list.
 */
function makeSparse({ definition }: Model, { data: { id, type, attributes } }: Envelope): object {
  const required = definition.arguments.filter(({ row }) => row.role === "required").map(({ name }) => name);
  const kept = [...required, ...listOutputNames(definition, ({ isStatus }) => isStatus === true)].map(toSnakeCase);
  const entries = Object.entries(attributes).flatMap(([name, value]) =>
    kept.includes(name) ? [[name, value]] : isObject(value) ? [[name, []]] : [],
  );
  return { data: { id, type, attributes: Object.fromEntries(entries) } };
}
