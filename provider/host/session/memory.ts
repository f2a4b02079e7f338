/** What one run of the engine has told this process of resources. A delete and a create are decided by it, too. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../api/http/json.js";
import type { DocumentedDefinition } from "../../definitions/definition.js";

/** Why a resource stays in the stack after this run. Each forbids its delete, because one id is one resource of the API. */
export type ReasonToStay = "named" | "kept" | "created" | "read";

export class RunMemory {
  /** Whether the engine has checked a resource: this run has a program then. */
  hasChecked = false;
  private readonly unknownCreates: { readonly className: string; readonly values: JsonObject }[] = [];
  /** The addresses of the resources that the state has, or that a create of this run has returned. */
  private readonly inState = new Set<string>();
  private readonly staying = new Map<string, ReasonToStay>();

  /** Notes a create of which nobody knows whether the API has carried it out. */
  noteUnknownCreate(className: string, values: JsonObject): void {
    this.unknownCreates.push({ className, values });
  }

  hasUnknownCreate(className: string, values: JsonObject): boolean {
    return this.unknownCreates.some((create) => isDeepStrictEqual(create, { className, values }));
  }

  noteInState(address: string): void {
    this.inState.add(address);
  }

  isInState(address: string): boolean {
    return this.inState.has(address);
  }

  /** Notes that a resource stays in the stack. */
  noteStaying(address: string, reason: "kept" | "created"): void {
    this.staying.set(address, reason);
  }

  /**
   * Notes that the program names an existing resource, as an argument or in a `get`. Its address may not be known, so the class and
   * the id stand for it.
   */
  noteNamed({ names }: DocumentedDefinition, id: string, reason: "named" | "read" = "named"): void {
    this.staying.set(formatName(names.class, id), reason);
  }

  /** Finds why a resource stays in the stack after this run, where it does. */
  findReasonToStay({ names }: DocumentedDefinition, id: string, address: string): ReasonToStay | undefined {
    return this.staying.get(formatName(names.class, id)) ?? this.staying.get(address);
  }

  /** Forgets a resource that the API does not find any more: an API whose ids are names can give the id again. */
  forget(address: string): void {
    this.inState.delete(address);
  }
}

const formatName = (className: string, id: string) => `${className} ${id}`;
