/** How a call of the engine fails. The words are in messages/. */

import type { Outcome } from "../api/http/errors.js";
import type { JsonObject } from "../api/http/json.js";
import { describeDefect, describeRemainingConsent, storedConfigurationNotice } from "./messages/host-failures.js";
import { addTitle } from "./messages/text.js";
import { findStateRetainReason } from "./run.js";
import type { Session } from "./session.js";
import type { Resource } from "./state/model.js";
import { hasConsent } from "./state/state.js";

/** A failure that a user can do something about. Its message has one or more lines. */
export class CallFailure extends Error {
  readonly outcome: Outcome;
  /** Whether the API doesn't have the resource. */
  readonly isNotFound: boolean;
  /** The message without the API's own words, which can quote a secret: the state keeps this one in plain text. */
  readonly publicReason: string;

  constructor(message: string, facts: Partial<Pick<CallFailure, "outcome" | "isNotFound" | "publicReason">> = {}) {
    super(message);
    this.outcome = facts.outcome ?? "no effect";
    this.isNotFound = facts.isNotFound ?? false;
    this.publicReason = facts.publicReason ?? message;
  }
}

/**
 * Makes the engine write these properties into the state although the call failed. The SDK recognizes it by the names
 * of its members (`grpcResponseFromError` in its cmd/dynamic-provider).
 */
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

/** In characters of JSON. gRPC carries an error in its headers, whose size some versions of Node limit. */
const maxProperties = 256 * 1024;

/** Creates a failure that keeps these properties in the state, unless they're too large for that. */
export function createUpdateFailure(id: string, properties: JsonObject, { publicReason }: CallFailure): Error {
  if (JSON.stringify(properties).length <= maxProperties) return new PartialFailure(id, properties, publicReason);
  const notice = "The state is too large to record this, so it stays as it was, with its retainOnDelete.";
  return new CallFailure(`${publicReason}\n${notice}`);
}

/** Runs a call of the engine. Its failure has nothing but a message: the SDK would print the stack. */
export async function runCall<Result>(
  session: Session,
  resource: Resource,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof PartialFailure) throw error;
    const isFailure = error instanceof CallFailure;
    const text = isFailure ? describeCallFailure(error, session, resource) : describeDefect(error, resource);
    throw Object.assign(new Error(text, isFailure ? {} : { cause: error }), { stack: "" });
  }
}

function describeCallFailure({ message }: CallFailure, session: Session, resource: Resource): string {
  if (resource.kind === "managed") return message;
  if (resource.kind === "new") {
    const { replaced, inputs } = resource;
    if (replaced === undefined || hasConsent(inputs)) return message;
    const isRetained = findStateRetainReason(replaced, replaced.state.hasConsent) !== undefined;
    return isRetained ? message : `${message}\n${describeRemainingConsent(replaced)}`;
  }
  // The engine can show the failure of a read or a delete under another resource (test/engine/reads.test.ts).
  const notice = session.run.hasProgram ? "" : `\n${storedConfigurationNotice}`;
  return addTitle(resource, message + notice);
}

/**
 * The engine refreshes and destroys with the settings of the last `up`, which no check of this run has looked at.
 *
 * @throws CallFailure for malformed `apphosting:operations`, which don't tell what the API supports
 */
export function refuseMalformedOperations({ settings: { values, mistakes } }: Session): void {
  if (values.operations === undefined) throw new CallFailure(mistakes.join("\n"));
}
