/** Errors in the words of a user: what happened, to which resource, what to do. */

import { type ApiError, describe, type Failure } from "../api/errors.js";
import type { ResourceRequest } from "../api/requests.js";
import { adoptedArgument, type Definition } from "../definitions/definition.js";
import type { AllFieldNames } from "../definitions/field-names.js";
import { operationOf, placeholders } from "../definitions/operation.js";
import { fieldErrors } from "./field-errors.js";

/** The request that failed. */
export interface Circumstances {
  readonly definition: Definition;
  readonly call: ResourceRequest;
  readonly fieldNames: AllFieldNames;
  /** Makes words of the API safe to print. */
  readonly quote: (words: string) => string;
}

type StatusFailure = Extract<Failure, { kind: "status" }>;

/** One message, several lines, no stack. */
export function explain({ operation, failure, effect }: ApiError, circumstances: Circumstances): string {
  const { definition, fieldNames, quote } = circumstances;
  const { fields = {} } = failure.kind === "status" ? failure : {};
  const { message } = "message" in failure ? failure : {};
  const lines = [
    `${operation} ${describe(failure)}${message === undefined ? "" : `: ${quote(message)}`}`,
    ...atMost(longestList, fieldErrors(definition, fieldNames, fields, quote)),
    failure.kind === "status" ? statusHint(failure, circumstances) : hint(failure, circumstances),
    effect === "unknown" ? unknownOutcome(circumstances) : undefined,
    effect === "none" && creates(circumstances) && failure.kind !== "status" ? "Nothing was created." : undefined,
  ];
  return lines.filter((line) => line !== undefined).join("\n");
}

const longestList = 20;

function atMost(count: number, lines: readonly string[]): readonly string[] {
  return lines.length <= count ? lines : [...lines.slice(0, count), `  … ${lines.length - count} more lines`];
}

function creates({ call }: Circumstances): boolean {
  return operationOf(call.operation).method === "POST";
}

/** What leads to the address: of a read, the user has set the path, too. */
function addressSettings({ call }: Circumstances): string {
  return operationOf(call.operation).method === "GET"
    ? "apphosting:readPaths and apphosting:baseUrl"
    : "apphosting:baseUrl";
}

function unknownOutcome(circumstances: Circumstances): string {
  const thing = circumstances.definition.kind.words;
  return creates(circumstances)
    ? `The ${thing} may still have been created. Look for it in the provider's web console before the next \`pulumi up\`, which creates it again: if it is there, set its id as existingId, or delete it.`
    : "The settings may still have been changed. The next `pulumi up` sends them again.";
}

function hint(failure: Exclude<Failure, StatusFailure>, circumstances: Circumstances): string | undefined {
  switch (failure.kind) {
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
      return `Check ${addressSettings(circumstances)}: it must be the API's address, not that of a web page.`;
    case "no id":
    case "cancelled":
      return undefined;
  }
}

const notThisApi = "the response does not look like this API's";

function statusHint(failure: StatusFailure, circumstances: Circumstances): string | undefined {
  const { status, message } = failure;
  if (status >= 300 && status < 400) return `Redirects are not followed. Check ${addressSettings(circumstances)}.`;
  switch (status) {
    case 401:
    case 403:
      return `Check the token: it may have expired, belong to another organization or lack the permission. Set a new one with \`pulumi config set --secret apphosting:token <token>\`, in APPHOSTING_TOKEN, or on the explicit Provider (its token, or the variable that its tokenVariable names).${doubt(message)}`;
    case 404:
      return notFoundHint(failure, circumstances);
    case 405:
    case 419:
      return `Check ${addressSettings(circumstances)}: ${notThisApi}.`;
    default:
      return undefined;
  }
}

/** The API's own refusal has a message; that of another server, or of a proxy, mostly has none. */
function doubt(message: string | undefined): string {
  return message === undefined ? ` Or check apphosting:baseUrl: ${notThisApi}.` : "";
}

/** Of a server that has no such path; the API itself says what it does not know. */
function isUnknownRoute({ message }: StatusFailure): boolean {
  return message === undefined || /^The route .* could not be found/i.test(message);
}

/** Whether the API was reached, and does not know what the path names. */
export function isUnknownId({ failure }: ApiError): boolean {
  return failure.kind === "status" && failure.status === 404 && !isUnknownRoute(failure);
}

/** The likelier one first: where the API does not know an id, it says so; another server has no message. */
function notFoundHint(failure: StatusFailure, circumstances: Circumstances): string {
  const { definition, call, quote } = circumstances;
  const isRead = operationOf(call.operation).method === "GET";
  const placeholder = isRead ? "id" : placeholders(call.operation).at(-1);
  const address = `${addressSettings(circumstances)}: there may be no such path at that address.`;
  if (placeholder === undefined) return `Check ${address}`;
  const isOwn = placeholder === "id";
  const value = String(isOwn ? call.id : call.inputs[placeholder]);
  // The id of a created resource is in no program.
  const name = isOwn ? (call.inputs.existingId === call.id ? "existingId" : "the resource") : placeholder;
  const looks = /[\s\p{Lu}]/u.test(value) ? ` It looks like a name: ${idToPass(placeholder, definition)}.` : "";
  const id = `${name}: the API knows no "${quote(value)}", or the token's organization does not own it.${looks}`;
  return isUnknownRoute(failure) ? `Check ${address}\nOr check ${id}` : `Check ${id}\nOr check ${address}`;
}

/** A resource of the program has its id as an output; what exists has it in the web console alone. */
function idToPass(name: string, definition: Definition): string {
  const isOwn = name === "id" || name === adoptedArgument(definition);
  const thing = isOwn ? definition.kind.words : name.replace(/Id$/, "");
  return isOwn ? `copy the id of the ${thing} from the provider's web console` : `pass ${thing}.id`;
}
