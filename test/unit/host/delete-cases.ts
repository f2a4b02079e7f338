/** What has to become of a resource that the engine wants to delete, by what has happened to it, and how often each case has come up. */

import type { JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import type { createConfiguredHost } from "../host-fixture.js";
import type { Fault } from "./environment-api.js";

/** How often each case has come up: one that has not is not tested. */
export const counts = {
  deleted: 0,
  "deleted: adopted": 0,
  "deleted: withdrawn by a forced replacement": 0,
  "deleted: withdrawn in an earlier run": 0,
  "left over": 0,
  "retained: no consent": 0,
  "retained: withdrawn": 0,
  "retained: replaced by adoption": 0,
  "retained: in use": 0,
  "retained: made id": 0,
  "retained: not enabled": 0,
  "granted or withdrawn alone": 0,
  "granted beside an update that fails: refused": 0,
  "granted beside an update that fails: lost": 0,
  "withdrawn beside an update that fails: refused": 0,
  "withdrawn beside an update that fails: lost": 0,
  "granted in an up that never reaches the resource": 0,
  "withdrawn in an up that never reaches the resource": 0,
  "replaced by an id that the preview did not know": 0,
};

/** A resource in the state. */
export interface Entry {
  readonly id: string;
  readonly properties: JsonObject;
  readonly inputs: JsonObject;
  /** As the last `up` registered it: the engine deletes by this. */
  readonly retainOnDelete: boolean;
  /** Whether the program had consented when the state was last written. */
  readonly isConsented: boolean;
  /** Whether the engine has recorded a failure, after which it updates whatever the diff says. */
  readonly hasFailed: boolean;
  /** By what the program that replaced it withdrew the consent in the state. */
  readonly withdrawal?: "diff" | "forced replacement" | undefined;
}

export type Host = ReturnType<typeof createConfiguredHost>["host"];

/** The host of one run. */
export interface Process {
  readonly host: Host;
  readonly requests: readonly ApiRequest[];
  readonly canDelete: boolean;
  /** Whether the command is a `destroy`, which deletes all and has no program. */
  readonly isDestroy: boolean;
  /** The ids of the resources that this run has registered so far, and those that its program has named: the stack still has them. */
  readonly inUse: Set<string>;
  /** The ids of resources in the state whose diff had no consent any more. */
  readonly withdrawn: Set<string>;
  /** The ids of resources in whose place the program adopts another one, as their diff has said. */
  readonly replacedByAdoption: Set<string>;
  /** What the preview has said of each resource that it has shown as replaced or as gone, by its state: two may have one id. */
  readonly announced: Map<JsonObject, string>;
  /** The ids of the things that existed before the preview: a program knows no others until `up`. */
  readonly knownIds: readonly string[];
  /** What became of the last request. */
  lastFault: Fault;
}

/** Finds what a program changes of the consent in the state. */
export function findConsentChange(old: Entry | undefined, isConsented: boolean): "granted" | "withdrawn" | undefined {
  if (old === undefined || old.isConsented === isConsented) return undefined;
  return isConsented ? "granted" : "withdrawn";
}

/** Finds why a resource that the engine wants to delete has to stay. */
export function findReason(
  { canDelete, inUse, withdrawn, replacedByAdoption }: Process,
  { id, isConsented, properties }: Entry,
) {
  if (id.includes("/")) return "retained: made id";
  if (!isConsented) return "retained: no consent";
  if (withdrawn.has(id)) return "retained: withdrawn";
  if (replacedByAdoption.has(id)) return "retained: replaced by adoption";
  // A create of this run whose response had no id may have returned this one.
  if (inUse.has(id) || inUse.has(`${properties.applicationId}/${properties.name}`)) return "retained: in use";
  return canDelete ? undefined : "retained: not enabled";
}
