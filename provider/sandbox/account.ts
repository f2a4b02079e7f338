/** The account in memory. Ids count up and time stands still, so a program has the same outputs each time. */

import type { Json, JsonObject } from "../rows/json.js";
import { type Schema, toSnakeCase } from "../rows/schema.js";
import type { Table } from "../rows/table.js";

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
  findErrors?(update: JsonObject, updated: JsonObject, others: readonly AccountResource[]): Record<string, string[]>;
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
  /** All except `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, or the text if it isn't JSON. */
  readonly body: unknown;
  readonly status: number;
}

export class Account {
  readonly requests: RecordedRequest[] = [];
  /** By path, such as `/caches/cache-1`. */
  readonly resources = new Map<string, AccountResource>();
  /** The last number with each prefix. A deleted id isn't used again. */
  private idCounts: Record<string, number> = {};

  constructor(
    readonly models: readonly Model[],
    private readonly addFirst: (account: Account) => void,
  ) {
    this.reset();
  }

  reset(): void {
    this.requests.length = 0;
    this.resources.clear();
    this.idCounts = {};
    this.addFirst(this);
  }

  list(apiType: string): AccountResource[] {
    return [...this.resources.values()].filter(({ model }) => model.table.apiType === apiType);
  }

  add(model: Model, values: JsonObject, id = this.makeId(model)): AccountResource {
    const name = String(values.name).toLowerCase();
    const slug = name.replaceAll(/[^a-z0-9]+/g, "-");
    const resource = { model, id, values: { slug, createdAt: "2026-03-09T12:00:00Z", ...values } };
    this.resources.set(`${model.table.path}/${encodeURIComponent(id)}`, resource);
    model.addWith?.(resource, this);
    return resource;
  }

  private makeId({ idPrefix }: Model): string {
    this.idCounts[idPrefix] = (this.idCounts[idPrefix] ?? 0) + 1;
    return `${idPrefix}-${this.idCounts[idPrefix]}`;
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
      // No created resource has an id such as `domainIds-of-env-1`.
      const value = known[name] === undefined ? inventValue(schema, `${name}-of-${id}`) : known[name];
      const place = source && typeof source === "object" && "related" in source ? source.related : source;
      // The model shows what has another source. Of `repository.full_name`, it shows `repository`.
      if (typeof place === "string") attributes[place.replace(/\..*/, "")] = value;
      else if (place && "relationship" in place) relationships[place.relationship] = link(place.type, value);
    }
    return { data: { id, type, attributes: { ...attributes, ...otherAttributes }, relationships }, included };
  }

  showAll(): Record<string, Resource[]> {
    const types = this.models.map(({ table }) => table.apiType);
    return Object.fromEntries(types.map((type) => [type, this.list(type).map((one) => this.show(one).data)]));
  }
}

function link(type: string, ids: Json): Relationship {
  if (ids === null) return { data: null };
  return { data: Array.isArray(ids) ? ids.map((id) => ({ type, id: String(id) })) : { type, id: String(ids) } };
}

/** Invents a value of the documented type. A text is the given one. */
function inventValue({ type, values = [], members }: Schema, text: string): Json {
  if (members !== undefined) {
    const shown = Object.entries(members).map(([name, schema]) => [toSnakeCase(name), inventValue(schema, name)]);
    return Object.fromEntries(shown);
  }
  const samples: JsonObject = { boolean: false, number: 15, "string[]": [text] };
  return samples[type] ?? values[0] ?? text;
}
