/** What a call of the engine ends with where it fails. messages/request-failures.ts and messages/host-failures.ts have the words. */

import type { Outcome } from "../api/http/errors.js";
import type { JsonObject } from "../api/http/json.js";

/** What is known of a failure beside its message. */
interface FailureFacts {
  /** Default: no effect. */
  readonly outcome?: Outcome;
  /** Whether the API does not find the resource. Default: false. */
  readonly isNotFound?: boolean;
  /** The message without the API's own words, which can quote a secret: the state keeps this one in plain text. Default: the message. */
  readonly publicReason?: string;
}

export class CallFailure extends Error {
  readonly outcome: Outcome;
  readonly isNotFound: boolean;
  readonly publicReason: string;

  /** @param message all that a user is told, on several lines */
  constructor(
    message: string,
    { outcome = "no effect", isNotFound = false, publicReason = message }: FailureFacts = {},
  ) {
    super(message);
    this.outcome = outcome;
    this.isNotFound = isNotFound;
    this.publicReason = publicReason;
  }
}

/** Makes the engine write these properties into the state although the call failed. The SDK recognises it by the names of its members: it has no others. */
export class PartialFailure extends Error {
  readonly reasons = [this.message];

  constructor(
    readonly id: string,
    readonly properties: JsonObject,
    message: string,
  ) {
    super(message);
  }
}
