/** What to do where the API refuses a name because another resource has it. */

import type { StatusFailure } from "../../api/http/errors.js";
import { type Definition, formatUniqueKey } from "../../definitions/definition.js";
import { definitions } from "../../definitions/index.js";
import { getCurrentValues, type Resource } from "../resource.js";
import { formatTitle } from "./phrases.js";

/** Says what to do where a create finds that another resource has the name. A 409 can also be about a change that is under way. */
export function describeTaken({ message = "", fields }: StatusFailure, resource: Resource): string {
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
export function describeTakenByOther(resource: Resource): string {
  const { label } = resource.definition.names;
  return isDeletedByRun(resource) ? describeDeleted(resource) : `Another ${label} has that name: set another name.`;
}

function isDeletedByRun(resource: Resource): boolean {
  const { session, definition } = resource;
  return session.deletedKeys.has(definition, formatUniqueKey(definition, getCurrentValues(resource)));
}

function describeDeleted({ definition: { names } }: Resource): string {
  return (
    `This run deleted the ${names.label} of that name, and the API may not be done with it: ` +
    `wait, then run \`pulumi up\` again.`
  );
}

/** Whether two resources have the same name, and whatever else the API tells resources of their class apart by. */
function hasSameName(resource: Resource, other: Resource): boolean {
  const { uniqueBy = ["name"] } = resource.definition;
  const [values, others] = [getCurrentValues(resource), getCurrentValues(other)];
  return uniqueBy.every((name) => values[name] === others[name]);
}

/** Finds the output, such as `application.defaultEnvironmentId`, that is the id of a resource that the API makes by itself. */
function findDefaultOutput({ names }: Definition): string | undefined {
  const output = `default${names.class}Id`;
  const owner = definitions.find(({ rows }) => output in rows);
  return owner && `${owner.names.code}.${output}`;
}

/** Whether an update was refused because another resource has the name. A 409 without such words is about a change that is under way. */
export function saysNameTaken({ message = "", fields }: StatusFailure): boolean {
  return saysTaken(fields.name) || (/\bname\b/i.test(message) && saysTaken([message]));
}

export function saysTaken(messages: readonly string[] = []): boolean {
  return messages.some((text) => /\b(taken|already|exists)\b/i.test(text));
}
