/** Sends the requests of the host. Their failures are in the words of a user. */

import { ApiError, isNotFound } from "../../api/http/errors.js";
import { describeOperation, sendOperation } from "../../api/wire/requests.js";
import type { ResourceResponse } from "../../api/wire/responses.js";
import type { Operation } from "../../definitions/operation.js";
import { explainFailure } from "../messages/explain.js";
import { makeLineSafe } from "../messages/subject-texts.js";
import type { Subject } from "../session/subject.js";
import { HostFailure } from "./failure.js";

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
  if (session.configuration.problems.length > 0) throw new HostFailure(session.configuration.problems.join("\n"));
  // A user's `onError` hook makes the engine call again. An identical request could create the same thing twice.
  if (operation.method === "POST" && session.memory.hasUnknownCreate(names.class, values)) {
    throw new HostFailure(describeRefusedRepeat(subject));
  }
  // A line about a wait names the resource by its id, which can be a secret of the program.
  const client = session.client((line) => session.printer.info(makeLineSafe(session, line)));
  try {
    return await sendOperation(client, operation, subject, sent, session.configuration.values.fieldNames);
  } catch (error) {
    throw explainAfterRequest(error, subject, operation);
  }
}

/**
 * Explains what was thrown after a request may have left. Whatever it is, also a defect of this package: unless the API has refused
 * the request, nobody knows what became of it.
 */
export function explainAfterRequest(error: unknown, subject: Subject, operation: Operation): HostFailure {
  const failure =
    error instanceof HostFailure ? error : createFailure(toApiError(error, subject, operation), subject, operation);
  if (failure.outcome === "unknown" && operation.method === "POST") {
    subject.session.memory.noteUnknownCreate(subject.definition.names.class, subject.values);
  }
  return failure;
}

function createFailure(error: ApiError, subject: Subject, operation: Operation): HostFailure {
  const { message, publicReason } = explainFailure(error, subject, operation);
  const { failure } = error;
  const receivedId = failure.kind === "defect" ? failure.id : undefined;
  return new HostFailure(message, findOutcome(error), publicReason, receivedId);
}

function findOutcome({ effect, failure }: ApiError): HostFailure["outcome"] {
  if (effect === "unknown") return "unknown";
  return isNotFound(failure) ? "not found" : "no effect";
}

function toApiError(error: unknown, { definition: { names } }: Subject, { method }: Operation): ApiError {
  if (error instanceof ApiError) return error;
  const failure = { kind: "defect", message: String(error) } as const;
  return new ApiError(describeOperation(method, names.words), failure, method === "GET" ? "none" : "unknown");
}

function describeRefusedRepeat({ definition: { names, idArgument } }: Subject): string {
  return (
    `create ${names.words} was not sent: an identical request of this \`pulumi up\` has an unknown outcome, so the ${names.words} may ` +
    `already exist. Look for it in the provider's web console: if it is there, set its id as ${idArgument.name}, or delete ` +
    `it. Then run \`pulumi up\` again. A second resource with the same arguments is refused with it until then.`
  );
}
