/** Requests for a resource, whose failures are errors in the words of a user. */

import { ApiError, withoutWords } from "../api/errors.js";
import { operationName, send } from "../api/requests.js";
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
 * @param operation as a definition writes it
 * @param sent the arguments that go into the body
 * @throws Error with one message and nothing else, for the engine reads more into it
 */
export async function request(target: Target, operation: string, sent: readonly string[]): Promise<ResourceResponse> {
  const { definition, session, id, inputs } = target;
  const { kind, idWithout } = definition;
  const { method } = operationOf(operation);
  if (session.problems.length > 0) throw new Error(session.problems.join("\n"));
  if (method === "POST") session.unknownCreates.refuse(kind, inputs);
  try {
    const response = await send(session.client(), definition, { operation, inputs, sent, id });
    if (method === "POST" && response.id === undefined && idWithout === undefined) {
      const failure = { kind: "no id", message: response.message } as const;
      throw new ApiError(operationName(definition, operation), failure, "unknown");
    }
    return response;
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw new Error(`${kind.class}: ${target.quote(error instanceof Error ? error.message : String(error))}`);
    }
    if (method === "POST" && error.effect === "unknown") session.unknownCreates.add(kind, inputs);
    const message = explain(error, target, operation);
    if (method === "GET" && isUnknownId(error)) throw new NotFound(message);
    if (error.effect === "none") throw new Error(message);
    const wordless = new ApiError(error.operation, withoutWords(error.failure), error.effect);
    throw new UnknownOutcome(message, explain(wordless, target, operation));
  }
}
