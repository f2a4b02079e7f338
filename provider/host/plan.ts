/** What the inputs of a program mean: their mistakes, and the plan of a change. Nothing here sends or prints. */

import type { DiffResult } from "@pulumi/pulumi/dynamic";
import { type Json, type JsonObject, listDeep } from "../rows/json.js";
import { parseInput, type Schema, suggestName, text } from "../rows/schema.js";
import type { Settings } from "../rows/settings.js";
import type { Argument, Table } from "../rows/table.js";
import { type ArgumentState, canUpdate, isSame, type Resource } from "./state.js";

/** The text by which the engine writes a value that isn't known before `up`. */
export const unknownInput = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: Json | undefined): boolean {
  return listDeep(value).some(([, one]) => one === unknownInput);
}

/** Finds every mistake in the arguments of a resource at once, before anything is sent. */
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

type Effect = "send" | "replace" | "record";

export interface Change {
  readonly effect: Effect;
  /** Undefined: the program leaves the argument out. */
  readonly input: Json | undefined;
  readonly before: ArgumentState;
  readonly isInApi: boolean;
  /** Whether the engine, which compares inputs with its earlier ones, sees no difference and shows no line. */
  readonly isUnseen: boolean;
}

export interface Plan {
  readonly changes: readonly Change[];
  /** The arguments that the update applies: what changes, and what the API needs along with that. */
  readonly applied: readonly string[];
  readonly replaced: readonly string[];
  readonly adoptsAnother: boolean;
  /** Whether the id that the program adopts isn't known before `up`. It then counts as the resource's own. */
  readonly hasUnknownId: boolean;
}

export function planChanges(resource: Resource): Plan {
  const { table, inputs, state } = resource;
  const changes = state.arguments.flatMap((before): Change[] => {
    const { argument } = before;
    const input = inputs[argument.name];
    const isInApi = before.isKnown && isSame(input, before.actual, argument);
    const effect = decideEffect(resource, before, isInApi);
    // The engine's earlier input is the output of what the program set. It treats null as unset.
    const earlierInput = before.input === undefined ? undefined : before.output;
    return effect ? [{ effect, input, before, isInApi, isUnseen: isSame(input, earlierInput, argument) }] : [];
  });
  const changed = listNames(changes.filter(({ effect }) => effect === "send"));
  const replaced = listNames(changes.filter(({ effect }) => effect === "replace"));
  const along = Object.entries(table.sentAlong).filter(([, cause]) => cause === "always" || changed.includes(cause));
  const body = [...changed, ...along.map(([name]) => name)];
  const applied = table.arguments.map(({ name }) => name).filter((name) => changed.length > 0 && body.includes(name));
  const adoptsAnother = replaced.includes(table.idArgument);
  return { changes, applied, replaced, adoptsAnother, hasUnknownId: isUnknown(inputs[table.idArgument]) };
}

export function toDiffResult({ changes, replaced }: Plan): DiffResult {
  if (changes.length === 0) return { changes: false };
  // Without `changes`, the engine compares the inputs itself and marks lines (test/engine/changes.test.ts).
  const isMarked = changes.some(({ isUnseen, effect }) => !isUnseen && effect !== "record");
  return isMarked ? { replaces: [...replaced] } : { changes: true, replaces: [...replaced] };
}

export function listNames(changes: readonly Change[]): string[] {
  return changes.map(({ before }) => before.argument.name);
}

function decideEffect(resource: Resource, before: ArgumentState, isInApi: boolean): Effect | undefined {
  const { table, id, inputs, operations } = resource;
  const { argument } = before;
  const input = inputs[argument.name];
  if (argument.name === table.idArgument) {
    const isOwn = input === undefined || isUnknown(input) || input === id;
    return isOwn ? undefined : "replace";
  }
  const isNewlySet = before.input === undefined;
  if (input === undefined) return isNewlySet ? undefined : "record";

  const isSameAsInput = !isNewlySet && isSame(input, before.input, argument);
  const isSameAsOutput = isSame(input, before.output, argument);
  const isUnchanged = isSameAsInput && isSameAsOutput;
  if (canUpdate(argument, operations)) {
    if (isNewlySet || !isInApi) return "send";
    return isUnchanged ? undefined : "record";
  }
  // Drift never replaces a resource.
  if (isUnchanged) return undefined;
  // A read has found another value, or the program accepts the API's.
  if (isSameAsInput || isSameAsOutput || isInApi) return "record";
  // Nothing replaces what the program adopts by its id.
  const isAdopted = inputs[table.idArgument] !== undefined;
  return isAdopted ? "record" : "replace";
}
