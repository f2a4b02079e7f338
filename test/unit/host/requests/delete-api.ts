/** An API of environments, for many runs in a row: it notes every PATCH and DELETE, and any request can fail. */

import type { JsonObject } from "../../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../../provider/api/http/transport.js";
import { createRefusal, type Response } from "../../host-fixture.js";

/** What becomes of a request. */
export const faults = ["none", "refused", "lost before", "lost after", "not found", "no id"] as const;
export type Fault = (typeof faults)[number];

interface Thing {
  readonly createdAt: string;
  /** Whether a POST of the stack has returned it. */
  isOfStack: boolean;
  title: string;
}

/** A request that changes a thing, or deletes it. */
interface Change {
  readonly id: string;
  readonly thing: Thing | undefined;
  readonly isNamed: boolean;
}

/** An API with two environments that somebody else has made. */
export class Api {
  readonly things = new Map<string, Thing>();
  /** Every DELETE and every PATCH, whatever came of it. */
  readonly deletes: Change[] = [];
  readonly updates: Change[] = [];
  /** The ids that the program of this run has named as existingId so far, and those that any program has. */
  named = new Set<string>();
  readonly everNamed = new Set<string>();
  /** Whether a POST returns a thing of the same name, if there is one, and makes none. */
  findsByName = false;
  private made = 0;

  /** @param year in which all is made: no two accounts make anything at the same time */
  constructor(private readonly year: number) {
    for (const _ of ["first", "second"]) this.make("one", false);
  }

  make(title: string, isOfStack: boolean, id = `id-${this.made}`): string {
    this.made += 1;
    const createdAt = new Date(Date.UTC(this.year) + this.made * 1000).toISOString();
    this.things.set(id, { title, isOfStack, createdAt });
    return id;
  }

  name(id: string): void {
    this.named.add(id);
    this.everNamed.add(id);
  }

  respond({ method, path, body }: ApiRequest, fault: Fault): Response {
    const id = path.split("/").at(-1) ?? "";
    const change = { id, thing: this.things.get(id), isNamed: this.named.has(id) };
    if (method === "DELETE") this.deletes.push(change);
    if (method === "PATCH") this.updates.push(change);
    if (fault === "refused") return createRefusal(403, "No.");
    if (fault === "not found") return createRefusal(404, "There is none.");
    if (fault === "lost before") return createRefusal(500, undefined, "unknown");
    const response = this.act(method, id, body, fault === "no id");
    return fault === "lost after" ? createRefusal(500, undefined, "unknown") : response;
  }

  private act(method: string, id: string, body: JsonObject, hidesId: boolean): Response {
    if (method === "POST") {
      const returned = this.findByName(String(body.name)) ?? this.make(String(body.name), true);
      return hidesId ? { body: {} } : this.show(returned);
    }
    const thing = this.things.get(id);
    if (thing === undefined) return createRefusal(404, "There is none.");
    if (method === "DELETE") this.things.delete(id);
    if (method === "DELETE") return { body: undefined };
    if (body.name !== undefined) thing.title = String(body.name);
    return this.show(id);
  }

  /** The stack cannot know that what a POST returns was made by somebody else. */
  private findByName(title: string): string | undefined {
    const [id, thing] = [...this.things].find(([, one]) => this.findsByName && one.title === title) ?? [];
    if (thing !== undefined) thing.isOfStack = true;
    return id;
  }

  private show(id: string): Response {
    const { title, createdAt } = this.things.get(id) as Thing;
    return { body: { data: { id, type: "environments", attributes: { name: title, created_at: createdAt } } } };
  }
}
