/** Sends the requests of the host. Their failures are in the words of a user. */

import { isDeepStrictEqual } from "node:util";
import { ApiError } from "../api/errors.js";
import { sendOperation } from "../api/requests.js";
import type { ResourceResponse } from "../api/responses.js";
import type { Operation } from "../definitions/operation.js";
import { explainFailure } from "./explain.js";
import { HostFailure } from "./failure.js";
import type { Subject } from "./subject.js";

/**
 * Sends one request.
 *
 * @param sent the names of the arguments that its body holds
 * @returns the response; that to a POST always has an id, which the package makes by `fallbackId` where the API returns none
 * @throws HostFailure also where the API returns no id to a POST, and the definition has no `fallbackId`
 */
export async function sendRequest(
  subject: Subject,
  operation: Operation,
  sent: readonly string[] = [],
): Promise<ResourceResponse> {
  const {
    definition: { names },
    session,
    values,
  } = subject;
  if (session.problems.length > 0) throw new HostFailure(session.problems.join("\n"));
  const create = operation.method === "POST" ? { className: names.class, values } : undefined;
  // A user's `onError` hook makes the engine call again. An identical request could create the same thing twice.
  if (session.unknownCreates.some((one) => isDeepStrictEqual(one, create))) {
    throw new HostFailure(describeRefusedRepeat(subject));
  }
  try {
    return await sendOperation(session.client(), operation, subject, sent, session.config.fieldNames);
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw new HostFailure(`${names.class}: ${subject.makeSafe((error as Error).message)}`);
    }
    const failure = explainFailure(error, subject, operation);
    if (failure.outcome === "unknown" && create !== undefined) session.unknownCreates.push(create);
    throw failure;
  }
}

function describeRefusedRepeat({ definition: { names, idArgument } }: Subject): string {
  return (
    `create ${names.words} was not sent: an identical request of this \`pulumi up\` has an unknown outcome, so the ${names.words} may ` +
    `already exist. Look for it in the provider's web console: if it is there, set its id as ${idArgument.name}, or delete ` +
    `it. Then run \`pulumi up\` again. A second resource with the same arguments is refused with it until then.`
  );
}
