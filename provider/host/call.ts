/** What the calls of all providers share: how they end where they fail, and what they need of the settings. */

import { findLastingRetainReason } from "./deletion.js";
import { CallFailure, PartialFailure } from "./failures.js";
import { describeStandingConsent } from "./messages/delete-warnings.js";
import { describeDefect, storedConfigurationNotice } from "./messages/host-failures.js";
import { formatTitle } from "./messages/phrases.js";
import type { Resource } from "./resource.js";
import type { Session } from "./session.js";
import { hasConsent } from "./state.js";

/**
 * Runs a call of the engine, and throws a failure as an error with nothing but a message. The SDK prints the stack of a failed read and of a
 * failed delete, and takes an error with `id`, `properties` and `reasons` for a partial failure. A defect of the package keeps its
 * cause, and its message has the stack.
 */
export async function runCall<Result>(act: () => Promise<Result>, resource: Resource): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof PartialFailure) throw error;
    const isFailure = error instanceof CallFailure;
    const text = isFailure ? describeCallFailure(error, resource) : describeDefect(error, resource);
    throw Object.assign(new Error(text, isFailure ? {} : { cause: error }), { stack: "" });
  }
}

/** A failure of a read or a delete begins with the resource, because the engine may show it under another one. */
function describeCallFailure({ message }: CallFailure, resource: Resource): string {
  if (resource.kind === "managed") return message;
  if (resource.kind === "new") {
    const { replaced } = resource;
    if (replaced === undefined || hasConsent(resource.inputs)) return message;
    const isRetained = findLastingRetainReason(replaced, replaced.state.hasConsent) !== undefined;
    return isRetained ? message : `${message}\n${describeStandingConsent(replaced)}`;
  }
  const notice = resource.session.hasProgram ? "" : `\n${storedConfigurationNotice}`;
  return `${formatTitle(resource)}: ${message}${notice}`;
}

/**
 * The engine refreshes and destroys with the settings of the last `up`, which no check of this run has looked at.
 *
 * @throws CallFailure where `apphosting:operations` is malformed, and does not tell which operations the API has
 */
export function refuseMalformedOperations({ settings: { values, problems } }: Session): void {
  if (values.operations === undefined) throw new CallFailure(problems.join("\n"));
}
