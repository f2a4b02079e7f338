/** Errors in the words of a user: what happened, to which resource, what to do. */

import { type ApiError, describe, type Failure } from "../api/errors.js";
import { operationOf, placeholders } from "../definitions/operation.js";
import { printFieldErrors } from "./field-errors.js";
import type { Target } from "./target.js";

type StatusFailure = Extract<Failure, { kind: "status" }>;

/** One message, several lines, no stack. `operation` is as the definition writes it. */
export function explain(error: ApiError, target: Target, operation: string) {
  const { failure } = error;
  const said = "message" in failure && failure.message !== undefined ? `: ${target.quote(failure.message)}` : "";
  const fields = failure.kind === "status" ? printFieldErrors(target, failure.fields) : [];
  const happened = `${error.operation} ${describe(failure)}`;
  const next = [hint(failure, target, operation), outcome(error, target, operation)];
  const text = (lines: readonly (string | undefined)[]) => lines.filter((line) => line !== undefined).join("\n");
  return {
    message: text([happened + said, ...fields, ...next]),
    /** The message without the API's words, which can quote a secret: what is recorded stands in the state in plain text. */
    reason: text([happened, ...next]),
    /** Whether the API was reached, and does not know what the path names. */
    isUnknownId: failure.kind === "status" && failure.status === 404 && !isUnknownRoute(failure),
  };
}

/** What became of the resource, where the status does not say it. */
function outcome({ failure, effect }: ApiError, { definition }: Target, operation: string): string | undefined {
  const creates = operationOf(operation).method === "POST";
  if (effect === "none") return creates && failure.kind !== "status" ? "Nothing was created." : undefined;
  return creates
    ? `The ${definition.kind.words} may still have been created. Look for it in the provider's web console before the next \`pulumi up\`, which creates it again: if it is there, set its id as existingId, or delete it.`
    : "The settings may still have been changed. The next `pulumi up` sends them again.";
}

function hint(failure: Failure, target: Target, operation: string): string | undefined {
  // Of a read, the user has set the path, too.
  const isRead = operationOf(operation).method === "GET";
  const address = isRead ? "apphosting:readPaths and apphosting:baseUrl" : "apphosting:baseUrl";
  if (failure.kind === "status") return statusHint(failure, address, target, operation);
  if (failure.kind === "rate limit") return "Run `pulumi up` again later, or with fewer at a time: `--parallel 4`.";
  if (failure.kind === "path") return `Check the id${isRead ? " and apphosting:readPaths" : ""}.`;
  if (failure.kind === "unreadable") return `Check ${address}: it must be the API's address, not that of a web page.`;
  if (failure.kind === "connection" || failure.kind === "timeout")
    return "Check apphosting:baseUrl, the network, and HTTPS_PROXY if there is a proxy.";
  if (failure.kind !== "certificate") return undefined;
  return /EXPIRED|ALTNAME|HOSTNAME/.test(failure.detail)
    ? "Check apphosting:baseUrl; if it is right, whoever runs that address has to renew or correct the certificate."
    : "Check apphosting:baseUrl. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS.";
}

function statusHint(failure: StatusFailure, address: string, target: Target, operation: string): string | undefined {
  const { status, message } = failure;
  const notThisApi = "the response does not look like this API's.";
  if (status >= 300 && status < 400) return `Redirects are not followed. Check ${address}.`;
  if (status === 401 || status === 403) {
    // The API's own refusal has a message; that of another server, or of a proxy, mostly has none.
    const doubt = message === undefined ? ` Or check apphosting:baseUrl: ${notThisApi}` : "";
    return `Check the token: it may have expired, belong to another organization or lack the permission. Set a new one with \`pulumi config set --secret apphosting:token <token>\`, in APPHOSTING_TOKEN, or on the explicit Provider (its token, or the variable that its tokenVariable names).${doubt}`;
  }
  if (status === 405 || status === 419) return `Check ${address}: ${notThisApi}`;
  if (status !== 404) return undefined;
  const causes = [idHint(target, operation), `${address}: there may be no such path at that address.`];
  // The likelier one first: where the API does not know an id, it says so; another server has no message.
  if (isUnknownRoute(failure)) causes.reverse();
  return `Check ${causes.filter((cause) => cause !== undefined).join("\nOr check ")}`;
}

/** Of a server that has no such path; the API itself says what it does not know. */
function isUnknownRoute({ message }: StatusFailure): boolean {
  return message === undefined || /^The route .* could not be found/i.test(message);
}

/** The id that the path is about, and where a user has it from: a resource of the program is an output, what exists has it in the web console alone. */
function idHint(target: Target, operation: string): string | undefined {
  const { definition, id, inputs } = target;
  const name = placeholders(operation).at(-1);
  if (name === undefined) return undefined;
  // The id of a created resource is in no program.
  const ownName = inputs.existingId === id ? "existingId" : "the resource";
  const value = String({ ...inputs, id }[name]);
  const isOwn = ["id", definition.adopted].includes(name);
  const pass = isOwn
    ? `copy the id of the ${definition.kind.words} from the provider's web console`
    : `pass ${name.replace(/Id$/, "")}.id`;
  // Many an id has capitals, such as a ULID; none has white space.
  const looks = /\s/.test(value) ? ` It looks like a name: ${pass}.` : "";
  return `${name === "id" ? ownName : name}: the API knows no "${target.quote(value)}", or the token's organization does not own it.${looks}`;
}
