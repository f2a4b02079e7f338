/** Errors in the words of a user: what happened, to which resource, what to do. */

import type { ApiError, Failure, Operation } from "../api/errors.js";
import type { JsonObject } from "../api/json.js";
import type { WireNames } from "../definitions/definition.js";
import { fieldErrors } from "./field-errors.js";
import { redact } from "./redact.js";

export interface Circumstances {
  readonly stated: JsonObject;
  readonly token: string;
  /** The argument that names the resource of the request's path, if one does. */
  readonly pathArgument: string | undefined;
  /** The request's fields by argument, to say the API's messages under the argument's name. */
  readonly wireNames: WireNames;
}

/** What may have happened to a request whose outcome is unknown, and what to do about it. */
const unknownOutcome: Readonly<Record<Operation, string>> = {
  "create application":
    "The application may still have been created. Look for it in the provider's web console before the next `pulumi up`, which creates it again: delete it there.",
  "create environment":
    "The environment may still have been created. Look for it in the provider's web console before the next `pulumi up`, which creates it again: delete it there, or choose another name.",
  "update cache": "The settings may still have been changed. The next `pulumi up` sends them again.",
};

/** One message, several lines, no stack. */
export function explain({ operation, failure, effect }: ApiError, circumstances: Circumstances): string {
  const { wireNames, stated, token } = circumstances;
  // The words of the API alone: ours hold no secret, and a hint must stay as it is.
  const quote = (words: string) => redact(words, token, stated.buildCommand);
  const lines = [`${operation} ${happened(failure, quote)}`];
  if (failure.kind === "status") lines.push(...fieldErrors(operation, failure.fields, wireNames, quote));
  const hint = hintOf(operation, failure, circumstances, quote);
  if (hint !== undefined) lines.push(hint);
  if (effect === "unknown") lines.push(unknownOutcome[operation]);
  return lines.join("\n");
}

type Quote = (words: string) => string;

type StatusFailure = Extract<Failure, { kind: "status" }>;

function happened(failure: Failure, quote: Quote): string {
  switch (failure.kind) {
    case "status":
      return `failed with status ${failure.status}${failure.message === undefined ? "" : `: ${quote(failure.message)}`}`;
    case "rate limit":
      return `failed with status 429, too many requests, for ${failure.waitedSeconds / 60} minutes`;
    case "connection":
      return `got no response: the connection to ${failure.address} failed (${failure.detail})`;
    case "certificate":
      return `was not sent: the certificate of ${failure.address} was refused (${failure.detail})`;
    case "timeout":
      return failure.connected
        ? `got no response from ${failure.address} within ${failure.seconds} s`
        : `was not sent: no connection to ${failure.address} within ${failure.seconds} s`;
    case "unreadable":
      return `got an unreadable response${failure.status === undefined ? "" : ` with status ${failure.status}`}: ${failure.detail}`;
    case "no id":
      return "got a response without an id";
  }
}

function hintOf(
  operation: Operation,
  failure: Failure,
  circumstances: Circumstances,
  quote: Quote,
): string | undefined {
  switch (failure.kind) {
    case "status":
      return statusHint(operation, failure, circumstances, quote);
    case "rate limit":
      return "Run `pulumi up` again later, or with fewer at a time: `--parallel 4`.";
    case "certificate":
      return /EXPIRED|ALTNAME|HOSTNAME/.test(failure.detail)
        ? "Check apphosting:baseUrl; if it is right, whoever runs that address has to renew or correct the certificate."
        : "Check apphosting:baseUrl. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS.";
    case "connection":
    case "timeout":
      return "Check apphosting:baseUrl, the network, and HTTPS_PROXY if there is a proxy.";
    case "unreadable":
      return "Check apphosting:baseUrl: it must be the API's address, not that of a web page.";
    case "no id":
      return undefined;
  }
}

const notThisApi = "the response does not look like this API's";

function statusHint(
  operation: Operation,
  failure: StatusFailure,
  circumstances: Circumstances,
  quote: Quote,
): string | undefined {
  const { status, html } = failure;
  if (status >= 300 && status < 400) {
    return `Redirects are not followed${redirectTarget(failure, quote)}. Check apphosting:baseUrl.`;
  }
  switch (status) {
    case 401:
    case 403:
      return html
        ? "The response is a web page: something before the API answered, such as a proxy, a firewall or a login page. Check apphosting:baseUrl, the network, and HTTPS_PROXY if there is a proxy."
        : "Check the token: it may have expired, belong to another organization or lack the permission. Set a new one with `pulumi config set --secret apphosting:token <token>`, in APPHOSTING_TOKEN, or on the explicit Provider.";
    case 404:
      return notFoundHint(failure, circumstances);
    case 405:
    case 419:
      return `Check apphosting:baseUrl: ${notThisApi}.`;
    case 422:
      return operation === "update cache" && isInProgress(failure)
        ? "An earlier change of the cache is still under way. Wait until its status in the provider's web console says that it is done, then run `pulumi up` again."
        : undefined;
    default:
      return undefined;
  }
}

function redirectTarget({ redirect }: StatusFailure, quote: Quote): string {
  if (redirect === undefined) return "";
  // Quoted before it is parsed, which changes how characters are written.
  const location = quote(redirect.location);
  if (!URL.canParse(location, redirect.base)) return "";
  // What follows the path can hold anything.
  const { host, pathname } = new URL(location, redirect.base);
  return `; this one leads to ${host}${pathname}`;
}

function notFoundHint({ message }: StatusFailure, { pathArgument, stated }: Circumstances): string {
  const isUnknownRoute = message !== undefined && /^The route .* could not be found/i.test(message);
  if (pathArgument === undefined || isUnknownRoute) {
    return "Check apphosting:baseUrl: there is no such path at that address.";
  }
  const unknownId = `Check ${pathArgument}: the API knows no "${stated[pathArgument]}", or the token's organization does not own it.`;
  // The API's own 404 has a message; that of another server at a wrong address has none.
  return message === undefined ? `${unknownId} Or check apphosting:baseUrl: ${notThisApi}.` : unknownId;
}

function isInProgress({ message = "", fields }: StatusFailure): boolean {
  return [message, ...Object.values(fields).flat()].some((words) => /already in progress/i.test(words));
}
