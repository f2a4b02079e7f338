/**
 * What decides whether a resource is deleted: what its class allows, whether the API knows its id, the consent of the program, whether the
 * user names `delete`, and what this run has learned of it. The words are in messages/delete-warnings.ts.
 *
 * A program consents by the option `retainOnDelete: false`. Where it leaves the option out, the constructor sets it to true, and the engine
 * asks for no delete. The constructor hands a consent over as a hidden input, and each success writes it into the state. A delete needs the
 * one in the state: options can be changed on the way, and a delete has no program. So a consent counts from the next `up` on. Withdrawn, it
 * no longer counts in the same run (see `forbidDelete`), and even an update that fails takes it out of the state.
 */

import { type Definition, formatFallbackId } from "../definitions/definition.js";
import {
  getCurrentValues,
  isFallbackId,
  type ManagedResource,
  type NewResource,
  type Resource,
  type StoredResource,
} from "./resource.js";
import type { Session } from "./session.js";
import { hasConsent } from "./state.js";

/** Why a resource that leaves the stack is not deleted. */
export type RetainReason =
  | "never deleted"
  | "fallback id"
  | "no consent"
  | "replaced by adoption"
  | "in use"
  | "not enabled";

/**
 * Finds why the package must not delete a resource, or cannot: in this run, and by what this run has learned.
 *
 * @param isConsented whether the program has consented to the delete
 */
export function findRetainReason(resource: StoredResource, isConsented: boolean): RetainReason | undefined {
  const { session, definition, id } = resource;
  const reason = findLastingRetainReason(resource, isConsented) ?? session.forbiddenDeletes.get(definition, id);
  if (reason !== undefined) return reason;
  // A create whose response had no id may have returned this resource: the program then uses it by the id that the package made.
  const ids = [id, formatFallbackId(definition, getCurrentValues(resource))];
  return ids.some((one) => session.inUse.has(definition, one)) ? "in use" : undefined;
}

/** Finds why no run deletes a resource as long as it, the consent, and the settings are as they are. */
export function findLastingRetainReason(
  resource: NewResource | StoredResource,
  isConsented: boolean,
): RetainReason | undefined {
  const { definition, id } = resource;
  if (definition.deletion !== "with consent") return "never deleted";
  if (isFallbackId(definition, id, getCurrentValues(resource))) return "fallback id";
  if (!isConsented) return "no consent";
  return definition.operations.delete === undefined ? "not enabled" : undefined;
}

/** Why the program must not consent. */
export type ConsentObstacle = Extract<RetainReason, "never deleted" | "not enabled">;

export function findConsentObstacle(definition: Definition, { settings }: Session): ConsentObstacle | undefined {
  if (definition.deletion !== "with consent") return "never deleted";
  const { operations } = settings.values;
  // What is wrong with the setting is a mistake of its own.
  return operations === undefined || operations.includes("delete") ? undefined : "not enabled";
}

/** How the consent of the program differs from the one in the state. */
export type ConsentChange = "granted" | "withdrawn";

export function findConsentChange({ inputs, stored }: ManagedResource): ConsentChange | undefined {
  const isGranted = hasConsent(inputs);
  if (isGranted === stored.state.hasConsent) return undefined;
  return isGranted ? "granted" : "withdrawn";
}

/**
 * Marks an id as one that the program uses, perhaps under another name, so that this run does not delete the resource:
 *
 * - a create has returned the id, also where the API returned what exists;
 * - the program names the id as that of an existing one, or in a `get`;
 * - the program has it, and a diff has found no change of it;
 * - the engine updates it.
 */
export function markInUse(session: Session, definition: Definition, id: string | undefined): void {
  session.inUse.add(definition, id);
}

/**
 * Forbids this run to delete a resource, although the state has the consent and the engine asks for it by the options in the
 * state. The reason is one of these:
 *
 * - the program has withdrawn its consent;
 * - it adopts another one in the place of this one. Where that id is not known before `up`, no preview could announce the delete.
 *
 * The engine asks for no diff of a delete that an earlier run has left over, so that one is never among them.
 */
export function forbidDelete(
  { session, definition, id }: Resource,
  reason: "no consent" | "replaced by adoption",
): void {
  session.forbiddenDeletes.set(definition, id, reason);
}
