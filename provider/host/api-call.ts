/** Requests for a resource, whose failures are errors in the words of a user. */

import { isDeepStrictEqual } from "node:util";
import { ApiError } from "../api/errors.js";
import { send } from "../api/requests.js";
import type { ResourceResponse } from "../api/responses.js";
import { operationOf } from "../definitions/operation.js";
import { explain } from "./explain.js";
import type { Target } from "./target.js";

/** A request failed that the API may have carried out. */
export class UnknownOutcome extends Error {
  constructor(readonly explained: ReturnType<typeof explain>) {
    super(explained.message);
  }
}

/** The API does not know an id of the request. */
export class NotFound extends Error {}

/**
 * Sends an operation of a definition, or one that reads, with these arguments in its body.
 *
 * @throws Error with one message and nothing else, for the engine reads more into it
 */
export async function request(target: Target, operation: string, sent: readonly string[]): Promise<ResourceResponse> {
  const { definition, session, inputs } = target;
  const { kind } = definition;
  const { fieldNames } = session.settings;
  const created = operationOf(operation).method === "POST" ? [kind, inputs] : undefined;
  if (session.problems.length > 0) throw new Error(session.problems.join("\n"));
  // The engine calls again where a user's hook asks for it.
  if (session.unknownCreates.some((one) => isDeepStrictEqual(one, created))) throw new Error(refusalOf(kind.words));
  try {
    return await send(operation, sent, { ...target, client: session.client(), fieldNames });
  } catch (error) {
    if (!(error instanceof ApiError)) throw new Error(`${kind.class}: ${target.quote((error as Error).message)}`);
    const explained = explain(error, target, operation);
    if (error.effect === "none") throw new (explained.isUnknownId ? NotFound : Error)(explained.message);
    if (created !== undefined) session.unknownCreates.push(created);
    throw new UnknownOutcome(explained);
  }
}

/** An identical request could create the same thing twice. */
const refusalOf = (words: string) =>
  `create ${words} was not sent: an identical request of this \`pulumi up\` has an unknown outcome, so the ${words} may ` +
  `already exist. Look for it in the provider's web console: if it is there, set its id as existingId, or delete ` +
  `it. Then run \`pulumi up\` again. A second resource with the same arguments is refused with it until then.`;
