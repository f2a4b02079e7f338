/** The API's messages about single fields, under the names of the arguments. */

import { type Definition, listArgumentNames, mapToFieldNames } from "../../definitions/definition.js";
import { toSnakeCase } from "../../definitions/names.js";
import type { Subject } from "../session/subject.js";
import { makeSafe } from "./subject-texts.js";

const longestList = 20;

/**
 * Returns a line for each message, and a hint where the field may be an argument under another name. Only the lines that are
 * shown are made safe to print: an API can complain about 100,000 fields.
 */
export function describeFieldErrors(subject: Subject, fields: Readonly<Record<string, readonly string[]>>): string[] {
  const lines = listLines(subject, fields);
  const more = lines.length > longestList ? [`  … ${lines.length - longestList} more lines`] : [];
  return [...lines.slice(0, longestList).map((line) => `  ${describeLine(subject, line)}`), ...more];
}

/** In a hint, `wire` is the field's name in the API; in a message, `shown` is the name that the user knows. */
type Line =
  | { readonly kind: "message"; readonly shown: string; readonly message: string }
  | { readonly kind: "hint"; readonly wire: string; readonly candidates: readonly string[] };

function listLines({ definition, session }: Subject, fields: Readonly<Record<string, readonly string[]>>): Line[] {
  const sent = Object.entries(mapToFieldNames(definition, session.configuration.values.fieldNames));
  const documented = listDocumentedFields(definition);
  const undocumented = listArgumentNames(definition, ({ row }) => row.undocumentedName === true);
  return Object.entries(fields).flatMap(([wire, messages]): Line[] => {
    // Sent as the field, or as the field around it: `build_command.0` is `buildCommand.0`.
    const [argument, name = ""] = sent.find(([, name]) => wire === name || wire.startsWith(`${name}.`)) ?? [];
    const shown = argument === undefined ? `field ${wire}` : argument + wire.slice(name.length);
    const lines = messages.map((message): Line => ({ kind: "message", shown, message }));
    // A hint has a plain name alone, for a shell reads its command.
    const isUnknown = argument === undefined && !documented.has(wire) && /^[\w-]+$/.test(wire);
    return isUnknown && undocumented.length > 0 ? [...lines, { kind: "hint", wire, candidates: undocumented }] : lines;
  });
}

function listDocumentedFields({ rows }: Definition): Set<string> {
  const fields = Object.entries(rows).flatMap(([name, row]) => {
    if (row.role === "output") return [row.relationship ?? toSnakeCase(name)];
    return row.undocumentedName ? [] : [toSnakeCase(name)];
  });
  return new Set(fields);
}

function describeLine(subject: Subject, line: Line): string {
  if (line.kind === "message") return `${makeSafe(subject, line.shown)}: ${makeSafe(subject, line.message)}`;
  const wire = makeSafe(subject, line.wire);
  const example = JSON.stringify({ [line.candidates[0] as string]: wire });
  return `If ${wire} is the API's name of ${line.candidates.join(" or ")}, run \`pulumi config set apphosting:fieldNames '${example}'\``;
}
