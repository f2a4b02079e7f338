/** The failures of a request, in the words of a user: what happened, to which resource, what to do. */

import {
  type ApiError,
  describeFailure,
  type Failure,
  invalidHttp,
  isNotFound,
  type Outcome,
  type RequestSummary,
  type StatusFailure,
} from "../../api/http/errors.js";
import { listArgumentNames, type ResolvedDefinition } from "../../definitions/definition.js";
import type { Operation } from "../../definitions/operation.js";
import { CallFailure } from "../failures.js";
import { getCurrentValues, type Resource } from "../resource.js";
import { stateDeleteAdvice } from "./phrases.js";
import { makeSafe } from "./safe-text.js";
import { describeTaken, describeTakenByOther, saysNameTaken, saysTaken } from "./taken-names.js";

export const unknownChangeNotice = "The change may have gone through anyway. The next `pulumi up` sends it again.";

/** Says what happened, and what to do: one message of several lines, without a stack. */
export function createRequestFailure(error: ApiError, resource: Resource, operation: Operation): CallFailure {
  const { failure } = error;
  const words = "message" in failure ? failure.message : undefined;
  const quoted = words === undefined ? "" : `: ${makeSafe(resource, words)}`;
  const fields = failure.kind === "status" ? describeFieldErrors(resource, failure.fields) : [];
  const happened = `${error.request.action} ${describeFailure(failure)}`;
  const next = [describeFix(error, resource, operation), describeOutcome(error, resource)];
  const message = joinLines([happened + quoted, ...fields, ...next]);
  return new CallFailure(message, {
    outcome: error.outcome,
    isNotFound: isNotFound(failure, error.request),
    publicReason: joinLines([happened, ...next]),
  });
}

/**
 * Creates a failure that the client has no part in: the request was not sent, or its response is not about the resource.
 *
 * @param happened stands after the name of the operation
 */
export function createSendFailure(
  resource: Resource,
  request: RequestSummary,
  outcome: Outcome,
  happened: string,
  fix?: string,
): CallFailure {
  const lines = [`${request.action} ${happened}`, fix, describeOutcome({ outcome, request }, resource)];
  return new CallFailure(joinLines(lines), { outcome });
}

function joinLines(lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined).join("\n");
}

/** What became of the resource, where the status does not say it. Without a failure of the client, there is no status. */
function describeOutcome(
  { failure, outcome, request }: Pick<ApiError, "outcome" | "request"> & { failure?: Failure },
  { definition: { names, idArgument } }: Resource,
): string | undefined {
  const { method } = request;
  if (method === "DELETE") {
    if (outcome === "unknown")
      return `The ${names.label} may have been deleted anyway. It stays in the state: run the command again.`;
    if (failure !== undefined && isNotFound(failure, request)) return undefined;
    const mayBeGone = failure?.kind === "status" && failure.status === 404;
    const advice = mayBeGone ? ` If it no longer exists, ${stateDeleteAdvice}.` : "";
    return `The ${names.label} stays in the state.${advice}`;
  }
  if (outcome === "no effect")
    return method === "POST" && failure?.kind !== "status" ? "Nothing was created." : undefined;
  return method === "POST"
    ? `The ${names.label} may have been created anyway. ` +
        `The next \`pulumi up\` creates it again, so look for it in the provider's web console first: ` +
        `if it's there, set ${idArgument} to its id, or delete it.`
    : unknownChangeNotice;
}

function describeFix({ failure, request }: ApiError, resource: Resource, operation: Operation): string | undefined {
  switch (failure.kind) {
    case "status":
      return describeStatusFix(failure, request, resource, operation);
    case "unreadable":
      return failure.detail.startsWith(invalidHttp)
        ? "Check apphosting:baseUrl. If it's right, the API, or a proxy in between, breaks HTTP."
        : `Check ${describeAddress(operation)}: it must be the API's address, not a web page's.`;
    case "connection":
    case "timeout":
      return "Check apphosting:baseUrl, the network, and HTTPS_PROXY if you use a proxy.";
    case "proxy":
      return "Check HTTPS_PROXY (http://user:password@host:port, with the login URL-encoded) and NO_PROXY.";
    case "certificate":
      return /EXPIRED|ALTNAME|HOSTNAME/.test(failure.detail)
        ? "Check apphosting:baseUrl. If it's right, the owner of that address has to renew or correct the certificate."
        : "Check apphosting:baseUrl. For your own certificate authority, set NODE_EXTRA_CA_CERTS.";
  }
}

/** A read and a delete can be those of a refresh or a destroy. */
const describeCommand = ({ method }: Operation) =>
  method === "GET" || method === "DELETE" ? "the command" : "`pulumi up`";

/** Names the settings that an address comes from. */
function describeAddress({ isDocumented, method, path }: Operation): string {
  return isDocumented ? "apphosting:baseUrl" : `apphosting:baseUrl, and whether your API has ${method} ${path}`;
}

