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

/** For each kind a third of what a resource of it keeps, for a Stash keeps its input three times. */
export function shape(state: StackRecords): Record<string, Record<string, unknown>> {
  return Object.fromEntries(kinds.map((kind) => [kind, aThird(ofKind(state, kind))]));
}

function aThird(resource: ResourceState): Record<string, unknown> {
  const room = bytesTold(resource) / 3 - bytesOfOwn;
  const taken: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(told(resource.outputs))) {
    const more = { ...taken, [name]: plain(value) };
    if (bytes(more) > room) break;
    Object.assign(taken, more);
  }
  return { ...taken, rest: "x".repeat(Math.max(0, Math.round(room - bytes(taken)))) };
}

/** About what is not in the third: names of the Stash, and what the program adds to tell one resource from the next. */
const bytesOfOwn = 45;

/** A secret stands in the state as an object with its ciphertext; as such, the engine would decrypt it. */
function plain(value: unknown): unknown {
  return typeof value === "object" && value !== null && "ciphertext" in value ? value.ciphertext : value;
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
