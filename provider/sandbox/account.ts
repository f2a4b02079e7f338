/**
 * The account in memory: the resources that requests have made, and the requests. Ids count up and time stands still, so that the same
 * program has the same outputs each time.
 */

import type { Json, JsonObject } from "../api/http/json.js";
import type { Definition } from "../definitions/definition.js";
import type { Envelope } from "./envelope.js";

/** How the sandbox has the resources of a class. */
export interface Model {
  readonly definition: Definition;
  /** How ids begin: `app` of `app-1`. */
  readonly idPrefix: string;
  /** Writes what a response shows of a resource. */
  show(resource: StoredResource, account: Account): Envelope;
  /** Adds what an account holds at first. */
  addFirst?(account: Account): void;
  /** Adds what the API makes by itself with a new resource. */
  addWith?(resource: StoredResource, account: Account): void;
}

/** A resource as the account stores it. Its model writes the rest of what a response shows. */
export interface StoredResource {
  readonly id: string;
  /** The number of its id. What belongs to it, such as a deployment, has the same. */
  readonly number: number;
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

export class Account {
  readonly requests: RecordedRequest[] = [];
  private readonly resources = new Map<string, StoredResource[]>();
  /** How many ids of each type are in use, or were: no id comes twice, not even after a delete. */
  private readonly idCounts = new Map<string, number>();

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
    this.resources.clear();
    this.idCounts.clear();
    for (const { addFirst } of this.models) addFirst?.(this);
  }

  /** Returns the resources of a type, as a list that can be changed. */
  list(apiType: string): StoredResource[] {
    const found = this.resources.get(apiType) ?? [];
    this.resources.set(apiType, found);
    return found;
  }

  /** Adds a resource, whose id is the next one of its type unless one is given. */
  add(apiType: string, values: JsonObject, givenId?: string): StoredResource {
    const number = givenId === undefined ? (this.idCounts.get(apiType) ?? 0) + 1 : 0;
    if (givenId === undefined) this.idCounts.set(apiType, number);
    const model = this.models.find(({ definition }) => definition.apiType === apiType);
    const id = givenId ?? `${model?.idPrefix}-${number}`;
    const resource = { id, number, slug: makeSlug(values.name) || id, values };
    this.list(apiType).push(resource);
    return resource;
  }
}

/** Joins the ASCII letters and digits of a text by hyphens. */
export function makeSlug(text: Json | undefined): string {
  const words = String(text ?? "").match(/[a-z0-9]+/gi) ?? [];
  return words.join("-").toLowerCase();
}
