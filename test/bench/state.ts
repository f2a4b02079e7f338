/** What a stack's state is made of, in bytes. */

import type { ResourceState } from "../engine/stack";

export interface StackRecords {
  /** Of the whole file. */
  readonly bytes: number;
  readonly resources: readonly (ResourceState & Readonly<Record<string, unknown>>)[];
}

/** Bytes a resource, on average. */
export interface StateBytes {
  /** The whole file, divided. */
  readonly all: number;
  readonly inputsAndOutputs: number;
  /** What the engine records of its own resources, too: URN, parent, provider, times, stack trace. */
  readonly engineRecord: number;
  /** The text of the provider, in inputs and outputs together. */
  readonly provider: number;
  /** All that is neither inputs, outputs nor the engine's own record; the provider's text is part of it. */
  readonly above: number;
}

export function stateBytes(state: StackRecords, floor: StackRecords): StateBytes {
  const own = declared(state);
  const engineKeys = new Set(declared(floor).flatMap(Object.keys));
  const average = (bytesOf: (resource: StackRecords["resources"][number]) => number) =>
    own.reduce((sum, resource) => sum + bytesOf(resource), 0) / own.length;

  const inputsAndOutputs = average(bytesTold);
  const engineRecord = average((resource) => {
    const record = { ...resource, inputs: {}, outputs: {} };
    return bytes(Object.fromEntries(Object.entries(record).filter(([key]) => engineKeys.has(key))));
  });
  return {
    all: state.bytes / own.length,
    inputsAndOutputs,
    engineRecord,
    provider: average(({ inputs, outputs }) => bytes(textOf(inputs)) + bytes(textOf(outputs))),
    above: average(bytes) - inputsAndOutputs - engineRecord,
  };
}

/** The resources of the program: neither the stack nor a provider. */
export function declared({ resources }: StackRecords) {
  return resources.filter(
    ({ type }) => !type.startsWith("pulumi:pulumi:") && !type.startsWith("pulumi:providers:"),
  );
}

/** The text that a resource's provider is made from. */
export function providerText(state: StackRecords, kind: string): string {
  return String(textOf(ofKind(state, kind).inputs) ?? "");
}

export function ofKind(state: StackRecords, kind: string): StackRecords["resources"][number] {
  const found = declared(state).find(({ type }) => type.endsWith(`:${kind}`));
  if (found === undefined) throw new Error(`no ${kind} in the state`);
  return found;
}

const kinds = ["Application", "Environment", "Cache"];

/** What a Stash is made of: values in the open and, where there is one, a secret. */
export interface Shape {
  readonly values: Readonly<Record<string, unknown>>;
  readonly secret?: string;
}

/**
 * For each kind a third of what a resource of it keeps, for a Stash keeps its input three times: as many bytes, and as
 * many values and secrets, for the engine visits each value and encrypts each secret when it writes the state.
 */
export function shape(state: StackRecords): Record<string, Shape> {
  return Object.fromEntries(kinds.map((kind) => [kind, aThird(ofKind(state, kind))]));
}

function aThird(resource: ResourceState): Shape {
  const { inputs, outputs } = resource;
  const secrets = Object.values(outputs).filter(isSecret);
  // A kind with one secret has a third of one; the kind with two has their share, so together it is as many.
  const [secret] = Math.round(secrets.length / copies) === 1 ? secrets : [];
  const kept =
    (bytesTold(resource) - (secret === undefined ? 0 : copies * bytes(secret))) / copies - bytesOfOwn;
  const visited = (valuesIn(told(inputs)) + valuesIn(told(outputs))) / copies - valuesOfOwn;

  const taken: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(told(outputs))) {
    const more = { ...taken, [name]: isSecret(value) ? value.ciphertext : value };
    if (value !== secret && bytes(more) < kept && valuesIn(more) < visited - 1) Object.assign(taken, more);
  }
  const number = Math.max(1, Math.round(visited - valuesIn(taken) - (secret === undefined ? 1 : 4)));
  const length = Math.max(0, Math.round((kept - bytes(taken)) / number) - 3);
  const values = { ...taken, rest: Array(number).fill("x".repeat(length)) };
  return secret === undefined ? { values } : { values, secret: "x".repeat(lengthOf(secret)) };
}

const copies = 3;
/** About what is not in the third: names of the Stash, and what the program adds to tell one resource from the next. */
const bytesOfOwn = 45;
const valuesOfOwn = 2;

interface Secret {
  readonly ciphertext: string;
}

function isSecret(value: unknown): value is Secret {
  return typeof value === "object" && value !== null && "ciphertext" in value;
}

/** Of the text in quotes that the passphrase has encrypted: version, nonce, and the text with 16 bytes that prove it. */
function lengthOf({ ciphertext }: Secret): number {
  return Buffer.from(ciphertext.split(":")[2] ?? "", "base64").length - 16 - 2;
}

/** The value itself and all in it. */
function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, child) => sum + valuesIn(child), 1);
}

/** What a user knows of: the package's own bookkeeping left out. */
function told({ __provider, asked, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

/** Of inputs and outputs without their braces. */
function bytesTold({ inputs, outputs }: ResourceState): number {
  return bytes(told(inputs)) + bytes(told(outputs)) - 4;
}

function textOf({ __provider }: Record<string, unknown>): unknown {
  return __provider;
}

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}
