/** Failures that the host finds by itself, in the words of a user: a request that it does not send, and a response that it does not take. */

import type { JsonObject } from "../../api/http/json.js";
import type { ResourceResponse } from "../../api/wire/responses.js";
import { CallFailure, PartialFailure } from "../failures.js";
import type { Resource } from "../resource.js";
import { formatTitle, stateDeleteAdvice } from "./phrases.js";
import { unknownChangeNotice } from "./request-failures.js";
import { makeSafe } from "./safe-text.js";

/** The number of characters of JSON: gRPC carries an error in its headers, of which some versions of Node take no more. */
const maxProperties = 256 * 1024;

/**
 * Creates the failure by which the engine writes these properties into the state, although the call failed. Where they are too large for that,
 * it's a failure that leaves the state as it was.
 */
export function createPartialFailure(id: string, properties: JsonObject, { publicReason }: CallFailure): Error {
  if (JSON.stringify(properties).length <= maxProperties) return new PartialFailure(id, properties, publicReason);
  const notice = "The state is too large to record this, so it stays as it was, with its retainOnDelete.";
  return new CallFailure(`${publicReason}\n${notice}`);
}

/** Refuses to replace a resource whose state another provider has written: that provider would delete it. */
export function createForeignFailure({ id, definition: { names, idArgument } }: Resource): CallFailure {
  return new CallFailure(
    `the state of this ${names.label} was written by another provider, which would delete it. ` +
      `Set ${idArgument} to its id, ${id}, to take it over.`,
  );
}

/** Describes an error that is no failure of a request: a defect of this package. The message alone has its stack, so that it is printed once. */
export function describeDefect(error: unknown, resource: Resource): string {
  const stack = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  const report = "This is a defect of pulumi-apphosting. Report it with these lines:";
  return `${formatTitle(resource)}: ${report}\n${makeSafe(resource, stack)}`;
}

/** Said where no program ran: the engine keeps the configuration of each `up` in the state, and hands that over. */
export const storedConfigurationNotice =
  "`pulumi refresh`, `pulumi destroy`, " +
  "and `pulumi up --refresh` use the settings of the last `pulumi up`, and today's environment variables. " +
  "To use today's settings, add `--run-program`.";

/** Why a `get` reads nothing, and how to change that. */
export const unnamedReadNotice =
  "`get` can't read it, because the API documents no read. " +
  "If yours has one, run `pulumi config set apphosting:operations read`, " +
  "or add it to the operations of its explicit Provider.";

/** Says that a create was not sent, because one of the same arguments has an unknown outcome. */
export function createRepeatFailure({ definition: { names, idArgument } }: Resource): CallFailure {
  return new CallFailure(
    `create ${names.label} was not sent: ` +
      `an identical request of this \`pulumi up\` has an unknown outcome, so the ${names.label} may already exist. ` +
      `Look for it in the provider's web console: if it's there, set ${idArgument} to its id, or delete ` +
      "it. Then run `pulumi up` again. Until then, a second resource with the same arguments is refused, too.",
  );
}

/** Says that a response is about another resource, by its id or its type, or about none. After a PATCH, nobody knows what was changed. */
export function createIdentityFailure(
  resource: Resource,
  method: "GET" | "PATCH",
  { id, type }: ResourceResponse,
): CallFailure {
  const { names, idArgument, apiType } = resource.definition;
  // The state keeps the public reason in plain text: a name may come from secret configuration, and an API may repeat a secret anywhere.
  const title = `${names.class} ${makeSafe(resource, resource.id ?? "")}`;
  const quote = (word: string | undefined) => `"${makeSafe(resource, String(word))}"`;
  const otherId = id === undefined ? "no id" : `the id ${quote(id)} instead of ${quote(resource.id)}`;
  const isInState = resource.kind === "stored" || resource.kind === "managed";
  const other = id === resource.id ? `the type ${quote(type)} instead of "${apiType}"` : otherId;
  const gone = ` If ${title} no longer exists, ${stateDeleteAdvice}, or set ${idArgument} to the id of another one.`;
  const describe = (difference: string) =>
    `${method === "GET" ? "read" : "update"} ${names.label} got a response with ${difference}, ` +
    `so it may be about a different ${names.label} than ${title}. ` +
    `Check the id, apphosting:baseUrl, and the token's organization.${isInState ? gone : ""}`;
  if (method === "GET") return new CallFailure(describe(other));
  const addOutcome = (text: string) => `${text}\n${unknownChangeNotice}`;
  return new CallFailure(addOutcome(describe(other)), {
    outcome: "unknown",
    publicReason: addOutcome(describe("another id or type")),
  });
}
