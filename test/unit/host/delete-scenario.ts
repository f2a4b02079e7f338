/** What random runs of an engine are made of: programs of environments, and what becomes of their requests. */

import type { Fault } from "./environment-api.js";

export const names = ["a", "b", "c"] as const;
export type Name = (typeof names)[number];

/** A resource of a program. */
export interface Declared {
  readonly title: string;
  readonly branch: string;
  readonly clusterId: string;
  /** Which of the things that exist it adopts, if any. */
  readonly adopts: number | undefined;
  /** Whether the preview does not know the id of that one. */
  readonly isUnknownInPreview: boolean;
  readonly retainOnDelete: boolean | undefined;
  /** What a transformation returns as `retainOnDelete`, after the constructor: the engine then has another option than the host an input. */
  readonly transformed: "as it is" | "dropped" | boolean;
  readonly deleteBeforeReplace: boolean;
  /** Whether the user forces a replacement, as `--replace` does: the engine then asks for no diff. */
  readonly isForced: boolean;
}

export interface Run {
  readonly command: "up" | "destroy" | "refresh";
  /** Whether the command refreshes first. */
  readonly refreshesFirst: boolean;
  readonly program: Readonly<Partial<Record<Name, Declared>>>;
  readonly operations: string;
  /** What becomes of the first requests. */
  readonly faults: readonly Fault[];
  /** Whether the state of one name goes to another before, as `aliases` has it. */
  readonly rename: readonly [Name, Name] | undefined;
  /** Whether a POST returns a thing of the same name, if there is one, and makes none. */
  readonly findsByName: boolean;
}

export function listDeclared(program: Run["program"]): [Name, Declared][] {
  return Object.entries(program) as [Name, Declared][];
}

/** Finds the option that the engine gets, by which it asks the host for a delete or does not. */
export function findOption({ retainOnDelete = true, transformed }: Declared): boolean {
  if (transformed === "as it is") return retainOnDelete;
  return transformed === "dropped" ? false : transformed;
}
