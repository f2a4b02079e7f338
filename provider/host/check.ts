/** Finds every mistake in the arguments of a resource at once, before anything is sent. */

import { type Json, type JsonObject, listDeep } from "../rows/json.js";
import { parseInput, type Rules, suggestName } from "../rows/schema.js";
import type { Settings } from "../rows/settings.js";
import type { Argument, Table } from "../rows/table.js";
import { isUnknown } from "./plan.js";

export function listMistakes(table: Table, settings: Settings, oldInputs: JsonObject, inputs: JsonObject): string[] {
  const { className, loader, getLoader } = table;
  const names = table.arguments.map(({ name }) => name);
  const unsupported = Object.keys(inputs).filter((name) => name !== "__provider" && !names.includes(name));
  const rules = settings.values.allowUnlistedValues ? "limits, unlisted" : "limits";
  const mistakes = [
    ...settings.mistakes,
    ...unsupported.map((name) => {
      const hint = suggestName(name, names) || ` Its arguments are ${names.join(", ")}`;
      return `${className} has no argument ${name}.${hint}`;
    }),
    ...table.arguments.flatMap((argument) => checkArgument(argument, inputs[argument.name], rules)),
  ];
  // With an alias, the old inputs may come from another provider. A new resource has none.
  const isForeign = Object.keys(oldInputs).length > 0 && ![loader, getLoader].includes(String(oldInputs.__provider));
  return isForeign ? [...mistakes, describeForeignState(table)] : mistakes;
}

/** Loads zod with the first check, so that a destroy doesn't wait for it. */
function checkArgument(argument: Argument, value: Json | undefined, rules: Rules): string[] {
  const { name, role, schema } = argument;
  // The API would accept the SDK's text as a branch.
  if (listDeep(value).some(([, one]) => typeof one === "string" && outputAsText.test(one))) {
    return [
      `${name} has an output inside a template literal or JSON.stringify, which can't read its value. ` +
        "Use pulumi.interpolate or pulumi.jsonStringify instead",
    ];
  }
  if (isUnknown(value) || (value === undefined && role === "optional")) return [];
  if (value === null && argument.null === "is sent") return [];
  const reader = typeof value === "string" && configReaders[schema.type];
  const hint = reader ? `; it is a string. Read configuration with ${reader}` : "";
  return parseInput(schema, value, rules).mistakes.map((mistake) => `${name} ${mistake}${hint}`);
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
