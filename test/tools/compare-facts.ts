/**
 * Compares the definitions with the facts of the API's documentation, and with what the package exports, before the first test. Most tests
 * run on all of them: where two differ, dozens of tests would fail, and only this tells why.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { definitions } from "../../provider/definitions";
import type { Definition, ResolvedArgument } from "../../provider/definitions/definition";
import type { OutputRow } from "../../provider/definitions/row";
import { documented } from "../documented";
import { type DocumentedArgument, type DocumentedResource, listOutputNames } from "../documented/facts";
import { configureNamed } from "./named";

/** What the definition has for each fact of an argument, but for values that are allowed or not: tests of `check` try those. */
const factsOfArguments: Readonly<
  Record<
    Exclude<keyof DocumentedArgument, "valid" | "other" | "accepts" | "invalid">,
    (one: ResolvedArgument) => unknown
  >
> = {
  wire: ({ isInBody, fieldName }) => (isInBody ? fieldName : undefined),
  undocumentedName: ({ row }) => row.undocumentedName !== undefined || undefined,
  attribute: ({ wireName, row, isInBody }) =>
    isInBody && row.neverReturned !== true ? (row.attribute ?? wireName) : undefined,
  required: ({ row }) => row.role === "required" || undefined,
  nullable: ({ row }) => (row.role === "existingId" ? "refused" : row.nullable),
  onChange: ({ row, changeEffect }) =>
    row.role === "existingId" || changeEffect === "update" ? undefined : changeEffect,
  inEveryUpdate: ({ row }) => row.inEveryUpdate,
  adopted: ({ row }) => row.role === "existingId" || undefined,
  values: ({ row: { type } }) => (type.shape.type === "oneOf" ? type.shape.values : undefined),
};

/** What the definition has for each fact of an output. */
const factsOfOutputs: Readonly<
  Record<
    "secrets" | "needs" | "neverLost",
    readonly [fact: (resource: DocumentedResource, name: string) => unknown, (row: OutputRow) => unknown]
  >
> = {
  secrets: [({ secrets }, name) => secrets.includes(name), ({ secret }) => secret === true],
  needs: [
    ({ needs }, name) => needs[name] ?? [],
    ({ type: { shape } }) => ("fields" in shape ? shape.requiredFields : []),
  ],
  neverLost: [({ neverLost }, name) => neverLost.includes(name), ({ neverLost }) => neverLost === true],
};

/** Lists how the definitions and the facts differ: a sentence each, which says what to do. */
export function listDifferences(
  definitions: readonly Definition[],
  documented: readonly DocumentedResource[],
): string[] {
  const classes = new Set([...definitions.map(({ names }) => names.class), ...documented.map((one) => one.className)]);
  return [...classes].flatMap((className) => {
    const definition = definitions.find(({ names }) => names.class === className);
    const resource = documented.find((one) => one.className === className);
    if (definition === undefined) {
      return `${className}: test/documented has its facts. Add its definition to provider/definitions/index.ts, or remove the facts.`;
    }
    const files = nameFiles(definition);
    if (resource === undefined)
      return `${className}: write its facts in ${files.facts}, from the API's documentation alone.`;
    return listDifferencesOf(definition, resource, files);
  });
}

interface Files {
  readonly definition: string;
  readonly facts: string;
}

function nameFiles({ names }: Definition): Files {
  const file = `${names.label.replaceAll(" ", "-")}.ts`;
  return { definition: `provider/definitions/${file}`, facts: `test/documented/${file}` };
}

