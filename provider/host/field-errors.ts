/** The API's messages about single fields, under the names of the arguments. */

import { argumentNames, type Definition, mapToFieldNames } from "../definitions/definition.js";
import { toSnakeCase } from "../definitions/names.js";
import type { Subject } from "./subject.js";

/** A line for each message. */
export function fieldErrors(subject: Subject, fields: Readonly<Record<string, readonly string[]>>): string[] {
  const { definition, session } = subject;
  const sent = Object.entries(mapToFieldNames(definition, session.settings.fieldNames));
  return Object.entries(fields).flatMap(([wire, messages]) => {
    // Sent as the field, or as the field around it: `build_command.0` is `buildCommand.0`.
    const [argument, name = ""] = sent.find(([, name]) => wire === name || wire.startsWith(`${name}.`)) ?? [];
    const shown = subject.quote(argument === undefined ? `field ${wire}` : argument + wire.slice(name.length));
    const lines = messages.map((message) => `  ${shown}: ${subject.quote(message)}`);
    const candidates = argument === undefined ? mayBeCalled(wire, definition) : [];
    if (candidates.length === 0) return lines;
    const example = JSON.stringify({ [candidates[0] as string]: subject.quote(wire) });
    const hint = `If ${subject.quote(wire)} is the API's name of ${candidates.join(" or ")}, run \`pulumi config set apphosting:fieldNames '${example}'\``;
    return [...lines, `  ${hint}`];
  });
}

/** The arguments whose undocumented name the field can be: it is no documented one, and a plain name, for a shell reads the command. */
function mayBeCalled(wire: string, definition: Definition): string[] {
  const isDocumented = Object.entries(definition.rows).some(([name, row]) =>
    row.role === "output"
      ? (row.relationship ?? toSnakeCase(name)) === wire
      : toSnakeCase(name) === wire && !row.undocumentedName,
  );
  if (isDocumented || !/^[\w-]+$/.test(wire)) return [];
  return argumentNames(definition, ({ row }) => row.undocumentedName === true);
}
