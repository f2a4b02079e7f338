/** The failures of a request: what happened, to which resource, what to do. */

import {
  type ApiError,
  brokenHttp,
  describeFailure,
  type Failure,
  namesRoute,
  type Outcome,
  type RequestSummary,
  type StatusFailure,
} from "../../api/http/errors.js";
import { listArgumentNames, type ResolvedDefinition } from "../../definitions/definition.js";
import type { Operation } from "../../definitions/operation.js";
import type { Resource } from "../state/model.js";
import { makeSafe, stateDeleteAdvice } from "./text.js";

export interface FailureText {
  readonly message: string;
  /** The message without the API's own words, for the state. */
  readonly publicReason: string;
}

export const unknownChangeNotice = "The change may have gone through anyway. The next `pulumi up` sends it again.";

interface RequestFacts {
  readonly operation: Operation;
  /** Whether the API doesn't have the resource. */
  readonly isNotFound: boolean;
  /** Whether the command runs a program, whose settings count. */
  readonly hasProgram: boolean;
}

export function describeRequestFailure(error: ApiError, resource: Resource, facts: RequestFacts): FailureText {
  const { failure, request } = error;
  const happened = `${request.action} ${describeFailure(failure)}`;
  const outcome = facts.isNotFound && request.method === "DELETE" ? undefined : describeOutcome(error, resource);
  const next = [describeFix(error, resource, facts), outcome];
  const fieldErrors = failure.kind === "status" ? describeFieldErrors(resource, failure) : [];
  return {
    message: joinLines([happened + quoteWords(resource, failure), ...fieldErrors, ...next]),
    publicReason: joinLines([happened, ...next]),
  };
}

/** Quotes an undocumented body on one line. */
function quoteWords(resource: Resource, failure: Failure): string {
  if (failure.kind !== "status" && failure.kind !== "rate limit") return "";
  const { otherText, body }: Partial<StatusFailure> = failure.kind === "status" ? failure : {};
  const quotes = failure.message === undefined ? [] : [makeSafe(resource, failure.message, body)];
  if (otherText !== undefined) quotes.push(makeSafe(resource, otherText, body).replaceAll(/\s+/g, " "));
  return quotes.length > 0 ? `: ${quotes.join(" ")}` : "";
}

/**
 * Describes a request that wasn't sent, or whose response isn't about the resource.
 *
 * @param happened follows the name of the operation
 */
export function describeSendFailure(
  resource: Resource,
  request: RequestSummary,
  outcome: Outcome,
  happened: string,
  fix?: string,
): string {
  return joinLines([`${request.action} ${happened}`, fix, describeOutcome({ outcome, request }, resource)]);
}

function joinLines(lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined).join("\n");
}

/** Describes what became of the resource, where the status doesn't tell. */
function describeOutcome(
  { failure, outcome, request }: Pick<ApiError, "outcome" | "request"> & { failure?: Failure },
  { definition: { names, idArgument } }: Resource,
): string | undefined {
  const { method } = request;
  if (method === "DELETE") {
    if (outcome === "unknown")
      return `The ${names.label} may have been deleted anyway. It stays in the state: run the command again.`;
    const stays = `The ${names.label} stays in the state.`;
    return failure?.kind === "status" && failure.status === 404 ? `${stays} ${describeUnclear(names.label)}` : stays;
  }
  if (outcome === "no effect")
    return method === "POST" && failure?.kind !== "status" ? "Nothing was created." : undefined;
  return method === "POST"
    ? `The ${names.label} may have been created anyway. ` +
        `The next \`pulumi up\` creates it again, so look for it in the provider's web console first: ` +
        `if it's there, set ${idArgument} to its id, or delete it.`
    : unknownChangeNotice;
}

function describeUnclear(label: string): string {
  return (
    `This 404 doesn't show whether the ${label} is gone or your API has no such path: look for it in the provider's ` +
    "web console. If it's gone, run `pulumi up` once without delete in apphosting:operations and without " +
    `\`retainOnDelete: false\`, or ${stateDeleteAdvice}.`
  );
}

