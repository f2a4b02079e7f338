/** The mistakes of a program, the requests that the host doesn't send, and the responses that it doesn't accept. */

import type { ResourceResponse } from "../../api/wire/responses.js";
import { askIfMeant } from "../../definitions/closest.js";
import { type Definition, listArgumentNames } from "../../definitions/definition.js";
import type { OperationName } from "../../definitions/operation.js";
import { formatOperationsCommand } from "../../definitions/settings.js";
import type { Resource, StoredResource } from "../state/model.js";
import { type FailureText, unknownChangeNotice } from "./request-failures.js";
import { addTitle, formatTitle, makeSafe, stateDeleteAdvice } from "./text.js";

export function describeUnsupportedArgument(definition: Definition, token: string, name: string): string {
  const supported = listArgumentNames(definition);
  const shown = makeSafe({ token }, name);
  const hint = askIfMeant(name, supported) || ` Its arguments are ${supported.join(", ")}`;
  return `${definition.names.class} has no argument ${shown}.${hint}`;
}

export function describeOutputAsText(name: string): string {
  return (
    `${name} has an output inside a template literal or JSON.stringify, which can't read its value. ` +
    "Use pulumi.interpolate or pulumi.jsonStringify instead"
  );
}

export function describeNeverDeleted({ names }: Definition, reason: string): string {
  return `retainOnDelete can't be false, because no ${names.label} is ever deleted: ${reason}. Leave it out`;
}

export function describeDeleteNotEnabled(operations: readonly OperationName[]): string {
  return (
    "retainOnDelete can't be false, because the API documents no delete. " +
    `Leave it out. Or, if your API supports delete, enable it. ${formatOperationsCommand([...operations, "delete"])}`
  );
}

export function describeForeignState({ names, idArgument }: Definition): string {
  return (
    `another provider wrote the state of this ${names.label}, ` +
    `and would delete the ${names.label} when it leaves the state. ` +
    "To keep it, set `retainOnDelete: true` on the old resource and run `pulumi up`. " +
    `Then remove the alias, and replace the old resource with this one: set ${idArgument} to the id, ` +
    "which `pulumi stack --show-ids` shows"
  );
}

export function describeLostId({ names }: Definition): string {
  return (
    `a transformation dropped the id of ${names.class}.get from the options. ` +
    "Return the options it received, with your changes"
  );
}

/** The stack is in the message alone, so that it's printed once. */
export function describeDefect(error: unknown, resource: Resource): string {
  const stack = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  const report = "This is a bug in pulumi-apphosting. Report it with these lines:";
  return addTitle(resource, `${report}\n${makeSafe(resource, stack)}`);
}

/** For commands without a program, which get the configuration of the last `up`. */
export const storedConfigurationNotice =
  "Without `--run-program`, `pulumi refresh`, `pulumi destroy`, and `pulumi up --refresh` " +
  "use the settings of the program's last run, and the current environment variables.";

export const readNotEnabledNotice =
  "`get` can't read it, because the API documents no read. " +
  "If your API supports it, run `pulumi config set apphosting:operations read`, " +
  "or add it to the operations of its explicit Provider.";

export function describeRepeatedCreate({ definition: { names, idArgument } }: Resource): string {
  return (
    `create ${names.label} was not sent: ` +
    `the outcome of an identical request in this \`pulumi up\` is unknown, so the ${names.label} may already exist. ` +
    `Look for it in the provider's web console: if it's there, set ${idArgument} to its id, or delete ` +
    "it. Then run `pulumi up` again. Until then, a second resource with the same arguments is refused, too."
  );
}

/** Describes a response with another id or type, or without an id. */
export function describeOtherIdentity(
  resource: Resource,
  method: "GET" | "PATCH",
  { id, type }: ResourceResponse,
): FailureText {
  const { names, idArgument, apiType } = resource.definition;
  // The state keeps the public reason in plain text, so it has neither the name nor the API's words.
  const title = `${names.class} ${makeSafe(resource, resource.id ?? "")}`;
  const quote = (word: string | undefined) => `"${makeSafe(resource, String(word))}"`;
  const otherId = id === undefined ? "no id" : `the id ${quote(id)} instead of ${quote(resource.id)}`;
  const isInState = resource.kind === "stored" || resource.kind === "managed";
  const other = id === resource.id ? `the type ${quote(type)} instead of "${apiType}"` : otherId;
  const gone = ` If ${title} no longer exists, ${stateDeleteAdvice}, or set ${idArgument} to the id of another one.`;
  const describe = (difference: string) =>
    `${method === "GET" ? "read" : "update"} ${names.label} got a response with ${difference}, ` +
    `so it may be for a different ${names.label} than ${title}. ` +
    `Check the id, apphosting:baseUrl, and the token's organization.${isInState ? gone : ""}`;
  const addOutcome = (text: string) => (method === "GET" ? text : `${text}\n${unknownChangeNotice}`);
  return { message: addOutcome(describe(other)), publicReason: addOutcome(describe("another id or type")) };
}

/** The program has withdrawn its consent, but the replacement failed. */
export function describeRemainingConsent(replaced: StoredResource): string {
  return (
    `${formatTitle(replaced)} stays in the state, where retainOnDelete is still false: ` +
    `until an \`up\` succeeds, \`pulumi destroy\` deletes it.`
  );
}
