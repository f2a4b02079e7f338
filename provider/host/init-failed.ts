/** What becomes of an update whose outcome is unknown. */

import type { JsonObject } from "../api/json.js";
import { UnknownOutcome } from "./api-call.js";
import { outputsOf } from "./outputs.js";
import type { Target } from "./target.js";

/** The resource is recorded with these properties although the call failed. Pulumi's SDK knows it by the names of the members. */
export class InitFailed extends Error {
  readonly reasons = [this.message];

  constructor(
    readonly id: string,
    readonly properties: JsonObject,
    message: string,
  ) {
    super(message);
  }
}

/** The error of an update. With an unknown outcome, the state can hold it: the next preview then shows an update, whatever the program sets. */
export function unknownUpdate(target: Target, sent: readonly string[], error: Error): Error {
  if (!(error instanceof UnknownOutcome)) return error;
  const { message, reason } = error.explained;
  if (message !== reason) target.warn([message]);
  // The inputs have the loader, which the SDK does not take from them for what is recorded by a failure.
  const properties = { ...target.inputs, ...outputsOf(target, {}, sent) };
  if (JSON.stringify(properties).length <= longestRecorded) return new InitFailed(target.id, properties, reason);
  return new Error(
    `${reason}\nThe state is too large to record this: the settings may stay changed also if the program goes back.`,
  );
}

/** Characters of JSON; gRPC carries an error in its headers, of which some versions of Node take no more. */
const longestRecorded = 256 * 1024;
