/** What each operation does to the account, and how the API responds: the documented operations, and those of `operations: true`. */

import type { ZodType } from "zod";
import { isObject, type JsonObject, parseJson } from "../api/http/json.js";
import { createArgumentSchema } from "../api/schemas.js";
import { application } from "../definitions/application.js";
import { cache } from "../definitions/cache.js";
import { type ResolvedDefinition, resolveDefinition } from "../definitions/definition.js";
import { environment } from "../definitions/environment.js";
import type { Operation } from "../definitions/operation.js";
import { defaultFieldNames, type FieldNames, operationNames } from "../definitions/settings.js";
import { type Account, addResource, type ResourceType, type StoredResource } from "./account.js";
import { showApplication } from "./application.js";
import { showCache } from "./cache.js";
import { showEnvironment } from "./environment.js";
import type { Envelope, Resource } from "./resource.js";

/** Each type of resource: what the API documents of it, and what a response shows of one. */
const types = {
  applications: { definition: application, show: showApplication },
  environments: { definition: environment, show: showEnvironment },
  caches: { definition: cache, show: showCache },
} as const;
const typeNames = Object.keys(types) as ResourceType[];

/** All that is in the account. */
export interface SandboxState extends Record<ResourceType, Resource[]> {}

export function showAccount(account: Account): SandboxState {
  const showAll = (type: ResourceType) =>
    account.resources[type].map((resource) => types[type].show(resource, account).data);
  return Object.fromEntries(typeNames.map((type) => [type, showAll(type)])) as Record<ResourceType, Resource[]>;
}

export const basePath = "/api";

/** The options of a sandbox that change what its API does. */
export interface ApiOptions {
  readonly token: string;
  readonly answers?: "full" | "sparse";
  readonly operations?: boolean;
  readonly fieldNames?: FieldNames;
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
  const routes = listRoutes(options);

  function carryOut(request: ApiRequest): ApiResponse {
    if (request.authorization !== `Bearer ${options.token}`) {
      throw new Refusal(403, "The token is missing or not valid.");
    }
    const { type, operation, fields } = findRoute(routes, request);
    const parsed = parseJson(request.text);
    // Any other body counts as one without fields.
    const body = isObject(parsed) ? parsed : {};
    switch (operation.method) {
      case "POST": {
        // The path of a create has at most one placeholder: the id of the parent, whose type and id it begins with.
        const parent = operation.placeholders.map((name) => [name, findResource(account, request).id]);
        const values = { ...Object.fromEntries(parent), ...readValues(fields, body) };
        if (type === "environments") refuseTakenName(account, values);
        const created = addResource(account, type, values);
        if (type === "applications") addDefaultEnvironment(account, created);
        // The API documents 200 for environments, and no status for applications.
        return respond(type, created, type === "environments" ? 200 : 201);
      }
      case "PATCH": {
        const resource = findResource(account, request);
        const values = { ...resource.values, ...readValues(fields, body) };
        if (type === "environments") refuseTakenName(account, values, resource);
        Object.assign(resource.values, values);
        return respond(type, resource);
      }
      case "GET":
        return respond(type, findResource(account, request));
      case "DELETE": {
        const resources = account.resources[type];
        resources.splice(resources.indexOf(findResource(account, request)), 1);
        return { status: 204 };
      }
    }
  }

  function respond(type: ResourceType, resource: StoredResource, status = 200): ApiResponse {
    const envelope = types[type].show(resource, account);
    return { status, body: options.answers === "sparse" ? makeSparse(envelope) : envelope };
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
  readonly type: ResourceType;
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

function listRoutes({ operations = false, fieldNames }: ApiOptions): Route[] {
  const named = operations ? operationNames : [];
  return typeNames.flatMap((type) => {
    const settings = { operations: named, fieldNames: { ...defaultFieldNames, ...fieldNames } };
    const definition = resolveDefinition(types[type].definition, settings);
    return Object.values(definition.operations).flatMap((operation: Operation | undefined) => {
      if (operation === undefined) return [];
      const pattern = new RegExp(`^${basePath}${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`);
      return [{ type, operation, pattern, fields: listFields(definition, operation) }];
    });
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

/** Finds the resource whose type and id a path begins with. */
function findResource(account: Account, { path }: ApiRequest): StoredResource {
  const [type, id = ""] = path.slice(`${basePath}/`.length).split("/") as [ResourceType, string?];
  const found = account.resources[type].find((resource) => encodeURIComponent(resource.id) === id);
  if (found === undefined) throw new Refusal(404, `There is no ${types[type].definition.names.label} ${id}.`);
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

/** An application cannot have two environments of one name. */
function refuseTakenName(account: Account, { applicationId, name }: JsonObject, updated?: StoredResource): void {
  const others = account.resources.environments.filter((other) => other !== updated);
  const isTaken = others.some(({ values }) => values.applicationId === applicationId && values.name === name);
  if (isTaken) throw createValidationRefusal({ name: ["name is taken."] });
}

function createValidationRefusal(errors: Record<string, string[]>): Refusal {
  const count = Object.keys(errors).length;
  return new Refusal(422, count === 1 ? "One field is not valid." : `${count} fields are not valid.`, errors);
}

/** The build command goes to the environment that the API makes with an application, because an application shows none. */
function addDefaultEnvironment(account: Account, { id, values: { buildCommand = null } }: StoredResource): void {
  addResource(account, "environments", { applicationId: id, name: "main", branch: "main", buildCommand });
}

/**
 * Leaves out what a real API of this kind leaves out: relationships, included resources and most attributes. An empty object is
 * written as a list, and a cache that is still creating has a connection of null.
 */
function makeSparse({ data: { id, type, attributes } }: Envelope): object {
  const entries = Object.entries(attributes).flatMap(([name, value]) => {
    if (["name", "status", "created_at"].includes(name)) return [[name, value]];
    return isObject(value) ? [[name, name === "connection" ? null : []]] : [];
  });
  return { data: { id, type, attributes: Object.fromEntries(entries) } };
}
