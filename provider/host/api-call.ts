/** Requests for a resource, whose failures are errors in the words of a user. */

import { ApiError, withoutWords } from "../api/errors.js";
import { operationName, type ResourceRequest, send } from "../api/requests.js";
import type { ResourceResponse } from "../api/responses.js";
import type { Definition } from "../definitions/definition.js";
import { operationOf } from "../definitions/operation.js";
import { explain, isUnknownId } from "./explain.js";
import type { Session } from "./session.js";

/** A request failed that the API may have carried out. */
export class UnknownOutcome extends Error {
  readonly #reason: string;

  /** @param reason the message without the API's words, which can quote a secret: what is recorded stands in the state in plain text */
  constructor(message: string, reason: string) {
    super(message);
    this.#reason = reason;
  }

  get reason(): string {
    return this.#reason;
  }
}

/** The API does not know the id of a read. */
export class NotFound extends Error {}

/** @throws Error with one message and nothing else, for the engine reads more into it */
export async function request(
  definition: Definition,
  session: Session,
  call: ResourceRequest,
): Promise<ResourceResponse> {
  if (session.problems.length > 0) throw new Error(session.problems.join("\n"));
  const { kind, idWithout } = definition;
  const { operation, inputs } = call;
  const quote = (words: string) => session.quote(words, inputs);
  const creates = operationOf(operation).method === "POST";
  if (creates) session.unknownCreates.refuse(kind, inputs);
  try {
    const response = await send(session.client(), definition, call);
    if (creates && response.id === undefined && idWithout === undefined) {
      const failure = { kind: "no id", message: response.message } as const;
      throw new ApiError(operationName(definition, operation), failure, "unknown");
    }
    return response;
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw new Error(`${kind.class}: ${quote(error instanceof Error ? error.message : String(error))}`);
    }
    if (creates && error.effect === "unknown") session.unknownCreates.add(kind, inputs);
    const { fieldNames } = session.settings;
    const message = explain(error, { definition, call, fieldNames, quote });
    if (operationOf(operation).method === "GET" && isUnknownId(error)) throw new NotFound(message);
    if (error.effect === "none") throw new Error(message);
    const wordless = new ApiError(error.operation, withoutWords(error.failure), error.effect);
    throw new UnknownOutcome(message, explain(wordless, { definition, call, fieldNames, quote }));
  }
}