function describeStatusFix(failure: StatusFailure, request: RequestSummary, resource: Resource, operation: Operation) {
  const { status, message } = failure;
  const { method } = operation;
  const notThisApi = "the response doesn't look like this API's.";
  const address = describeAddress(operation);
  if (status >= 300 && status < 400)
    return `The API redirected the request, and redirects aren't followed. Check ${address}.`;
  if (status === 401 || status === 403) {
    // Where no program ran, a new token of the stack does not count. The notice about stored settings says what does.
    const isStored = !resource.session.hasProgram && (method === "GET" || method === "DELETE");
    // The API's own refusal has a message; that of another server, or of a proxy, mostly has none.
    const otherCause = message === undefined ? ` Or check apphosting:baseUrl: ${notThisApi}` : "";
    return (
      "Check the token: it may have expired, belong to another organization, " +
      `or lack the permission.${isStored ? "" : newToken}${otherCause}`
    );
  }
  if (status === 429)
    return `Run ${describeCommand(operation)} again later, or with fewer requests at a time: \`--parallel 4\`.`;
  if (method === "POST" && (status === 409 || saysTaken(failure.fields.name))) return describeTaken(failure, resource);
  if (method === "PATCH" && saysNameTaken(failure)) return describeTakenByOther(resource);
  if (method === "DELETE" && status === 409) return "Delete what depends on it first, or run the command again later.";
  if ([409, 423, 425].includes(status)) {
    return `The API is busy with another change: wait, then run ${describeCommand(operation)} again.`;
  }
  if (status === 405 || status === 419) return `Check ${address}: ${notThisApi}`;
  if (status !== 404 && status !== 410) return undefined;
  const causes = [describeIdFix(resource, operation), `${address}: that address may not have this path.`];
  // The likelier one first: where the API does not know an id, it says so; another server has no message.
  if (!isNotFound(failure, request)) causes.reverse();
  return `Check ${causes.filter((cause) => cause !== undefined).join("\nOr check ")}`;
}

const newToken =
  " Set a new one in APPHOSTING_TOKEN, " +
  "as a secret of the stack (`pulumi config set --secret apphosting:token <token>`), " +
  "or on the explicit Provider (its token, or the variable that its tokenVariable names).";

/** Describes which id of the path may be wrong, and where a user finds the right one: in the program, or in the web console. */
function describeIdFix(resource: Resource, { placeholders }: Operation): string | undefined {
  const { definition, id = "" } = resource;
  const { names, idArgument } = definition;
  const name = placeholders.at(-1);
  if (name === undefined) return undefined;
  const isIdOfResource = name === "id" || name === idArgument;
  // The id of a created resource is in no program.
  const idName = "inputs" in resource && resource.inputs.existingId === id ? idArgument : "the id";
  const value = String({ ...getCurrentValues(resource), id }[name]);
  const pass = isIdOfResource
    ? `copy the id of the ${names.label} from the provider's web console`
    : `pass ${name.replace(/Id$/, "")}.id`;
  // An id can have capitals, as a ULID has, but no white space.
  const looks = /\s/.test(value) ? ` It looks like a name: ${pass}.` : "";
  return (
    `${name === "id" ? idName : name}: ` +
    `the API doesn't know "${makeSafe(resource, value)}", or the token's organization doesn't own it.${looks}`
  );
}

const maxListed = 20;

/** Returns the API's messages about single fields, under the names of arguments, and hints for what may be an argument under another name. */
export function describeFieldErrors(resource: Resource, fields: Readonly<Record<string, readonly string[]>>): string[] {
  const { definition } = resource;
  const undocumented = listArgumentNames(definition, ({ row }) => row.undocumentedName !== undefined);
  const lines = Object.entries(fields).flatMap(([field, messages]) => {
    const name = nameField(definition, field);
    const errors = messages.map((message) => `${name ?? `field ${field}`}: ${message}`);
    const isOutput = definition.outputs.some(({ wireName }) => wireName === field);
    // A hint has a plain name alone, for a shell reads its command.
    const hasHint = name === undefined && !isOutput && undocumented.length > 0 && /^[\w-]+$/.test(field);
    if (!hasHint) return errors;
    const example = JSON.stringify({ [undocumented[0] as string]: field });
    const command = `run \`pulumi config set apphosting:fieldNames '${example}'\``;
    return [...errors, `If ${field} is the API's name of ${undocumented.join(" or ")}, ${command}`];
  });
  const shown = lines.slice(0, maxListed).map((line) => `  ${makeSafe(resource, line)}`);
  return lines.length > maxListed ? [...shown, `  … ${lines.length - maxListed} more`] : shown;
}

/** Names a field as the program does. The field can stand around the one that the message is about: `build_command.0`. */
function nameField({ arguments: args }: ResolvedDefinition, field: string): string | undefined {
  const isPartOf = (name: string) => field === name || field.startsWith(`${name}.`);
  const argument = args.find(({ isInBody, fieldName }) => isInBody && isPartOf(fieldName));
  return argument && argument.name + field.slice(argument.fieldName.length);
}
