/** The failures of a call, in the words of a user: what happened, to which resource, what to do. */

import {
  type ApiError,
  describeFailure,
  type Failure,
  isNotFound,
  type Outcome,
  type RequestLine,
  type StatusFailure,
} from "../../api/http/errors.js";
import type { JsonObject } from "../../api/http/json.js";
import type { ResourceResponse } from "../../api/wire/responses.js";
import {
  type Definition,
  formatUniqueKey,
  listArgumentNames,
  type ResolvedDefinition,
} from "../../definitions/definition.js";
import { definitions } from "../../definitions/index.js";
import { toSnakeCase } from "../../definitions/names.js";
import type { Operation } from "../../definitions/operation.js";
import { HostFailure, StoredFailure } from "../failures.js";
import { findExistingId, getKnownValues, type Resource } from "../resource.js";
import { formatTitle } from "./phrases.js";
import { makeSafe } from "./safe-text.js";

const unknownChangeNotice = "The change may have gone through anyway. The next `pulumi up` sends it again.";

/** Says what happened, and what to do: one message of several lines, without a stack. */
export function explainFailure(error: ApiError, resource: Resource, operation: Operation): HostFailure {
  const { failure } = error;
  const words = "message" in failure ? failure.message : undefined;
  const quoted = words === undefined ? "" : `: ${makeSafe(resource, words)}`;
  const fields = failure.kind === "status" ? describeFieldErrors(resource, failure.fields) : [];
  const happened = `${error.request.operation} ${describeFailure(failure)}`;
  const next = [describeFix(error, resource, operation), describeOutcome(error, resource)];
  const join = (lines: readonly (string | undefined)[]) => lines.filter((line) => line !== undefined).join("\n");
  const message = join([happened + quoted, ...fields, ...next]);
  return new HostFailure(message, {
    outcome: error.outcome,
    isNotFound: isNotFound(failure, error.request),
    publicReason: join([happened, ...next]),
  });
}

/**
 * Creates a failure that the client has no part in: the request was not sent, or its response is not about the resource.
 *
 * @param happened stands after the name of the operation
 */
export function createExchangeFailure(
  resource: Resource,
  request: RequestLine,
  outcome: Outcome,
  happened: string,
  fix?: string,
): HostFailure {
  const lines = [`${request.operation} ${happened}`, fix, describeOutcome({ outcome, request }, resource)];
  return new HostFailure(lines.filter((line) => line !== undefined).join("\n"), { outcome });
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
    const advice = mayBeGone ? " If it no longer exists, run `pulumi state delete` with its URN." : "";
    return `The ${names.label} stays in the state.${advice}`;
  }
  if (outcome === "no effect")
    return method === "POST" && failure?.kind !== "status" ? "Nothing was created." : undefined;
  return method === "POST"
    ? `The ${names.label} may have been created anyway. The next \`pulumi up\` creates it again, so look for it in the provider's web console first: if it's there, set ${idArgument} to its id, or delete it.`
    : unknownChangeNotice;
}

