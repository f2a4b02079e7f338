/**
 * The account in memory: the resources that requests have made, and the requests. Ids count up and time stands still, so that the same
 * program has the same outputs each time.
 */

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

/** A resource, as the API shows it: every documented attribute has a value, and every relationship an entry. */
export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly attributes: JsonObject;
  readonly relationships: Readonly<Record<string, Relationship>>;
}

/** The body of a response. */
export interface ResponseBody {
  readonly data: Resource;
  readonly included: readonly object[];
}

/** How the sandbox has the resources of a class. */
export interface Model {
  readonly definition: Definition;
  /** How ids begin: `app` of `app-1`. */
  readonly idPrefix: string;
  /**
   * Writes what a response shows of a resource, next to its id and type. An argument stands in its attribute anyway: with what requests have
   * set, or null.
   */
  show(
    resource: AccountResource,
    account: Account,
  ): Omit<Resource, keyof Reference> & Partial<Pick<ResponseBody, "included">>;
  /** Returns messages by field if an update that is valid in itself doesn't fit the resource. */
  findErrors?(update: JsonObject, updated: JsonObject): Record<string, string[]>;
  /** Adds what an account holds at first. */
  addFirst?(account: Account): void;
  /** Adds what the API makes by itself with a new resource. */
  addWith?(resource: AccountResource, account: Account): void;
}

/** A resource as the account stores it. Its model writes the rest of what a response shows. */
export interface AccountResource {
  readonly model: Model;
  readonly id: string;
  /** It is made of the first name and stays, so that a new name breaks no address. */
  readonly slug: string;
  /** The values that requests have set, by the names of arguments. */
  readonly values: JsonObject;
}

/** A request that came in, and the status of the response. */
export interface RecordedRequest {
  readonly method: string;
  /** The path below the base path, with its query. */
  readonly path: string;
  /** The token in `authorization` is masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, the text where it is no JSON, or null where there is no body. */
  readonly body: unknown;
  readonly status: number;
}

/** The time at which everything in the sandbox was created. */
export const sandboxTime = "2026-03-09T12:00:00Z";

export class Account {
  readonly requests: RecordedRequest[] = [];
  private resources: AccountResource[] = [];
  /** How many ids begin with each prefix: no id comes twice, not even after a delete. */
  private idCounts: Record<string, number> = {};

  /** @param firstIds ids of what it holds at first, by type, in place of the usual ones */
  constructor(
    readonly models: readonly Model[],
    readonly firstIds: Readonly<Record<string, readonly string[] | undefined>> = {},
  ) {
    this.reset();
  }

  /** Replaces all that is in the account by what a new one has. */
  reset(): void {
    this.requests.length = 0;
    this.resources = [];
    this.idCounts = {};
    for (const { addFirst } of this.models) addFirst?.(this);
  }

  list(apiType: string): AccountResource[] {
    return this.resources.filter(({ model }) => model.definition.apiType === apiType);
  }

  /** Adds a resource. Its id is the next one of its model, unless one is given. */
  add(model: Model, values: JsonObject, givenId?: string): AccountResource {
    const { [model.idPrefix]: count = 0 } = this.idCounts;
    const number = givenId === undefined ? count + 1 : 0;
    this.idCounts[model.idPrefix] = Math.max(count, number);
    const id = givenId ?? `${model.idPrefix}-${number}`;
    const resource = { model, id, slug: makeSlug(values.name) || id, values };
    this.resources.push(resource);
    return resource;
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

  /** Shows all resources, by their types. */
  showAll(): Record<string, Resource[]> {
    const types = this.models.map(({ definition }) => definition.apiType);
    return Object.fromEntries(types.map((type) => [type, this.list(type).map((one) => this.show(one).data)]));
  }
}

/** Shows the arguments of which a response has an attribute of their own. */
function showArguments({ model, values }: AccountResource): JsonObject {
  const shown = model.definition.arguments.filter(({ row, isInBody }) => isInBody && row.neverReturned !== true);
  const ofTheirOwn = shown.filter(({ row }) => row.attribute === undefined);
  return Object.fromEntries(ofTheirOwn.map(({ name, wireName }) => [wireName, values[name] ?? null]));
}

/** Invents the id of what no request creates, such as a domain. No resource can have it: ids are a prefix, `-` and a number. */
export function inventId(word: string, owner: string): string {
  return `${word}-of-${owner}`;
}

/** Makes a relationship to one resource, or to none. */
export function linkToOne(type: string, id: unknown): Relationship {
  return { data: typeof id === "string" ? { type, id } : null };
}

/** Makes a relationship to any number of resources. */
export function linkToMany(type: string, ids: readonly string[] = []): Relationship {
  return { data: ids.map((id) => ({ type, id })) };
}

/** Joins the ASCII letters and digits of a text by hyphens. */
export function makeSlug(text: Json | undefined): string {
  const words = String(text ?? "").match(/[a-z0-9]+/gi) ?? [];
  return words.join("-").toLowerCase();
}
