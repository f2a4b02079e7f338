/** The API's messages about single fields, under the names of the arguments. */

import { argumentNames, type Definition, type WireNames, wireNames } from "../definitions/definition.js";
import type { AllFieldNames } from "../definitions/field-names.js";
import { snakeCase } from "../definitions/names.js";

/** A line for each message; `quote` makes the API's words safe to print. */
export function fieldErrors(
  definition: Definition,
  fieldNames: AllFieldNames,
  fields: Readonly<Record<string, readonly string[]>>,
  quote: (words: string) => string,
): string[] {
  const sent = wireNames(definition, fieldNames);
  return Object.entries(fields).flatMap(([wire, messages]) => {
    const shown = quote(argumentPath(wire, sent) ?? `field ${wire}`);
    const lines = messages.map((message) => `  ${shown}: ${quote(message)}`);
    const candidates = mayBeCalled(wire, definition, sent);
    if (candidates.length === 0) return lines;
    const example = JSON.stringify({ [candidates[0] as string]: quote(wire) });
    const hint = `If ${quote(wire)} is the API's name of ${candidates.join(" or ")}, run \`pulumi config set apphosting:fieldNames '${example}'\``;
    return [...lines, `  ${hint}`];
  });
}

/** The argument that is sent as the field, or as the field around it: `build_command.0` is `buildCommand.0`. */
function argumentPath(wire: string, sent: WireNames): string | undefined {
  const [field, ...inside] = wire.split(".");
  for (const [argument, name] of Object.entries(sent)) {
    if (name === wire) return argument;
    if (name === field) return [argument, ...inside].join(".");
  }
  return undefined;
}

/** The arguments whose undocumented name the field can be: it is no argument's, no documented one, and a plain name that is not nested. */
function mayBeCalled(wire: string, definition: Definition, sent: WireNames): string[] {
  // The name goes into a command, for a shell to read.
  if (!/^[\w-]+$/.test(wire) || argumentPath(wire, sent) !== undefined) return [];
  const undocumented = argumentNames(definition, (row) => row.undocumentedName === true);
  const isDocumented = Object.entries(definition.rows).some(([name, row]) =>
    row.role === "output" && row.relationship !== undefined
      ? row.relationship === wire
      : snakeCase(name) === wire && !undocumented.includes(name),
  );
  return isDocumented ? [] : undocumented;
}