function describeFix({ failure, request }: ApiError, resource: Resource, operation: Operation): string | undefined {
  switch (failure.kind) {
    case "status":
      return describeStatusFix(failure, request, resource, operation);
    case "rate limit":
      return `Run ${describeCommand(operation)} again later, or with fewer requests at a time: \`--parallel 4\`.`;
    case "unreadable":
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

/** A read and a delete can be those of a refresh or a destroy. */
const describeCommand = ({ method }: Operation) =>
  method === "GET" || method === "DELETE" ? "the command" : "`pulumi up`";

/** Names the settings that an address comes from. */
function describeAddress({ isDocumented, method, path }: Operation): string {
  return isDocumented ? "apphosting:baseUrl" : `apphosting:baseUrl, and whether your API has ${method} ${path}`;
}

function describeStatusFix(failure: StatusFailure, request: RequestLine, resource: Resource, operation: Operation) {
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
    return `Check the token: it may have expired, belong to another organization, or lack the permission.${isStored ? "" : newToken}${otherCause}`;
  }
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
  " Set a new one in APPHOSTING_TOKEN, as a secret of the stack (`pulumi config set --secret apphosting:token <token>`), or on the explicit Provider (its token, or the variable that its tokenVariable names).";

/** Says what to do where a create finds that another resource has the name. A 409 can also be about a change that is under way. */
function describeTaken({ message = "", fields }: StatusFailure, resource: Resource): string {
  const { definition } = resource;
  const { names, idArgument } = definition;
  const isTaken = saysTaken([message, ...Object.values(fields).flat()]);
  const busy = isTaken ? "" : " If the API is busy with another change, wait, then run `pulumi up` again.";
  const replaced = resource.kind === "new" ? resource.replaced : undefined;
  if (isDeletedByRun(resource)) return describeDeleted(resource);
  // To adopt the old one would leave a state that says what the API does not have.
  if (replaced !== undefined && hasSameName(resource, replaced)) {
    return `${formatTitle(replaced)}, which this one replaces, has that name: change name, too.${busy}`;
  }
  const output = findDefaultOutput(definition);
  const example = output === undefined ? "" : `, such as ${output}`;
  return `To manage an existing ${names.label}, set ${idArgument} to its id${example}.${busy}`;
}

/** Says what to do where an update finds that another resource has the name. */
function describeTakenByOther(resource: Resource): string {
  const { label } = resource.definition.names;
  return isDeletedByRun(resource) ? describeDeleted(resource) : `Another ${label} has that name: set another name.`;
}

function isDeletedByRun(resource: Resource): boolean {
  const { session, definition } = resource;
  return session.deleted.has(definition, formatUniqueKey(definition, getKnownValues(resource)));
}

function describeDeleted({ definition: { names } }: Resource): string {
  return `This run deleted the ${names.label} of that name, and the API may not be done with it: wait, then run \`pulumi up\` again.`;
}

/** Whether two resources have the same name, and whatever else the API tells resources of their class apart by. */
function hasSameName(resource: Resource, other: Resource): boolean {
  const { uniqueBy = ["name"] } = resource.definition;
  const [values, others] = [getKnownValues(resource), getKnownValues(other)];
  return uniqueBy.every((name) => values[name] === others[name]);
}

/** Finds the output, such as `application.defaultEnvironmentId`, that is the id of a resource that the API makes by itself. */
function findDefaultOutput({ names }: Definition): string | undefined {
  const output = `default${names.class}Id`;
  const owner = definitions.find(({ rows }) => output in rows);
  return owner && `${owner.names.code}.${output}`;
}

/** Whether an update was refused because another resource has the name. A 409 without such words is about a change that is under way. */
function saysNameTaken({ message = "", fields }: StatusFailure): boolean {
  return saysTaken(fields.name) || (/\bname\b/i.test(message) && saysTaken([message]));
}

function saysTaken(messages: readonly string[] = []): boolean {
  return messages.some((text) => /\b(taken|already|exists)\b/i.test(text));
}

/** Describes which id of the path may be wrong, and where a user finds the right one: in the program, or in the web console. */
function describeIdFix(resource: Resource, { placeholders }: Operation): string | undefined {
  const { definition, id = "" } = resource;
  const { names, idArgument } = definition;
  const name = placeholders.at(-1);
  if (name === undefined) return undefined;
  const isIdOfResource = name === "id" || name === idArgument;
  // The id of a created resource is in no program.
  const idName =
    "inputs" in resource && findExistingId(definition, resource.inputs) === id ? idArgument : "the resource";
  const value = String({ ...getKnownValues(resource), id }[name]);
  const pass = isIdOfResource
    ? `copy the id of the ${names.label} from the provider's web console`
    : `pass ${name.replace(/Id$/, "")}.id`;
  // An id can have capitals, as a ULID has, but no white space.
  const looks = /\s/.test(value) ? ` It looks like a name: ${pass}.` : "";
  return `${name === "id" ? idName : name}: the API doesn't know "${makeSafe(resource, value)}", or the token's organization doesn't own it.${looks}`;
}

const longestList = 20;

/** Returns the API's messages about single fields, under the names of arguments, and hints for what may be an argument under another name. */
function describeFieldErrors(resource: Resource, fields: Readonly<Record<string, readonly string[]>>): string[] {
  const { definition } = resource;
  const undocumented = listArgumentNames(definition, ({ row }) => row.undocumentedName !== undefined);
  const lines = Object.entries(fields).flatMap(([field, messages]) => {
    const name = nameField(definition, field);
    const errors = messages.map((message) => `${name ?? `field ${field}`}: ${message}`);
    const isOutput = definition.outputs.some((output) => toSnakeCase(output.name) === field);
    // A hint has a plain name alone, for a shell reads its command.
    const hasHint = name === undefined && !isOutput && undocumented.length > 0 && /^[\w-]+$/.test(field);
    if (!hasHint) return errors;
    const example = JSON.stringify({ [undocumented[0] as string]: field });
    const command = `run \`pulumi config set apphosting:fieldNames '${example}'\``;
    return [...errors, `If ${field} is the API's name of ${undocumented.join(" or ")}, ${command}`];
  });
  const shown = lines.slice(0, longestList).map((line) => `  ${makeSafe(resource, line)}`);
  return lines.length > longestList ? [...shown, `  … ${lines.length - longestList} more`] : shown;
}

/** Names a field as the program does. The field can stand around the one that the message is about: `build_command.0`. */
function nameField({ arguments: args }: ResolvedDefinition, field: string): string | undefined {
  const isPartOf = (name: string) => field === name || field.startsWith(`${name}.`);
  const argument = args.find(({ isInBody, fieldName }) => isInBody && isPartOf(fieldName));
  return argument && argument.name + field.slice(argument.fieldName.length);
}

/** Says that the settings cannot be used. */
export function createSettingsFailure(problems: readonly string[]): HostFailure {
  return new HostFailure(problems.join("\n"));
}

/** The number of characters of JSON: gRPC carries an error in its headers, of which some versions of Node take no more. */
const longestProperties = 256 * 1024;

/** Creates the failure by which the engine keeps a resource, unless its properties are too large for that. */
export function createStoredFailure(id: string, properties: JsonObject, { publicReason }: HostFailure): Error {
  if (JSON.stringify(properties).length <= longestProperties) return new StoredFailure(id, properties, publicReason);
  const lost =
    "The state is too large to record this, and stays as it was: the API may have the changed settings, and a withdrawn consent still counts.";
  return new HostFailure(`${publicReason}\n${lost}`, { outcome: "unknown" });
}

/** Refuses to replace a resource whose state another provider has written: that provider would delete it. */
export function createForeignFailure({ id, definition: { names, idArgument } }: Resource): HostFailure {
  return new HostFailure(
    `the state of this ${names.label} was written by another provider, which would delete it. Set ${idArgument} to its id, ${id}, to take it over.`,
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
  "`pulumi refresh`, `pulumi destroy`, and `pulumi up --refresh` use the settings of the last `pulumi up`, and today's environment variables. To use today's settings, add `--run-program`.";

/** Why a `get` reads nothing, and how to change that. */
export const unnamedReadNotice =
  "`get` can't read it, because the API documents no read. If yours has one, run `pulumi config set apphosting:operations read`, " +
  "or add it to the operations of its explicit Provider.";

/** Says that a create was not sent, because one of the same arguments has an unknown outcome. */
export function createRepeatFailure({ definition: { names, idArgument } }: Resource): HostFailure {
  return new HostFailure(
    `create ${names.label} was not sent: an identical request of this \`pulumi up\` has an unknown outcome, so the ${names.label} may ` +
      `already exist. Look for it in the provider's web console: if it's there, set ${idArgument} to its id, or delete ` +
      "it. Then run `pulumi up` again. Until then, a second resource with the same arguments is refused, too.",
  );
}

/** Says that a response is about another resource, by its id or its type, or about none. After a PATCH, nobody knows what was changed. */
export function createIdentityFailure(
  resource: Resource,
  method: "GET" | "PATCH",
  { id, type }: ResourceResponse,
): HostFailure {
  const { names, idArgument, apiType } = resource.definition;
  // The state keeps the public reason in plain text: a name may come from secret configuration, and an API may repeat a secret anywhere.
  const title = `${names.class} ${makeSafe(resource, resource.id ?? "")}`;
  const quote = (word: string | undefined) => `"${makeSafe(resource, String(word))}"`;
  const otherId = id === undefined ? "no id" : `the id ${quote(id)} instead of ${quote(resource.id)}`;
  const isInState = resource.kind === "stored" || resource.kind === "managed";
  const other = id === resource.id ? `the type ${quote(type)} instead of "${apiType}"` : otherId;
  const gone = ` If ${title} no longer exists, run \`pulumi state delete\` with its URN, or set ${idArgument} to the id of another one.`;
  const describe = (difference: string) =>
    `${method === "GET" ? "read" : "update"} ${names.label} got a response with ${difference}, so it may be about a different ${names.label} than ${title}. ` +
    `Check the id, apphosting:baseUrl, and the token's organization.${isInState ? gone : ""}`;
  if (method === "GET") return new HostFailure(describe(other));
  const addOutcome = (text: string) => `${text}\n${unknownChangeNotice}`;
  return new HostFailure(addOutcome(describe(other)), {
    outcome: "unknown",
    publicReason: addOutcome(describe("another id or type")),
  });
}
