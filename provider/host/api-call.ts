/** Requests for a resource, whose failures are errors in the words of a user. */

import { ApiError, withoutWords } from "../api/errors.js";
import { send } from "../api/requests.js";
import type { ResourceResponse } from "../api/responses.js";
import { operationOf } from "../definitions/operation.js";
import { explain, isUnknownId } from "./explain.js";
import type { Target } from "./target.js";

/** A request failed that the API may have carried out. */
export class UnknownOutcome extends Error {
  /** @param reason the message without the API's words, which can quote a secret: what is recorded stands in the state in plain text */
  constructor(
    message: string,
    readonly reason: string,
  ) {
    super(message);
  }
}

/** The API does not know the id of a read. */
export class NotFound extends Error {}

/**
 * Sends an operation of a definition, or one that reads, with these arguments in its body.
 *
 * @throws Error with one message and nothing else, for the engine reads more into it
 */
export async function request(target: Target, operation: string, sent: readonly string[]): Promise<ResourceResponse> {
  const { definition, session, inputs } = target;
  const { kind } = definition;
  const { method } = operationOf(operation);
  if (session.problems.length > 0) throw new Error(session.problems.join("\n"));
  if (method === "POST") session.unknownCreates.refuse(kind, inputs);
  try {
    return await send(session.client(), operation, sent, target);
  } catch (error) {
    if (!(error instanceof ApiError)) throw new Error(`${kind.class}: ${target.quote((error as Error).message)}`);
    if (method === "POST" && error.effect === "unknown") session.unknownCreates.add(kind, inputs);
    const message = explain(error, target, operation);
    if (method === "GET" && isUnknownId(error)) throw new NotFound(message);
    if (error.effect === "none") throw new Error(message);
    const wordless = new ApiError(error.operation, withoutWords(error.failure), error.effect);
    throw new UnknownOutcome(message, explain(wordless, target, operation));
  }
}
