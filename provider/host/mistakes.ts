/** Checks the arguments of a program, by the schema of each row (`rows/schema.ts`) and by what only Pulumi has. */

import { type Json, type JsonObject, listDeep } from "../rows/json.js";
import { parseInput, type Schema, suggestName, text } from "../rows/schema.js";
import type { Settings } from "../rows/settings.js";
import type { Argument, Table } from "../rows/table.js";
import { isUnknown } from "./state.js";

/** Finds all mistakes at once, before anything is sent. */
export function listMistakes(table: Table, settings: Settings, oldInputs: JsonObject, inputs: JsonObject): string[] {
  const { className, loader, getLoader } = table;
  const names = table.arguments.map(({ name }) => name);
  const unsupported = Object.keys(inputs).filter((name) => name !== "__provider" && !names.includes(name));
  const mistakes = [
    ...settings.mistakes,
    ...unsupported.map((name) => {
      const hint = suggestName(name, names) || ` Its arguments are ${names.join(", ")}`;
      return `${className} has no argument ${name}.${hint}`;
    }),
    ...table.arguments.flatMap((argument) =>
      checkArgument(argument, inputs[argument.name], settings.values.allowUnlistedValues),
    ),
  ];
  // With an alias, the old inputs may come from another provider. A new resource has none.
  const isForeign = Object.keys(oldInputs).length > 0 && ![loader, getLoader].includes(String(oldInputs.__provider));
  return isForeign ? [...mistakes, describeForeignState(table)] : mistakes;
}

function checkArgument(argument: Argument, value: Json | undefined, allowsUnlisted: boolean): string[] {
  const { name, role } = argument;
  const schema = allowsUnlisted && argument.schema.values ? text() : argument.schema;
  // The API would accept the SDK's text as a branch.
  if (listDeep(value).some(([, one]) => typeof one === "string" && outputAsText.test(one))) {
    return [
      `${name} has an output inside a template literal or JSON.stringify, which can't read its value. ` +
        "Use pulumi.interpolate or pulumi.jsonStringify instead",
    ];
  }
  if (isUnknown(value) || (value === undefined && role === "optional")) return [];
  if (value === null && argument.null === "is sent") return [];
  return parseInput(schema, value).mistakes.map((mistake) => `${name} ${mistake}${describeFix(schema, value)}`);
}

function describeFix({ type, values }: Schema, value: Json | undefined): string {
  if (typeof value !== "string") return "";
  const reader = configReaders[type];
  if (reader !== undefined) return `; it is a string. Read configuration with ${reader}`;
  if (values === undefined) return "";
  const command = "`pulumi config set apphosting:allowUnlistedValues true`";
  return `.${suggestName(value, values)} If the API has another one, run ${command}`;
}

/** What returns a value of the type, where `config.get` returns a string. */
const configReaders: Readonly<Record<string, string>> = { number: "config.getNumber", boolean: "config.getBoolean" };

const outputAsText = /Calling \[to(String|JSON)\] on an \[Output<T>\] is not supported/;

function describeForeignState({ noun, idArgument }: Table): string {
  return (
    `another provider wrote the state of this ${noun}, and would delete the ${noun} when it leaves the state. ` +
    "To keep it, set `retainOnDelete: true` on the old resource and run `pulumi up`. " +
    `Then remove the alias, and replace the old resource with this one: set ${idArgument} to the id, ` +
    "which `pulumi stack --show-ids` shows"
  );
}
