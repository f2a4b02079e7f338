/** Words the result of a call: what a user has to know about a response, and why a call failed. */

import { type Method, Refusal, RequestError } from "../api/errors.js";
import { isOfType, parseResponse } from "../api/response.js";
import { type Json, parseText } from "../rows/json.js";
import type { Table } from "../rows/table.js";
import type { Run } from "./run.js";
import { canUpdate, type Difference, listDifferences, type Received, type Resource, unknownInput } from "./state.js";

/** Formats the parts that are known, such as `Environment staging of app-1 (env-3)`. */
export function formatTitle({ table, id, values }: Resource): string {
  const { className, uniqueBy } = table;
  const show = (value: Json | undefined) => parseText(value).replace(unknownInput, "");
  const name = show(values.name);
  if (name === "") return `${className} ${show(id)}`.trimEnd();
  const owners = uniqueBy.filter((one) => one !== "name" && show(values[one]) !== "");
  const title = [className, name, ...owners.map((owner) => `of ${show(values[owner])}`)].join(" ");
  return show(id) === "" ? title : `${title} (${show(id)})`;
}

export function describeCreation(resource: Resource, response: Received, applied: readonly string[]): string[] {
  const { table } = resource;
  const { message, type, values, hasMadeId } = response;
  const endings = describeUpdate(resource, response, applied);
  if (hasMadeId) {
    const quoted = message === "" ? "" : ` The API's message: ${message}`;
    return [`: the response has no id, so the package made this one from the arguments.${quoted}`, ...endings];
  }
  const showsNothing = table.create === "POST" && type === "" && Object.keys(values).length === 0;
  if (!showsNothing) return endings;
  const look = `In the provider's web console, check that this is the ${table.noun}'s id`;
  return [`: the response shows nothing of the ${table.noun} but this id. ${look}.`, ...endings];
}

export function describeUpdate(resource: Resource, response: Received, applied: readonly string[]): string[] {
  const { table, inputs, operations } = resource;
  const endings = listDifferences(table, inputs, response.values).map((difference) => {
    const { argument } = difference;
    if (!canUpdate(argument, operations)) return describeFixedValue(difference);
    const values = describeTwoValues(difference, "the API returned");
    if (!applied.includes(argument.name)) {
      return `${values}. It was changed outside Pulumi (drift). The next \`pulumi up\` will send the program's value.`;
    }
    const { status } = response.values;
    const shownStatus = typeof status === "string" ? ` (status "${status}")` : "";
    const advice = argument.hasUndocumentedField
      ? `Or the API has another name for ${argument.name}: set that name in apphosting:fieldNames.`
      : "Or the API didn't apply it: to stop this warning, set the API's value in the program.";
    const retry = "run `pulumi up` again later to send it again.";
    return `${values}. The API may still be applying it${shownStatus}: ${retry} ${advice}`;
  });
  return [...endings, ...describeMismatches(response)].map((sentence) => `: ${sentence}`);
}

/** Describes what differs and can't be updated. The next preview shows what can. */
export function describeRead({ table, inputs, operations }: Resource, response: Received): string[] {
  const differences = listDifferences(table, inputs, response.values);
  const fixed = differences.filter(({ argument }) => !canUpdate(argument, operations));
  return [...fixed.map(describeFixedValue), ...describeMismatches(response)].map((sentence) => `: ${sentence}`);
}

function describeMismatches({ mismatches }: Received): string[] {
  const ignored = "in the response has an unexpected type, so it's ignored";
  return mismatches.map(({ path, expected }) => `${path} ${ignored} (expected ${expected}).`);
}

function describeFixedValue(difference: Difference): string {
  const values = describeTwoValues(difference, "the API has");
  return `${values}. It can't be updated. To accept the API's value, set that value in the program.`;
}

export function describeTwoValues(
  { argument, value, actual }: Difference,
  source: "the API has" | "the API returned",
): string {
  if (argument.secret) return `${argument.name}: the program sets one value, but ${source} another`;
  return `${argument.name}: the program sets ${JSON.stringify(value)}, but ${source} ${JSON.stringify(actual)}`;
}

export function describeError(error: unknown, resource: Resource, run: Run): string[] {
  const lines = describeCause(error, resource, run);
  if (resource.hasProgramInputs) return lines;
  // The engine can show the failure of a read or a delete under another resource (test/engine/reads.test.ts).
  const titled = `${formatTitle(resource)}: ${lines[0]}`;
  return [titled, ...lines.slice(1), ...(run.hasProgram ? [] : [storedConfigurationNotice])];
}

const storedConfigurationNotice =
  "Without `--run-program`, `pulumi refresh`, `pulumi destroy`, and `pulumi up --refresh` " +
  "use the settings of the program's last run, and the current environment variables.";

function describeCause(error: unknown, resource: Resource, run: Run): string[] {
  if (error instanceof Refusal) return [...error.lines];
  if (error instanceof RequestError) {
    const fields = describeFieldErrors(error, resource.table, run);
    const advice = [describeOutcome(error, resource), describeNextStep(error, resource, run)];
    return [describeResponse(error), ...fields, ...advice.filter((line) => line !== "")];
  }
  const { stack = String(error) } = Object(error) as Partial<Error>;
  return ["This is a bug in pulumi-apphosting. Report it with these lines:", ...stack.split("\n")];
}

