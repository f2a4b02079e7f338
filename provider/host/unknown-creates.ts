/** Creates of this process whose outcome is unknown. The engine calls `create` again where a user's hook asks for it. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../api/json.js";
import type { Names } from "../definitions/names.js";

export class UnknownCreates {
  private readonly requests: { readonly kind: Names; readonly inputs: JsonObject }[] = [];

  add(kind: Names, inputs: JsonObject): void {
    this.requests.push({ kind, inputs });
  }

  /** @throws Error for a request that is identical to one of these: it could create the same thing twice */
  refuse(kind: Names, inputs: JsonObject): void {
    if (!this.requests.some((one) => isDeepStrictEqual(one, { kind, inputs }))) return;
    const { words } = kind;
    throw new Error(
      `create ${words} was not sent: an identical request of this \`pulumi up\` has an unknown outcome, so the ${words} may ` +
        `already exist. Look for it in the provider's web console: if it is there, set its id as existingId, or delete ` +
        `it. Then run \`pulumi up\` again. A second resource with the same arguments is refused with it until then.`,
    );
  }
}
