/**
 * What the classes share: the checks that only the program's process can make, and what the SDK sends to the
 * engine. The engine keeps the loader in the state, by which it reads and deletes without a program.
 */

import type { Input, Output } from "@pulumi/pulumi";
import * as pulumi from "@pulumi/pulumi";
import { suggestName, type ValueOf } from "../rows/schema.js";
import { settingNames } from "../rows/settings.js";
import type { ArgumentRow, Role, Table } from "../rows/table.js";

type Options = pulumi.CustomResourceOptions;

/**
 * The base class of the resources. The state names a line of this package, and not of the program, as the source
 * position of a resource (`sourcePosition` in `pulumi stack export`): the SDK counts the frames of two constructors.
 */
export abstract class HostedResource extends pulumi.CustomResource {
  /** With an `id` in the options, this is a `get`. */
  constructor(table: Table, name: string, args: object | null | undefined, givenOptions: Options | null | undefined) {
    warnOfUnknownSettings();
    const given = dropNulls(givenOptions);
    const isManaged = given.id === undefined;
    const [properties, options] = (isManaged ? prepareManaged : prepareGet)(table, name, { ...args }, given);
    // The SDK never resolves an output that isn't among the properties.
    const outputs = Object.fromEntries(Object.keys(table.rows).map((output) => [output, undefined]));
    const { stackTraceLimit } = Error;
    // The SDK makes four stack traces for each output, which cost as much as all the rest (test/bench).
    Error.stackTraceLimit = 0;
    try {
      super(table.token, name, { ...outputs, ...properties }, options);
    } catch (error) {
      Error.stackTraceLimit = stackTraceLimit;
      addProgramLine(error, new.target);
      throw error;
    }
    Error.stackTraceLimit = stackTraceLimit;
    const isAdopted = isManaged && properties[table.idArgument] !== undefined;
    if (isAdopted && pulumi.runtime.isDryRun()) showAdoptedId(this, table.idArgument);
  }
}

/** Gives an error of a transformation the program's line: stack traces were off when it was made. */
function addProgramLine(error: unknown, resourceClass: abstract new (...args: never) => unknown): void {
  if (!(error instanceof Error) || error instanceof pulumi.RunError) return;
  if (!error.stack?.includes("\n    at ")) Error.captureStackTrace(error, resourceClass);
}

/**
 * Shows the id of an adopted resource in a preview, where the engine doesn't know it. A transformation or
 * `ignoreChanges` may have changed the argument, so the id is its output.
 */
function showAdoptedId(resource: pulumi.CustomResource, idArgument: string): void {
  const { id } = resource;
  const adoptedId = (resource as unknown as Record<string, pulumi.Output<string | null> | undefined>)[idArgument];
  if (adoptedId === undefined) return;
  Object.defineProperty(resource, "id", { value: adoptedId.apply((known) => known ?? id) });
}

type Registration = readonly [properties: pulumi.Inputs, options: Options];

function prepareManaged(table: Table, name: string, args: pulumi.Inputs, given: Options): Registration {
  const { retainOnDelete = true, additionalSecretOutputs = [], ...rest } = given;
  // In a preview, the output of an argument is the input: without this, `up --plan` finds another plan.
  const secrets = table.arguments.filter(({ secret }) => secret).map((argument) => argument.name);
  const options = { ...rest, retainOnDelete, additionalSecretOutputs: [...additionalSecretOutputs, ...secrets] };
  refuseOptions(table, name, options);
  const id = reserveId(args[table.idArgument], table, name, options);
  return [{ ...args, [table.idArgument]: id, __provider: table.loader }, options];
}

function prepareGet(table: Table, name: string, state: pulumi.Inputs, options: Options): Registration {
  const given: pulumi.Inputs = dropNulls(state);
  const other = Object.keys(given).find((key) => key !== table.parent?.argument);
  if (other !== undefined) {
    throw createError(
      `${table.className} "${name}": get can't take ${other} as its state. ` +
        "Its outputs are what the API returns. Pass options as the fourth argument.",
    );
  }
  return [{ ...given, [table.idArgument]: options.id, __provider: table.getLoader }, options];
}

function refuseOptions(table: Table, name: string, options: Options): void {
  const { className, noun, create, idArgument, neverDeleted } = table;
  const isDeleted = options.retainOnDelete === false;
  function refuse(isRefused: boolean, reason: string): void {
    if (isRefused) throw createError(`${className} "${name}": ${reason}`);
  }
  refuse(
    options.import !== undefined,
    "import can't work, because no read returns all required arguments. " +
      `To adopt an existing resource, set ${idArgument} to its id instead. ` +
      `To use one that the stack doesn't manage, use ${className}.get.`,
  );
  refuse(
    !isDeleted && options.deleteBeforeReplace === true && create === "POST",
    "deleteBeforeReplace can't work, because the resource is retained: " +
      "the engine would consider the old one deleted, and if the create of the new one failed, " +
      "every later preview would show a new one to create. Leave deleteBeforeReplace out.",
  );
  refuse(
    isDeleted && neverDeleted !== "",
    `retainOnDelete can't be false, because no ${noun} is ever deleted: ${neverDeleted}. Leave it out.`,
  );
  refuse(
    isDeleted && findProvider(table, options) === undefined && lacksDelete(),
    "retainOnDelete can't be false, because the API documents no delete. Leave it out. " +
      "Or, if your API supports delete, add it to `apphosting:operations`, such as by " +
      "`pulumi config set apphosting:operations read,update,delete`.",
  );
}

