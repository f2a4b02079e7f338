/** The failures of a call: as the host throws them, and as Pulumi's SDK knows them. */

import type { JsonObject } from "../../api/http/json.js";

export class HostFailure extends Error {
  constructor(
    /** All that a user is told, on several lines. */
    message: string,
    /**
     * What became of the resource: the request had no effect, nobody knows whether the API carried it out, or the API does
     * not find what the path of the request names.
     */
    readonly outcome: "no effect" | "unknown" | "not found" = "no effect",
    /** The message without the API's own message, which can quote a secret: the state keeps this one in plain text. */
    readonly publicReason: string = message,
    /** The id in a response of which a defect of this package kept the rest from being read. */
    readonly receivedId?: string | undefined,
  ) {
    super(message);
  }
}

/**
 * Makes the engine keep the resource with these properties although the call failed. Pulumi's SDK recognises such an error
 * by the names of its members, so it has no others.
 */
export class StoredFailure extends Error {
  readonly reasons = [this.message];

  constructor(
    readonly id: string,
    readonly properties: JsonObject,
    message: string,
  ) {
    super(message);
  }
}
