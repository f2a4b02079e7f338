/** Errors in the words of a user: what happened, to which resource, what to do. */

import { type ApiError, describeFailure, type Failure, isNotFound } from "../../api/http/errors.js";
import { findPlaceholders, type Operation } from "../../definitions/operation.js";
import type { Subject } from "../session/subject.js";
import { isAdoptedById } from "../state/ids.js";
import { describeFieldErrors } from "./field-errors.js";
import { makeSafe } from "./subject-texts.js";

/** What a user reads of an update with an unknown outcome. */
export const mayHaveBeenChanged = "The settings may still have been changed. The next `pulumi up` sends them again.";

type StatusFailure = Extract<Failure, { kind: "status" }>;

export interface Explanation {
  /** All that a user is told, on several lines. */
  readonly message: string;
  /** The message without the API's own message, which can quote a secret: the state keeps this one in plain text. */
  readonly publicReason: string;
}

/** Says what happened, and what to do: one message of several lines, without a stack. */
export function explainFailure(error: ApiError, subject: Subject, operation: Operation): Explanation {
  const { failure } = error;
  const quoted = "message" in failure && failure.message !== undefined ? `: ${makeSafe(subject, failure.message)}` : "";
  const fields = failure.kind === "status" ? describeFieldErrors(subject, failure.fields) : [];
  const happened = `${error.operation} ${describeFailure(failure)}`;
  const next = [describeHint(failure, subject, operation), describeOutcome(error, subject, operation)];
  const join = (lines: readonly (string | undefined)[]) => lines.filter((line) => line !== undefined).join("\n");
  const message = join([happened + quoted, ...fields, ...next]);
  return { message, publicReason: join([happened, ...next]) };
}

/** What became of the resource, where the status does not say it. */
function describeOutcome(
  { failure, effect }: ApiError,
  { definition }: Subject,
  operation: Operation,
): string | undefined {
  const creates = operation.method === "POST";
  if (effect === "none") return creates && failure.kind !== "status" ? "Nothing was created." : undefined;
  if (operation.method === "DELETE") {
    return `The ${definition.names.words} may still have been deleted. It stays in the state: run the command again.`;
  }
  return creates
    ? `The ${definition.names.words} may still have been created. Look for it in the provider's web console before the next \`pulumi up\`, which creates it again: if it is there, set its id as ${definition.idArgument.name}, or delete it.`
    : mayHaveBeenChanged;
}

function describeHint(failure: Failure, subject: Subject, operation: Operation): string | undefined {
  // The user has set the address of a named operation, too.
  const address = operation.isNamed ? "apphosting:operations and apphosting:baseUrl" : "apphosting:baseUrl";
  if (failure.kind === "status") return describeStatusHint(failure, address, subject, operation);
  if (failure.kind === "rate limit") return "Run `pulumi up` again later, or with fewer at a time: `--parallel 4`.";
  if (failure.kind === "path") return `Check the id${operation.isNamed ? " and apphosting:operations" : ""}.`;
  if (failure.kind === "unreadable") return `Check ${address}: it must be the API's address, not that of a web page.`;
  if (failure.kind === "connection" || failure.kind === "timeout")
    return "Check apphosting:baseUrl, the network, and HTTPS_PROXY if there is a proxy.";
  if (failure.kind === "proxy")
    return "Check HTTPS_PROXY (http://user:password@host:port, with the login URL-encoded) and NO_PROXY.";
  if (failure.kind !== "certificate") return undefined;
  return /EXPIRED|ALTNAME|HOSTNAME/.test(failure.detail)
    ? "Check apphosting:baseUrl; if it is right, whoever runs that address has to renew or correct the certificate."
    : "Check apphosting:baseUrl. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS.";
}

function describeStatusHint(
  failure: StatusFailure,
  address: string,
  subject: Subject,
  operation: Operation,
): string | undefined {
  const { status, message } = failure;
  const notThisApi = "the response does not look like this API's.";
  if (status >= 300 && status < 400) return `Redirects are not followed. Check ${address}.`;
  if (status === 401 || status === 403) {
    // The API's own refusal has a message; that of another server, or of a proxy, mostly has none.
    const otherCause = message === undefined ? ` Or check apphosting:baseUrl: ${notThisApi}` : "";
    return `Check the token: it may have expired, belong to another organization or lack the permission. Set a new one with \`pulumi config set --secret apphosting:token <token>\`, in APPHOSTING_TOKEN, or on the explicit Provider (its token, or the variable that its tokenVariable names).${otherCause}`;
  }
  if (status === 409 && operation.method === "DELETE") {
    return "Delete what belongs to it first, or run the command again later.";
  }
  if (status === 405 || status === 419) return `Check ${address}: ${notThisApi}`;
  if (status !== 404 && status !== 410) return undefined;
  const causes = [describeIdHint(subject, operation), `${address}: there may be no such path at that address.`];
  // The likelier one first: where the API does not know an id, it says so; another server has no message.
  if (!isNotFound(failure)) causes.reverse();
  return `Check ${causes.filter((cause) => cause !== undefined).join("\nOr check ")}`;
}

/**
 * Describes which id of the path may be wrong, and where a user finds the right one: in an output of the program, or in the web
 * console.
 */
function describeIdHint(subject: Subject, operation: Operation): string | undefined {
  const { definition, id, values } = subject;
  const [path = ""] = operation.path.split("?", 1);
  const name = findPlaceholders(path).at(-1);
  if (name === undefined) return undefined;
  // The id of a created resource is in no program.
  const idName = isAdoptedById(definition, id, values) ? definition.idArgument.name : "the resource";
  const value = String({ ...values, id }[name]);
  const isIdOfResource = name === "id" || name === definition.idArgument.name;
  const pass = isIdOfResource
    ? `copy the id of the ${definition.names.words} from the provider's web console`
    : `pass ${name.replace(/Id$/, "")}.id`;
  // An id can have capitals, as a ULID has, but no white space.
  const looks = /\s/.test(value) ? ` It looks like a name: ${pass}.` : "";
  return `${name === "id" ? idName : name}: the API knows no "${makeSafe(subject, value)}", or the token's organization does not own it.${looks}`;
}