/** Whether the stack's own settings lack `delete`. A unit test with mocks has no stack and no settings. */
function lacksDelete(): boolean {
  const operations = new pulumi.Config("apphosting").get("operations") ?? "";
  return pulumi.runtime.getStackResource() !== undefined && !/\bdelete\b/.test(operations);
}

function findProvider({ token }: Table, { provider, parent }: Options): pulumi.ProviderResource | undefined {
  return provider ?? parent?.getProvider(token);
}

/** The names of the resources by class and adopted id, for each explicit provider and each run. */
const reservations = new WeakMap<object, Map<string, string>>();

/** Reserves the id of an existing resource. Two resources with one id would undo what the other sets. */
function reserveId(id: unknown, table: Table, name: string, options: Options): unknown {
  const { className, noun, idArgument } = table;
  const owner = findProvider(table, options) ?? pulumi.runtime.getStackResource();
  if (owner === undefined || id === undefined) return id;
  const reserved = reservations.get(owner) ?? new Map<string, string>();
  reservations.set(owner, reserved);
  function reserve(knownId: unknown): unknown {
    const key = `${className} ${knownId}`;
    const other = reserved.get(key);
    if (other !== undefined) {
      throw createError(
        `${className} "${name}": ${className} "${other}" of this program has the same ${idArgument}. ` +
          `Each would undo what the other sets: manage each ${noun} with one resource.`,
      );
    }
    if (typeof knownId === "string") reserved.set(key, name);
    return knownId;
  }
  return typeof id === "string" ? reserve(id) : pulumi.output(id).apply(reserve);
}

/** @throws RunError without an id: the SDK would create */
export function addId(table: Table, name: string, id: unknown, options?: Options | null): Options {
  function check(value: unknown): string {
    if (typeof value === "string" && value.trim() !== "") return value;
    throw createError(`${table.className} "${name}": get needs an id, a string that isn't empty.`);
  }
  return { ...options, id: isDeferred(id) ? pulumi.all([id]).apply(([value]) => check(value)) : check(id) };
}

/** Whether a value is a resource of a class, also of another copy of the package. */
export function isResourceOf({ token }: Table, value: unknown): boolean {
  return pulumi.CustomResource.isInstance(value) && (value as { __pulumiType?: unknown }).__pulumiType === token;
}

export function isDeferred(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** A program in JavaScript can have options of null, which the SDK doesn't expect. */
export function dropNulls<O extends object>(options: O | null | undefined): Partial<O> {
  const entries = Object.entries(options ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Partial<O>;
}

/** Without a stack: Node 20.20 can take a minute to color the SDK's lines. */
export function createError(message: string): pulumi.RunError {
  return Object.assign(new pulumi.RunError(message), { stack: "" });
}

let hasWarned = false;

/** Warns, once in a program, of keys of the configuration that are no settings: a misspelt one has no effect. */
function warnOfUnknownSettings(): void {
  // In a project called `apphosting`, the other keys are the program's own.
  if (hasWarned || pulumi.getProject() === "apphosting") return;
  hasWarned = true;
  for (const key of Object.keys(pulumi.runtime.allConfig())) {
    const [namespace, name = ""] = key.split(":");
    if (namespace !== "apphosting" || settingNames.some((setting) => setting === name)) continue;
    const hint = suggestName(name, settingNames) || ` The settings are ${settingNames.join(", ")}.`;
    void pulumi.log.warn(`${key} isn't a setting of pulumi-apphosting, so it has no effect.${hint}`);
  }
}

type InputOf<Value> = Value extends (infer Item)[] ? Input<Item>[] : Value;

type RowValue<R> = R extends { readonly schema: infer S } ? ValueOf<S> : never;

/** Null where no response had it. The output of a required argument is never null. */
type OutputOf<R> = R extends ArgumentRow<"required"> ? RowValue<R> : RowValue<R> | null;

/** An interface extends this type, so that editors show its name and not all rows. */
export type RowsOf<T extends { readonly rows: object }> = T["rows"];

/** Without `as` in mapped types, which TypeScript 3.8, the compiler in Pulumi's SDK, doesn't know. */
type RowsOfRole<R, Wanted extends Role> = Pick<
  R,
  { [K in keyof R]: R[K] extends ArgumentRow<Wanted> ? K : never }[keyof R]
>;

export type RequiredArgs<R> = { [K in keyof RowsOfRole<R, "required">]: Input<InputOf<RowValue<R[K]>>> };
export type OptionalArgs<R> = {
  [K in keyof RowsOfRole<R, "optional">]?: Input<InputOf<RowValue<R[K]>> | null | undefined>;
};
export type OutputsOf<R> = { readonly [K in keyof R]: Output<OutputOf<R[K]>> };

/** A `get` takes nothing but the id. */
export interface NoState {
  readonly [name: string]: never;
}
