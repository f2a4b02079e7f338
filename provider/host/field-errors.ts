/** The API's messages about single fields, under the names of the arguments. */

import type { Operation } from "../api/errors.js";
import { application } from "../definitions/application.js";
import { cache } from "../definitions/cache.js";
import { attributeNames, type Definition, type WireNames } from "../definitions/definition.js";
import { environment } from "../definitions/environment.js";
import { defaultFieldNames } from "../definitions/field-names.js";

/** A line for each message; `quote` makes the API's words safe to print. */
export function fieldErrors(
  operation: Operation,
  fields: Readonly<Record<string, readonly string[]>>,
  wireNames: WireNames,
  quote: (words: string) => string,
): string[] {
  return Object.entries(fields).flatMap(([wire, messages]) => {
    const shown = quote(argumentPath(wire, wireNames) ?? `field ${wire}`);
    const lines = messages.map((message) => `  ${shown}: ${quote(message)}`);
    const candidates = mayBeCalled(wire, operation, wireNames);
    return candidates.length === 0 ? lines : [...lines, `  ${fieldNameHint(quote(wire), candidates)}`];
  });
}

/** The argument that is sent as the field, or as the field around it: `build_command.0` is `buildCommand.0`. */
function argumentPath(wire: string, wireNames: WireNames): string | undefined {
  const [field, ...inside] = wire.split(".");
  for (const [argument, name] of Object.entries(wireNames)) {
    if (name === wire) return argument;
    if (name === field) return [argument, ...inside].join(".");
  }
  return undefined;
}

const definitions: Readonly<Record<Operation, Definition>> = {
  "create application": application,
  "create environment": environment,
  "update cache": cache,
};

/** The fields that the API documents in an operation's response. */
function responseFields(operation: Operation): string[] {
  const definition = definitions[operation];
  const relationships = Object.values(definition.rows).map((row) => row.role === "output" && row.relationship);
  return [
    ...Object.values(attributeNames(definition)),
    ...relationships.filter((name) => name !== false && name !== undefined),
  ];
}

/** The arguments whose undocumented name the field can be: it is no argument's, no documented one and not nested. */
function mayBeCalled(wire: string, operation: Operation, wireNames: WireNames): string[] {
  const undocumented = Object.entries(defaultFieldNames).filter(([argument]) => argument in wireNames);
  const documented = responseFields(operation).includes(wire) && !undocumented.some(([, name]) => name === wire);
  if (documented || wire.includes(".") || argumentPath(wire, wireNames) !== undefined) return [];
  return undocumented.map(([argument]) => argument);
}

function fieldNameHint(wire: string, candidates: readonly string[]): string {
  const example = JSON.stringify({ [candidates[0] as string]: wire });
  return `If ${wire} is the API's name of ${candidates.join(" or ")}, run \`pulumi config set apphosting:fieldNames '${example}'\``;
}
