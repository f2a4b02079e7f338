/**
 * Compares the definitions with the facts of the API's documentation, and with what the package exports, before the first test.
 * Where two differ, dozens of tests would fail, and only this says why.
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

/** Reads each fact of an argument from its definition, except allowed values, which the tests of `check` try. */
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

/** Lists how the definitions and the facts differ: a sentence each, with what to do. */
export function listDifferences(
  definitions: readonly Definition[],
  documented: readonly DocumentedResource[],
): string[] {
  const classes = definitions.map(({ names }) => names.class);
  const others = documented.filter(({ className }) => !classes.includes(className));
  return [
    ...definitions.flatMap((definition) =>
      listDifferencesOf(
        definition,
        documented.find(({ className }) => className === definition.names.class),
      ),
    ),
    ...others.map(
      ({ className }) =>
        `${className}: test/documented has its facts. Add its definition to provider/definitions/index.ts, or remove the facts.`,
    ),
  ];
}

type Comparison = readonly [name: string, fact: string, inDefinition: unknown, inFacts: unknown];

function listDifferencesOf(definition: Definition, resource: DocumentedResource | undefined): string[] {
  const { class: className, label } = definition.names;
  const [definitionFile, factsFile] = ["provider/definitions", "test/documented"].map(
    (folder) => `${folder}/${label.replaceAll(" ", "-")}.ts`,
  );
  const source = "from the API's documentation alone";
  if (resource === undefined) return [`${className}: write its facts in ${factsFile}, ${source}.`];

  const args = configureNamed(definition).arguments;
  const roles = [
    ["argument", args, Object.keys(resource.arguments)],
    ["output", definition.outputs, listOutputNames(resource).filter((name) => !(name in resource.arguments))],
  ] as const;
  const ofNames = roles.flatMap(([role, rows, known]) => {
    const defined = rows.map(({ name }) => name);
    return [
      ...defined
        .filter((name) => !known.includes(name))
        .map((name) => `${className}: ${factsFile} lacks the ${role} ${name}. Add its facts, ${source}.`),
      ...known
        .filter((name) => !defined.includes(name))
        .map(
          (name) =>
            `${className}: ${factsFile} has the ${role} ${name}. Add its row to ${definitionFile}, or remove the facts.`,
        ),
    ];
  });

  const comparisons: readonly Comparison[] = [
    ...args.flatMap((argument) => compareArgument(argument, resource)),
    ...definition.outputs.flatMap((output) => compareOutput(output, resource)),
    ["the class", "isDeletable", definition.deletion === "with consent" || undefined, resource.isDeletable],
  ];
  const sort = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
  const show = (value: unknown) => JSON.stringify(value) ?? "none";
  return [
    ...ofNames,
    ...comparisons
      .filter(([, , one, other]) => !isDeepStrictEqual(sort(one), sort(other)))
      .map(
        ([name, fact, one, other]) =>
          `${className}: ${name} has ${fact} ${show(other)} in ${factsFile}, and ${show(one)} by ${definitionFile}. Correct one of them.`,
      ),
  ];
}

function compareArgument(argument: ResolvedArgument, resource: DocumentedResource): Comparison[] {
  const { name, row } = argument;
  const facts = resource.arguments[name];
  if (facts === undefined) return [];
  return [
    ...Object.entries(factsOfArguments).map(
      ([fact, read]): Comparison => [name, fact, read(argument), facts[fact as keyof typeof factsOfArguments]],
    ),
    [name, "relationship", row.relationship, findRelationship(resource, name)],
  ];
}

function compareOutput({ name, row }: { name: string; row: OutputRow }, resource: DocumentedResource): Comparison[] {
  const { shape } = row.type;
  return [
    [name, "secrets", row.secret === true, resource.secrets.includes(name)],
    [name, "needs", "fields" in shape ? shape.requiredFields : [], resource.needs[name] ?? []],
    [name, "neverLost", row.neverLost === true, resource.neverLost.includes(name)],
  ];
}

/** Finds the relationship that has the value of an argument in a response. */
function findRelationship({ responseValues }: DocumentedResource, name: string): string | undefined {
  const paths = responseValues.flatMap(([at, , output]) => (output === name ? at : []));
  return paths.map((path) => /^data\.relationships\.(\w+)\.data\.id$/.exec(path)?.[1]).find(Boolean);
}

/** Lists the classes that the package does not export: a sentence each, which says what to do. */
function listMissingExports(definitions: readonly Definition[], index: string, host: string): string[] {
  const ofClasses = definitions.flatMap(({ names: { class: className, label } }) => {
    const file = `./resources/${label.replaceAll(" ", "-")}.js`;
    const advice = `${className}: write the class in provider/resources, and export ${file} in provider/index.ts.`;
    return index.includes(file) ? [] : advice;
  });
  const ofHosts = definitions.flatMap(({ names: { class: className, exportName } }) =>
    host.includes(`export const ${exportName}:`) ? [] : `${className}: export ${exportName} in provider/host/index.ts.`,
  );
  return [...ofClasses, ...ofHosts];
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
