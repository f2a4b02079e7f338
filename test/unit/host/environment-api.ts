/** An API of environments that creates, changes and deletes, and whose requests can fail. */

import type { JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import { createRefusal, lost, type Response } from "../host-fixture.js";

/** The result of a request: a `lost` response never arrives, and the response to a POST may have `no id`. */
export type Fault = "none" | "refused" | "lost" | "not found" | "no id";

export class EnvironmentApi {
  /** The names of the environments by their ids. Somebody else created two of them. */
  readonly things = new Map([
    ["id-0", "one"],
    ["id-1", "two"],
  ]);
  private made = this.things.size;

  /** @param findsByName whether a POST returns an environment of the same name, if there is one, not a new one */
  respond({ method, path, body }: ApiRequest, fault: Fault, findsByName: boolean): Response {
    if (fault === "refused") return createRefusal(403, "No.");
    if (fault === "not found") return createRefusal(404, "There is none.");
    const response = this.act(method, path.split("/").at(-1) ?? "", body, findsByName);
    if (fault === "no id" && method === "POST") return { body: undefined };
    return fault === "lost" ? lost : response;
  }

  private act(method: string, id: string, { name }: JsonObject, findsByName: boolean): Response {
    if (method === "POST") {
      const [found] = [...this.things].find(([, one]) => findsByName && one === name) ?? [`id-${this.made++}`];
      this.things.set(found, String(name));
      return { body: { data: { id: found, type: "environments" } } };
    }
    if (!this.things.has(id)) return createRefusal(404, "There is none.");
    if (method === "DELETE") this.things.delete(id);
    else if (name !== undefined) this.things.set(id, String(name));
    return { body: { data: { id, type: "environments" } } };
  }
}
