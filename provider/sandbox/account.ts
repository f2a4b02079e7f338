/** The account in memory. Ids count up and time stands still, so a program has the same outputs each time. */

import type { Json, JsonObject } from "../rows/json.js";
import { type Schema, toSnakeCase } from "../rows/schema.js";
import type { Relationship as RowRelationship, Source, Table } from "../rows/table.js";

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

export interface Shown {
  /** By the names of rows. Of a linked resource, the id. */
  readonly values: JsonObject;
  /** Attributes that aren't rows. */
  readonly otherAttributes?: JsonObject;
  readonly included?: readonly object[];
}

export interface Model {
  readonly table: Table;
  readonly idPrefix: string;
  show(resource: AccountResource, account: Account): Shown;
  /** Returns messages by field if the resource can't have an update whose values are valid. */
  findErrors?(update: JsonObject, updated: JsonObject): Record<string, string[]>;
  addFirst?(account: Account): void;
  addWith?(resource: AccountResource, account: Account): void;
}

export interface AccountResource {
  readonly model: Model;
  readonly id: string;
  /** What requests have set, by argument, and the slug of the first name. A rename keeps that. */
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
    return this.resources.filter(({ model }) => model.table.apiType === apiType);
  }

  add(model: Model, values: JsonObject, id = this.makeId(model)): AccountResource {
    const slug = String(values.name)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-");
    const resource = { model, id, values: { slug, ...values } };
    this.resources.push(resource);
    model.addWith?.(resource, this);
    return resource;
  }

  private makeId({ idPrefix }: Model): string {
    const count = (this.idCounts[idPrefix] ?? 0) + 1;
    this.idCounts[idPrefix] = count;
    return `${idPrefix}-${count}`;
  }

  remove(resource: AccountResource): undefined {
    this.resources = this.resources.filter((other) => other !== resource);
  }

  /** Shows a value for each row: what requests have set, what the model shows, or an invented one. */
  show(resource: AccountResource): { readonly data: Resource; readonly included: readonly object[] } {
    const { model, id, values } = resource;
    const { arguments: args, outputs, apiType: type } = model.table;
    const { values: shown, otherAttributes, included = [] } = model.show(resource, this);
    const known: JsonObject = { ...shown, ...values };
    const attributes: JsonObject = {};
    const relationships: Record<string, Relationship> = {};
    for (const { name, schema, source } of [...args, ...outputs]) {
      const place = findPlace(source);
      if (place === undefined) continue;
      const word = typeof place === "string" ? name : inventId(place.type.replace(/s$/, ""), id);
      const value = known[name] === undefined ? inventValue(schema, word) : known[name];
      if (typeof place === "string") attributes[place] = value;
      else relationships[place.relationship] = link(place.type, value);
    }
    return { data: { id, type, attributes: { ...attributes, ...otherAttributes }, relationships }, included };
  }

  showAll(): Record<string, Resource[]> {
    const types = this.models.map(({ table }) => table.apiType);
    return Object.fromEntries(types.map((type) => [type, this.list(type).map((one) => this.show(one).data)]));
  }
}

/** Returns the attribute or the relationship. The model shows what has another source. */
function findPlace(source: Source | null): string | RowRelationship | undefined {
  if (typeof source === "string") return source.includes(".") ? undefined : source;
  if (source === null) return undefined;
  if ("relationship" in source) return source;
  return "related" in source ? source.related : undefined;
}

function link(type: string, ids: Json): Relationship {
  if (ids === null) return { data: null };
  return { data: Array.isArray(ids) ? ids.map((id) => ({ type, id: String(id) })) : { type, id: String(ids) } };
}

/** Invents the id of something that no request creates, such as a domain. No created resource gets such an id. */
export function inventId(word: string, owner: string): string {
  return `${word}-of-${owner}`;
}

/** Invents a value of the documented type. A text is the given one. */
function inventValue({ type, values = [], members }: Pick<Schema, "type" | "values" | "members">, text: string): Json {
  if (type.endsWith("[]")) return [inventValue({ type: type.slice(0, -2), members }, text)];
  if (members !== undefined) {
    const shown = Object.entries(members).map(([name, schema]) => [toSnakeCase(name), inventValue(schema, name)]);
    return Object.fromEntries(shown) as JsonObject;
  }
  if (type === "boolean") return false;
  if (type === "number") return 15;
  return text.endsWith("At") ? "2026-03-09T12:00:00Z" : (values[0] ?? text);
}
