/** The account in memory. Ids count up and time stands still, so a program has the same outputs each time. */

import type { Json, JsonObject } from "../api/http/json.js";
import type { Definition } from "../definitions/definition.js";

/** Another resource, by its type and id. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** What a resource is linked to. */
export interface Relationship {
  readonly data: Reference | Reference[] | null;
}

/** A resource as responses show it, with every documented attribute and relationship. */
export interface Resource extends Reference {
  readonly attributes: JsonObject;
  readonly relationships: Readonly<Record<string, Relationship>>;
}

export interface ResponseBody {
  readonly data: Resource;
  readonly included: readonly object[];
}

export interface Model {
  readonly definition: Definition;
  readonly idPrefix: string;
  /** Returns what a response has besides id, type and arguments. */
  show(
    resource: AccountResource,
    account: Account,
  ): Omit<Resource, keyof Reference> & Partial<Pick<ResponseBody, "included">>;
  /** Returns messages by field if the resource can't have an update whose values are valid. */
  findErrors?(update: JsonObject, updated: JsonObject): Record<string, string[]>;
  addFirst?(account: Account): void;
  /** Adds what the API creates along with a resource. */
  addWith?(resource: AccountResource, account: Account): void;
}

export interface AccountResource {
  readonly model: Model;
  readonly id: string;
  /** Derived from the first name. A rename keeps it. */
  readonly slug: string;
  /** What requests have set, by argument. */
  readonly values: JsonObject;
}

/** A request, and the status of its response. */
export interface RecordedRequest {
  readonly method: string;
  /** The path below the base path, with the query. */
  readonly path: string;
  /** `authorization` hides the token. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, the text if it isn't JSON, or null without a body. */
  readonly body: unknown;
  readonly status: number;
}

export const sandboxTime = "2026-03-09T12:00:00Z";

export class Account {
  readonly requests: RecordedRequest[] = [];
  private resources: AccountResource[] = [];
  /** The last number with each prefix. A deleted id isn't used again. */
  private idCounts: Record<string, number> = {};

  constructor(
    readonly models: readonly Model[],
    readonly cacheIds?: readonly string[],
  ) {
    this.reset();
  }

  reset(): void {
    this.requests.length = 0;
    this.resources = [];
    this.idCounts = {};
    for (const { addFirst } of this.models) addFirst?.(this);
  }

  list(apiType: string): AccountResource[] {
    return this.resources.filter(({ model }) => model.definition.apiType === apiType);
  }

  add(model: Model, values: JsonObject, id = this.makeId(model)): AccountResource {
    const resource = { model, id, slug: makeSlug(values.name) || id, values };
    this.resources.push(resource);
    return resource;
  }

  private makeId({ idPrefix }: Model): string {
    const count = (this.idCounts[idPrefix] ?? 0) + 1;
    this.idCounts[idPrefix] = count;
    return `${idPrefix}-${count}`;
  }

  remove(resource: AccountResource): void {
    this.resources = this.resources.filter((other) => other !== resource);
  }

  show(resource: AccountResource): ResponseBody {
    const { model, id } = resource;
    const { included = [], attributes, relationships } = model.show(resource, this);
    const type = model.definition.apiType;
    return { data: { id, type, attributes: { ...showArguments(resource), ...attributes }, relationships }, included };
  }

  showAll(): Record<string, Resource[]> {
    const types = this.models.map(({ definition }) => definition.apiType);
    return Object.fromEntries(types.map((type) => [type, this.list(type).map((one) => this.show(one).data)]));
  }
}

function showArguments({ model, values }: AccountResource): JsonObject {
  const shown = model.definition.arguments.filter(({ row, isReturned }) => isReturned && row.attribute === undefined);
  return Object.fromEntries(shown.map(({ name, wireName }) => [wireName, values[name] ?? null]));
}

/** Invents the id of something that no request creates, such as a domain. No created resource gets such an id. */
export function inventId(word: string, owner: string): string {
  return `${word}-of-${owner}`;
}

export function linkToOne(type: string, id: unknown): Relationship {
  return { data: typeof id === "string" ? { type, id } : null };
}

export function linkToMany(type: string, ids: readonly string[] = []): Relationship {
  return { data: ids.map((id) => ({ type, id })) };
}

export function makeSlug(text: Json | undefined): string {
  const words = String(text ?? "").match(/[a-z0-9]+/gi) ?? [];
  return words.join("-").toLowerCase();
}
