/**
 * What a run of the host process remembers of its program and its resources, and what it may delete because of that.
 * The next run begins with nothing.
 *
 * A program consents to a delete by `retainOnDelete: false`. The constructor hands that over as a hidden input, and
 * each success writes it into the state, where a delete needs it: options can be changed on the way, and a delete has
 * no program. So a consent counts from the next `up` on.
 */

import type { JsonObject } from "../api/http/json.js";
import { type Definition, formatFallbackId } from "../definitions/definition.js";
import type { ManagedResource, NewResource, Plan, RetainReason, StoredResource } from "./state/model.js";

/** A resource that the program changes, as the engine handed it over. */
interface Changed {
  readonly id: string;
  readonly properties: JsonObject;
}

export class Run {
  /** Whether the engine has checked a resource, or read what a `get` names. A refresh and a destroy have no program. */
  hasProgram = false;
  private readonly checked = new Set<string>();
  private readonly changed = new Map<string, Changed>();
  private readonly usedIds = new Set<string>();
  private readonly retained = new Map<string, RetainReason>();
  private readonly uncertainCreates = new Set<string>();

  /** The engine has checked these inputs, so the program has a resource with them. */
  noteCheck(definition: Definition, inputs: JsonObject): void {
    this.hasProgram = true;
    this.checked.add(formatKey(definition, inputs));
  }

  /** Whether the program has a resource with these inputs. Those of a refresh's diff are from the last `up`. */
  hasInputs(definition: Definition, inputs: JsonObject): boolean {
    return this.checked.has(formatKey(definition, inputs));
  }

  /**
   * The program uses an id, perhaps under another name: a create returned it, the program names or reads it, or has it
   * unchanged.
   */
  noteUse(definition: Definition, id: string): void {
    this.usedIds.add(formatKey(definition, id));
  }

  /**
   * The engine has asked for the changes of a resource. What is an update here, its `replaceOnChanges` can make a
   * replacement.
   */
  notePlan({ definition, id, inputs, stored }: ManagedResource, plan: Plan, properties: JsonObject): void {
    const { changes, consentChange } = plan;
    if (changes.length === 0 && consentChange === undefined) {
      this.noteUse(definition, id);
      return;
    }
    this.changed.set(formatKey(definition, inputs), { id, properties });
    // The engine may delete by the options in the state, although the program says something else by now.
    if (consentChange === "withdrawn") this.retained.set(formatKey(definition, stored.id), "no consent");
    // Where the id wasn't known before `up`, no preview could announce the delete.
    if (plan.isReplacedByAdoption) this.retained.set(formatKey(definition, stored.id), "replaced by adoption");
  }

  /** Returns the resource whose place one with these inputs takes. */
  findChanged(definition: Definition, inputs: JsonObject): Changed | undefined {
    return this.changed.get(formatKey(definition, inputs));
  }

  /** A create with these inputs has an unknown outcome. */
  noteUncertainCreate(definition: Definition, inputs: JsonObject): void {
    this.uncertainCreates.add(formatKey(definition, inputs));
  }

  /** Whether a create could make a second resource. A user's `onError` hook makes the engine call again. */
  isUncertainCreate(definition: Definition, inputs: JsonObject): boolean {
    return this.uncertainCreates.has(formatKey(definition, inputs));
  }

  /**
   * Finds why this run must not delete a resource, or can't.
   *
   * @param isConsented whether the program has consented
   */
  findRetainReason(resource: StoredResource, isConsented = resource.state.hasConsent): RetainReason | undefined {
    const { definition, id, values } = resource;
    const reason = findLastingRetainReason(resource, isConsented) ?? this.retained.get(formatKey(definition, id));
    if (reason !== undefined) return reason;
    // A create whose response had no id may have returned this resource: the program then uses it by the id that the
    // package made.
    const ids = [id, formatFallbackId(definition, values)];
    const isUsed = ids.some((one) => one !== undefined && this.usedIds.has(formatKey(definition, one)));
    return isUsed ? "in use" : undefined;
  }
}

/** Finds why no run deletes a resource as long as it, the consent and the settings stay as they are. */
export function findLastingRetainReason(
  resource: NewResource | StoredResource,
  isConsented: boolean,
): RetainReason | undefined {
  const { definition } = resource;
  if (definition.deletion !== "with consent") return "never deleted";
  if (resource.kind === "stored" && resource.state.hasMadeId) return "made id";
  if (!isConsented) return "no consent";
  return definition.operations.delete === undefined ? "not enabled" : undefined;
}

/** Writes a key by class and id, or by class and inputs, whose order makes no difference. */
export function formatKey({ names }: Definition, key: string | JsonObject): string {
  const sorted = typeof key === "string" ? key : Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([names.class, sorted]);
}
