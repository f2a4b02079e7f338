/**
 * The operations that the user names beside the documented ones: the methods that the API answers at the address of a
 * resource. The program and the host read the setting with the same function.
 */

import type { DocumentedDefinition, Operations } from "./definition.js";
import { type Method, parseOperation } from "./operation.js";

/** The named operations of each class. */
export type NamedOperations = Readonly<Record<string, Partial<Operations>>>;

export interface ParsedOperations {
  /** Those that keep all rules. */
  readonly operations: NamedOperations;
  /** What is wrong with the others, a clause for each class. */
  readonly problems: readonly string[];
  /** The arguments of `pulumi config` that correct the first of these. */
  readonly correction: string;
}

const methods = ["GET", "PATCH", "DELETE"] as const;

/**
 * Parses the setting: an object that maps a class to methods and an address, such as `GET, DELETE /environments/{id}`.
 *
 * @param value the object, or its JSON as text
 */
export function parseNamedOperations(value: unknown, definitions: readonly DocumentedDefinition[]): ParsedOperations {
  const classes = definitions.map(({ names }) => names.class);
  const setting = typeof value === "string" ? parseText(value) : value;
  if (typeof setting !== "object" || setting === null || Array.isArray(setting)) {
    const problems = [`must map any of ${classes.join(", ")} to methods and an address`];
    return { operations: {}, problems, correction: formatCorrection(definitions.find(canBeCreated)) };
  }
  const operations: Record<string, Partial<Operations>> = {};
  const problems: string[] = [];
  const corrections: string[] = [];
  for (const [className, text] of Object.entries(setting)) {
    const definition = definitions.find(({ names }) => names.class === className);
    if (definition === undefined) {
      problems.push(`${className} is no class: the classes are ${classes.join(", ")}`);
      corrections.push(`rm --path apphosting:operations.${className}`);
      continue;
    }
    const [, listed = "", address = ""] =
      typeof text === "string" ? (/^([A-Z][A-Z ,]*) +(\S+)$/.exec(text.trim()) ?? []) : [];
    const given = listed.split(/[ ,]+/).filter((method) => method !== "");
    const broken = [...findMethodProblems(definition, given), ...findAddressProblems(definition, given, address)];
    if (given.length === 0) problems.push(`${className} must be methods and an address: ${formatExample(definition)}`);
    else if (broken.length > 0) problems.push(`${className}: ${broken.join("; ")}`);
    else {
      operations[className] = nameOperations(definition, given, address);
      continue;
    }
    corrections.push(formatCorrection(definition));
  }
  return { operations, problems, correction: corrections[0] ?? "" };
}

/** Returns the arguments of `pulumi config` that set one class. With `--path`, they leave the operations of other classes as they are. */
function formatCorrection(definition: DocumentedDefinition | undefined): string {
  return definition === undefined
    ? ""
    : `set --path apphosting:operations.${definition.names.class} '${formatExample(definition)}'`;
}

const canBeCreated = ({ operations }: DocumentedDefinition) => operations.create.method === "POST";

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns what a user could set for a class: by default, if the API of the user has all that the class takes. */
export function formatExample(definition: DocumentedDefinition, named = listUsefulMethods(definition)): string {
  const collection = definition.operations.create.path.split("/").findLast((segment) => !segment.startsWith("{"));
  return `${named.join(", ")} /${collection}/{id}`;
}

/** A documented update stays what it is, and some resources are never deleted. */
function listUsefulMethods({ operations: { update }, neverDeleted }: DocumentedDefinition): readonly Method[] {
  return methods.filter((method) => {
    if (method === "PATCH") return update === undefined || update.isNamed;
    return method === "GET" || neverDeleted === undefined;
  });
}

function findMethodProblems(definition: DocumentedDefinition, given: readonly string[]): string[] {
  const useful: readonly string[] = listUsefulMethods(definition);
  // A DELETE that is of no use is ignored. Earlier releases took it, and a problem would stop every read and delete of a stack.
  const others = given.filter((method) => !useful.includes(method) && method !== "DELETE");
  const repeated = given.some((method, index) => given.indexOf(method) < index);
  return [
    ...(others.length > 0 ? [`it takes ${useful.join(", ")}, and not ${others.join(", ")}`] : []),
    ...(repeated ? ["a method stands there twice"] : []),
    ...(given.includes("DELETE") && !given.includes("GET")
      ? ["DELETE needs GET, which shows what would be deleted"]
      : []),
  ];
}

function findAddressProblems(definition: DocumentedDefinition, given: readonly string[], address: string): string[] {
  const [path = "", query] = address.split("?", 2);
  const known = listAllowedPlaceholders(definition);
  const placeholders = [...address.matchAll(/\{(.*?)\}/g)].map(([, name = ""]) => name);
  const others = placeholders.filter((name) => !known.includes(name));
  const isWellFormed = /^\/(?!\/)[^#\s]*$/.test(address) && isKeptByUrl(address.replaceAll(/\{.*?\}/g, ""));
  return [
    ...(isWellFormed
      ? []
      : ["the address must begin with one /, be written as in a URL, and have no #, space, . or .. segment"]),
    ...(path.endsWith("/{id}") ? [] : ["{id} must be the last segment of the address"]),
    ...(others.length > 0
      ? [`of placeholders, the address may have ${known.map((name) => `{${name}}`).join(", ")}`]
      : []),
    ...(query !== undefined && !given.includes("GET") ? ["a query goes with GET alone"] : []),
  ];
}

/**
 * Whether a URL holds the address as it is written. It leaves a segment of `..` out, for instance, and leads elsewhere. It keeps
 * braces in a query.
 */
function isKeptByUrl(address: string): boolean {
  const url = `http://api${address}`;
  return URL.canParse(url) && new URL(url).href === url && !/[{}]/.test(url);
}

/** Lists the placeholders that an address may have: the id of the resource, and the arguments in documented paths. */
function listAllowedPlaceholders({ operations: { create, update } }: DocumentedDefinition): string[] {
  return [...new Set(["id", ...create.placeholders, ...(update?.placeholders ?? [])])];
}

function nameOperations(
  definition: DocumentedDefinition,
  given: readonly string[],
  address: string,
): Partial<Operations> {
  const [path = ""] = address.split("?", 1);
  const parse = (method: Method) =>
    given.includes(method)
      ? parseOperation(`${method} ${method === "GET" ? address : path}`, listAllowedPlaceholders(definition), true)
      : undefined;
  const [read, update, remove] = [parse("GET"), parse("PATCH"), parse("DELETE")];
  return { ...(read && { read }), ...(update && { update }), ...(remove && { delete: remove }) };
}