export function describeNotFound(error: RequestError, resource: Resource, run: Run): string[] {
  return [describeResponse(error), describeNextStep(error, resource, run)].filter((line) => line !== "");
}

function describeResponse({ message: request, failure: { message, otherText } }: RequestError): string {
  const words = [message, otherText].filter((text) => text !== "");
  return [request, words.join(" ")].filter((text) => text !== "").join(": ");
}

function describeOutcome(error: RequestError, { table }: Resource): string {
  const { method } = error.request;
  const { outcome, status } = error.failure;
  if (outcome === "unknown") return describeUnknownOutcome(error, table);
  if (method === "POST" && status === 0) return "Nothing was created.";
  if (method !== "DELETE") return "";
  const stays = `The ${table.noun} stays in the state.`;
  if ([0, 401, 403, 429].includes(status)) return stays;
  return (
    `${stays} To find out whether it's gone, look for it in the provider's web console. ` +
    "To remove it from the state without deleting it, remove `delete` from apphosting:operations and " +
    "`retainOnDelete: false` from the program, and run `pulumi up`."
  );
}

function describeUnknownOutcome({ request, failure }: RequestError, table: Table): string {
  const { noun, idArgument } = table;
  const { id, type } = parseResponse(table, failure.body);
  const isNamed = id !== "" && isOfType(type, table.apiType);
  const named = isNamed ? ` The response names ${id}: if that is it, set ${idArgument} to it.` : "";
  const sentences: Readonly<Record<Method, string>> = {
    GET: "",
    POST:
      `The ${noun} may have been created anyway.${named} The next \`pulumi up\` creates it again, so look for it ` +
      `in the provider's web console first: if it's there, set ${idArgument} to its id, or delete it.`,
    PATCH:
      "The change may have gone through anyway. The next `pulumi up` sends it again. " +
      "To take it back, first run `pulumi up` once more with this program.",
    DELETE: `The ${noun} may have been deleted anyway. It stays in the state: run the command again.`,
  };
  return sentences[request.method];
}

function describeNextStep(error: RequestError, resource: Resource, run: Run): string {
  const { request, failure } = error;
  const { table } = resource;
  const { status } = failure;
  if (failure.nextStep !== "") return failure.nextStep;
  const isRefused = request.method === "POST" && failure.outcome === "no effect";
  const mayBeTaken = isRefused && (status === 409 || "name" in failure.fields);
  const replaced = mayBeTaken && findReplaced(resource, run);
  if (replaced) return `${formatTitle(replaced)} still has this name: change \`name\` as well.`;
  if (status === 401 || status === 403) return tokenFix;
  const isDocumented = request.method === table.create;
  const question = `, and whether your API has ${request.method} ${table.path}/{id}`;
  const address = `apphosting:baseUrl${isDocumented ? "" : question}`;
  if (status >= 300 && status < 400) {
    return `The API redirected the request, and redirects aren't followed. Check ${address}.`;
  }
  if (status === 405) return `Check ${address}: the response doesn't look like this API's.`;
  const isLookedFor = error.isNotFound && request.method !== "DELETE";
  return isLookedFor ? describeNotFoundFix(error, resource, address) : "";
}

const tokenFix =
  "Check the token: it may have expired, belong to another organization, or lack the required permission. " +
  "Set a new one in APPHOSTING_TOKEN, as a secret of the stack (`pulumi config set apphosting:token <token> " +
  "--secret`), or on the explicit Provider (its token, or the variable that its tokenVariable names).";

/** Finds the resource whose replacement the API may refuse, because both have the same name. */
function findReplaced({ table, values }: Resource, { changed }: Run): Resource | undefined {
  const identity = ["name", ...table.uniqueBy];
  return changed.find((one) => one.table === table && identity.every((name) => one.values[name] === values[name]));
}

function describeNotFoundFix(error: RequestError, resource: Resource, address: string): string {
  const { table, id, inputs, values } = resource;
  const { parent, idArgument } = table;
  const elsewhere = `${address}: that address may not have this path.`;
  const describeId = (name: string, value: unknown) =>
    `Check ${name}: the API doesn't know "${value}", or the token's organization doesn't own it. Or check ${elsewhere}`;
  if (error.request.method !== "POST") return describeId(inputs[idArgument] === id ? idArgument : "the id", id);
  return parent ? describeId(parent.argument, values[parent.argument]) : `Check ${elsewhere}`;
}

const maxListed = 20;

function describeFieldErrors({ failure }: RequestError, table: Table, run: Run): string[] {
  let hasUnknownField = false;
  const lines = Object.entries(failure.fields).flatMap(([field, messages]) => {
    const name = findArgumentName(table, field, run);
    hasUnknownField ||= name === undefined;
    return messages.map((text) => `  ${name ?? `field ${field}`}: ${text}`);
  });
  const others = lines.length - maxListed;
  if (others > 0) lines.splice(maxListed, others, `  … ${others} more`);
  const guessed = table.arguments.filter((one) => one.hasUndocumentedField).map(({ name }) => name);
  if (!hasUnknownField || guessed.length === 0) return lines;
  return [...lines, `  If the API has another name for ${guessed.join(" or ")}, set it in apphosting:fieldNames.`];
}

function findArgumentName({ arguments: args }: Table, field: string, run: Run): string | undefined {
  const [first, ...parts] = field.split(".");
  const argument = args.find((one) => run.getField(one) === first);
  return argument && [argument.name, ...parts].join(".");
}