function listDifferencesOf(definition: Definition, resource: DocumentedResource, files: Files): string[] {
  const { className } = resource;
  const args = configureNamed(definition).arguments;
  const outputs = listOutputNames(resource).filter((name) => !(name in resource.arguments));
  const ofNames = [
    ...compareNames(
      "argument",
      args.map(({ name }) => name),
      Object.keys(resource.arguments),
    ),
    ...compareNames(
      "output",
      definition.outputs.map(({ name }) => name),
      outputs,
    ),
  ];
  const ofArguments = args.flatMap((argument) => {
    const facts = resource.arguments[argument.name];
    if (facts === undefined) return [];
    const ofRow = Object.entries(factsOfArguments).flatMap(([fact, read]) =>
      compareFact(argument.name, fact, read(argument), facts[fact as keyof typeof factsOfArguments]),
    );
    const relationship = findRelationship(resource, argument.name);
    return [...ofRow, ...compareFact(argument.name, "relationship", argument.row.relationship, relationship)];
  });
  const ofOutputs = definition.outputs.flatMap(({ name, row }) =>
    Object.entries(factsOfOutputs).flatMap(([fact, [readFact, readRow]]) =>
      compareFact(name, fact, readRow(row), readFact(resource, name)),
    ),
  );
  const ofDeletion = compareFact(
    "the class",
    "isDeletable",
    definition.deletion === "with consent" || undefined,
    resource.isDeletable,
  );
  return [...ofNames, ...ofArguments, ...ofOutputs, ...ofDeletion];

  function compareNames(role: string, defined: readonly string[], known: readonly string[]): string[] {
    const missing = defined.filter((name) => !known.includes(name));
    const left = known.filter((name) => !defined.includes(name));
    return [
      ...missing.map(
        (name) =>
          `${className}: ${files.facts} lacks the ${role} ${name}. Add its facts, ${describeSource(definition, name)}.`,
      ),
      ...left.map(
        (name) =>
          `${className}: ${files.facts} has the ${role} ${name}. Add its row to ${files.definition}, or remove the facts.`,
      ),
    ];
  }

  function compareFact(name: string, fact: string, inDefinition: unknown, inFacts: unknown): string[] {
    const ordered = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
    if (isDeepStrictEqual(ordered(inDefinition), ordered(inFacts))) return [];
    const [ofRow, ofFacts] = [inDefinition, inFacts].map((value) => JSON.stringify(value) ?? "none");
    return [
      `${className}: ${name} has ${fact} ${ofFacts} in ${files.facts}, and ${ofRow} by ${files.definition}. Correct one of them.`,
    ];
  }
}

/** Says where the facts of an argument or an output come from. */
function describeSource(definition: Definition, name: string): string {
  const row = definition.arguments.find((argument) => argument.name === name)?.row;
  return row?.onChange === "reload"
    ? "which are onChange and values without wire: the API doesn't know it"
    : "from the API's documentation alone";
}

/** Finds the relationship that has the value of an argument in a response. */
function findRelationship({ responseValues }: DocumentedResource, name: string): string | undefined {
  const paths = responseValues.flatMap(([at, , output]) => (output === name ? at : []));
  return paths.map((path) => /^data\.relationships\.(\w+)\.data\.id$/.exec(path)?.[1]).find(Boolean);
}

/** Lists the classes that the package does not export: a sentence each, which says what to do. */
export function listMissingExports(definitions: readonly Definition[], index: string, host: string): string[] {
  return definitions.flatMap(({ names: { class: className, code, label } }) => {
    const file = `./resources/${label.replaceAll(" ", "-")}.js`;
    return [
      ...(index.includes(file)
        ? []
        : [`${className}: write the class in provider/resources, and export ${file} in provider/index.ts.`]),
      ...(host.includes(`export const ${code}:`) ? [] : [`${className}: export ${code} in provider/host/index.ts.`]),
    ];
  });
}

export function mochaGlobalSetup(): void {
  const read = (file: string) => readFileSync(join(__dirname, "../../provider", file), "utf8");
  const problems = [
    ...listDifferences(definitions, documented),
    ...listMissingExports(definitions, read("index.ts"), read("host/index.ts")),
  ];
  if (problems.length === 0) return;
  const message = `No test has run, because definitions, facts and classes don't match:\n\n${problems.join("\n")}\n`;
  // Mocha prints the stack, which would say nothing.
  throw Object.assign(new Error(message), { stack: message });
}
