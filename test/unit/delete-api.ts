/** An API of environments, for many runs in a row: it notes every DELETE, and any request can fail. */

import type { JsonObject } from "../../provider/api/json.js";
import type { ApiRequest } from "../../provider/api/transport.js";
import { createRefusal, type Response } from "./host-fixture.js";

/** What becomes of a request. */
export const faults = ["none", "refused", "lost before", "lost after", "not found", "no id"] as const;
export type Fault = (typeof faults)[number];

interface Thing {
  readonly createdAt: string;
  readonly isOfStack: boolean;
  title: string;
}

/** An API with two environments that somebody else has made. */
export class Api {
  readonly things = new Map<string, Thing>();
  /** Every DELETE, whatever came of it. */
  readonly deletes: { readonly id: string; readonly thing: Thing | undefined; readonly isNamed: boolean }[] = [];
  /** The ids that the program of this run has named as existingId so far. */
  named = new Set<string>();
  private made = 0;

  constructor() {
    for (const _ of ["first", "second"]) this.make("one", false);
  }

  make(title: string, isOfStack: boolean, id = `id-${this.made}`): string {
    this.made += 1;
    this.things.set(id, { title, isOfStack, createdAt: new Date(this.made * 1000).toISOString() });
    return id;
  }

  respond({ method, path, body }: ApiRequest, fault: Fault): Response {
    const id = path.split("/").at(-1) ?? "";
    if (method === "DELETE") this.deletes.push({ id, thing: this.things.get(id), isNamed: this.named.has(id) });
    if (fault === "refused") return createRefusal(403, "No.");
    if (fault === "not found") return createRefusal(404, "There is none.");
    if (fault === "lost before") return createRefusal(500, undefined, "unknown");
    const response = this.act(method, id, body, fault === "no id");
    return fault === "lost after" ? createRefusal(500, undefined, "unknown") : response;
  }

  private act(method: string, id: string, body: JsonObject, hidesId: boolean): Response {
    if (method === "POST") {
      const made = this.make(String(body.name), true);
      return hidesId ? { body: {} } : this.show(made);
    }
    const thing = this.things.get(id);
    if (thing === undefined) return createRefusal(404, "There is none.");
    if (method === "DELETE") this.things.delete(id);
    if (method === "DELETE") return { body: undefined };
    if (body.name !== undefined) thing.title = String(body.name);
    return this.show(id);
  }

  private show(id: string): Response {
    const { title, createdAt } = this.things.get(id) as Thing;
    return { body: { data: { id, type: "environments", attributes: { name: title, created_at: createdAt } } } };
  }
}
