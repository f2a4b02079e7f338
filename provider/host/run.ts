/**
 * What a run of the host process remembers, and what it may delete because of that. The next run begins with nothing.
 *
 * A program consents to a delete by `retainOnDelete: false`. The constructor hands that over as a hidden input, and
 * each success writes it into the state, where a delete needs it: a delete has no program. So a consent counts from the
 * next `up` on.
 */

import type { JsonObject } from "../api/http/json.js";
import { type Definition, formatFallbackId } from "../definitions/definition.js";
import type { ManagedResource, Plan, RetainReason, StoredResource } from "./state/model.js";

/** A resource that the program changes, as the state has it. */
interface Changed {
  readonly id: string;
  readonly properties: JsonObject;
}

export class Run {
  /** Whether the command runs a program. A refresh and a destroy don't. */
  hasProgram = false;
  private readonly checked = new Set<string>();
  private readonly changed = new Map<string, Changed>();
  private readonly usedIds = new Set<string>();
  private readonly retained = new Map<string, RetainReason>();
  private readonly uncertainCreates = new Set<string>();

  noteCheck(definition: Definition, inputs: JsonObject): void {
    this.hasProgram = true;
    this.checked.add(formatKey(definition, inputs));
  }

  /** Whether the program has these inputs. The diff of a refresh has the inputs of the last `up`. */
  hasInputs(definition: Definition, inputs: JsonObject): boolean {
    return this.checked.has(formatKey(definition, inputs));
  }

  /** Notes an id that the program uses, perhaps under another name: no delete may take it away. */
  noteUse(definition: Definition, id: string): void {
    this.usedIds.add(formatKey(definition, id));
  }

  /** Notes a change, which `replaceOnChanges` can turn into a replacement (test/engine/options.test.ts). */
  notePlan({ definition, id, inputs, stored }: ManagedResource, plan: Plan, properties: JsonObject): void {
    const { changes, consentChange } = plan;
    if (changes.length === 0 && consentChange === undefined) {
      this.noteUse(definition, id);
      return;
    }
    this.changed.set(formatKey(definition, inputs), { id, properties });
    // The engine may delete by the options in the state, whatever the program says (test/engine/deletes.test.ts).
    if (consentChange === "withdrawn") this.retained.set(formatKey(definition, stored.id), "no consent");
    // Where the id wasn't known before `up`, no preview could announce the delete.
    if (plan.isReplacedByAdoption) this.retained.set(formatKey(definition, stored.id), "replaced by adoption");
  }

  /** Finds the resource that one with these inputs replaces. */
  findReplaced(definition: Definition, inputs: JsonObject): Changed | undefined {
    return this.changed.get(formatKey(definition, inputs));
  }

  noteUncertainCreate(definition: Definition, inputs: JsonObject): void {
    this.uncertainCreates.add(formatKey(definition, inputs));
  }

  /** Whether a create could make a second resource: an `onError` hook repeats the call (test/engine/hooks.test.ts). */
  isUncertainCreate(definition: Definition, inputs: JsonObject): boolean {
    return this.uncertainCreates.has(formatKey(definition, inputs));
  }

  /** Finds why this run must not delete a resource, or can't. */
  findRetainReason(resource: StoredResource, isConsented = resource.state.hasConsent): RetainReason | undefined {
    const { definition, id, values } = resource;
    const reason = findStateRetainReason(resource, isConsented) ?? this.retained.get(formatKey(definition, id));
    if (reason !== undefined) return reason;
    // A create whose response had no id may have returned this resource, which the program uses by its fallback id.
    const ids = [id, formatFallbackId(definition, values)];
    const isUsed = ids.some((one) => one !== undefined && this.usedIds.has(formatKey(definition, one)));
    return isUsed ? "in use" : undefined;
  }
}

/** Finds why no run deletes a resource as long as it, the consent and the settings stay as they are. */
export function findStateRetainReason(
  { definition, state }: StoredResource,
  isConsented: boolean,
): RetainReason | undefined {
  if (definition.deletion !== "with consent") return "never deleted";
  if (state.hasFallbackId) return "fallback id";
  if (!isConsented) return "no consent";
  return definition.operations.delete === undefined ? "not enabled" : undefined;
}

/** Formats a class with an id, or with inputs, whose order makes no difference. */
export function formatKey({ names }: Definition, key: string | JsonObject): string {
  const sorted = typeof key === "string" ? key : Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([names.class, sorted]);
}