function describeFix({ failure, request }: ApiError, resource: Resource, facts: RequestFacts): string | undefined {
  const { operation } = facts;
  switch (failure.kind) {
    case "status":
      return describeStatusFix(failure, request, resource, facts);
    case "rate limit":
      return `Run ${describeCommand(operation)} again later, or with fewer requests at a time: \`--parallel 4\`.`;
    case "unreadable":
      if (failure.detail === brokenHttp) return "The API, or a proxy in front of it, sent invalid HTTP.";
      return `Check ${describeAddress(operation)}: it must be the API's address, not a web page's.`;
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

/** A refresh and a destroy, which run no program, read and delete. */
const needsProgram = ({ method }: Operation) => method === "POST" || method === "PATCH";

const describeCommand = (operation: Operation) => (needsProgram(operation) ? "`pulumi up`" : "the command");

function describeAddress({ isDocumented, method, path }: Operation): string {
  return isDocumented ? "apphosting:baseUrl" : `apphosting:baseUrl, and whether your API has ${method} ${path}`;
}

function describeStatusFix(
  failure: StatusFailure,
  request: RequestSummary,
  resource: Resource,
  { operation, hasProgram }: RequestFacts,
): string | undefined {
  const { status, message } = failure;
  const { method } = operation;
  const notThisApi = "the response doesn't look like this API's.";
  const address = describeAddress(operation);
  if (status >= 300 && status < 400)
    return `The API redirected the request, and redirects aren't followed. Check ${address}.`;
  if (status === 401 || status === 403) {
    // A new token of the stack has no effect here: storedConfigurationNotice says what has.
    const isStored = !hasProgram && !needsProgram(operation);
    // Another server's refusal usually has no message.
    const otherCause = message === undefined ? ` Or check apphosting:baseUrl: ${notThisApi}` : "";
    return (
      "Check the token: it may have expired, belong to another organization, " +
      `or lack the required permission.${isStored ? "" : newToken}${otherCause}`
    );
  }
  if (method === "POST" && (status === 409 || saysTaken(failure.fields.name))) return describeTaken(resource);
  if (method === "PATCH" && saysNameTaken(failure)) return describeTaken(resource);
  if (method === "DELETE" && status === 409) return "Delete what depends on it first, or run the command again later.";
  if ([409, 423, 425].includes(status)) {
    return `The API is busy with another change: wait, then run ${describeCommand(operation)} again.`;
  }
  if (status === 405 || status === 419) return `Check ${address}: ${notThisApi}`;
  if (status !== 404 && status !== 410) return undefined;
  const causes = [describeIdFix(resource, operation), `${address}: that address may not have this path.`];
  // The likelier cause first: an API that doesn't know an id says so.
  if (message === undefined || namesRoute(message, request)) causes.reverse();
  return `Check ${causes.filter((cause) => cause !== undefined).join("\nOr check ")}`;
}

const newToken =
  " Set a new one in APPHOSTING_TOKEN, " +
  "as a secret of the stack (`pulumi config set --secret apphosting:token <token>`), " +
  "or on the explicit Provider (its token, or the variable that its tokenVariable names).";

function describeIdFix(resource: Resource, { placeholders }: Operation): string | undefined {
  const { definition, id = "" } = resource;
  const name = placeholders.at(-1);
  if (name === undefined) return undefined;
  // The id of a created resource is in no program.
  const idName = resource.values.existingId === id ? definition.idArgument : "the id";
  const value = makeSafe(resource, String({ ...resource.values, id }[name]));
  const subject = name === "id" ? idName : name;
  return `${subject}: the API doesn't know "${value}", or the token's organization doesn't own it.`;
}

const maxListed = 20;

/** Quotes the API's messages about fields, under the names of arguments, with a hint for an undocumented name. */
function describeFieldErrors(resource: Resource, { fields, body }: StatusFailure): string[] {
  const { definition } = resource;
  const undocumented = listArgumentNames(definition, ({ row }) => row.undocumentedName !== undefined);
  const lines = Object.entries(fields).flatMap(([field, messages]) => {
    const name = nameField(definition, field);
    const texts = messages.length > 0 ? messages : ["refused, without a message"];
    const errors = texts.map((message) => `${name ?? `field ${field}`}: ${message}`);
    const isDocumented =
      field === definition.names.exportName || definition.outputs.some(({ wireName }) => wireName === field);
    // A shell reads the command of the hint.
    const hasHint = name === undefined && !isDocumented && undocumented.length > 0 && /^[\w-]+$/.test(field);
    if (!hasHint) return errors;
    const example = JSON.stringify({ [undocumented[0] as string]: field });
    const command = `run \`pulumi config set apphosting:fieldNames '${example}'\``;
    return [...errors, `If ${field} is the API's name for ${undocumented.join(" or ")}, ${command}`];
  });
  const shown = lines.slice(0, maxListed).map((line) => `  ${makeSafe(resource, line, body)}`);
  return lines.length > maxListed ? [...shown, `  … ${lines.length - maxListed} more`] : shown;
}

/** Translates a field, or a part of it such as `build_command.0`, to the argument. */
function nameField({ arguments: args }: ResolvedDefinition, field: string): string | undefined {
  const isPartOf = (name: string) => field === name || field.startsWith(`${name}.`);
  const argument = args.find(({ isInBody, fieldName }) => isInBody && isPartOf(fieldName));
  if (argument !== undefined) return argument.name + field.slice(argument.fieldName.length);
  // The parameter of a path, such as `application` for applicationId.
  return args.find(({ name, isInPath }) => isInPath && name === `${field}Id`)?.name;
}

function describeTaken(resource: Resource): string {
  const { names, idArgument, create } = resource.definition;
  if (resource.kind !== "new" || create.method === "PATCH") return "Choose another name.";
  const { replaced } = resource;
  if (replaced !== undefined && hasSameName(resource, replaced)) {
    const { label } = names;
    const id = makeSafe(resource, replaced.id);
    return `The ${label} that this one replaces (${id}) still has this name: change \`name\` as well.`;
  }
  return `If it's the same one, set ${idArgument} to its id; otherwise choose another name.`;
}

function hasSameName(resource: Resource, other: Resource): boolean {
  const identity = [...resource.definition.uniqueBy, "name"];
  return identity.every((name) => resource.values[name] === other.values[name]);
}

/** A 409 to an update without such words means that another change is under way. */
function saysNameTaken({ message = "", fields }: StatusFailure): boolean {
  return saysTaken(fields.name) || (/\bname\b/i.test(message) && saysTaken([message]));
}

function saysTaken(messages: readonly string[] = []): boolean {
  return messages.some((text) => /\b(taken|already|exists)\b/i.test(text));
}
