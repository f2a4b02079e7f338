/**
 * A resource as the engine calls the plugin for it: with previews, a detailed diff, and marks of secrets, which a dynamic
 * provider lacks.
 */

import type { JsonObject } from "../api/http/json.js";
import { type DocumentedDefinition, listArgumentNames } from "../definitions/definition.js";
import { providerKey } from "../definitions/state-names.js";
import type { CheckFailure } from "../host/check-rules.js";
import { joinWords, makeLineSafe } from "../host/messages/subject-texts.js";
import { StoredFailure } from "../host/requests/failure.js";
import type { StoredResource } from "../host/requests/updates.js";
import { createResourceHost } from "../host/resource.js";
import type { Session } from "../host/session/session.js";
import { isSame, isUnknown } from "../host/state/comparison.js";
import { listChangedArguments, type PlannedChange } from "../host/state/plan.js";
import { takeStateProperties } from "../host/state/resource-state.js";
import { listUnexpectedChanges, predictOutputs, selectStableOutputs } from "./preview-outputs.js";
import { unwrapSecrets, wrapSecretOutputs } from "./secrets.js";

export interface ResourceDiff {
  readonly lines: readonly DiffLine[];
  /** The arguments whose change replaces the resource. */
  readonly replaces: readonly string[];
}

/** A line of the detailed diff that a preview shows. */
export interface DiffLine {
  readonly argument: string;
  /** The sign of the line, as Pulumi's protocol names it. */
  readonly sign: "ADD" | "ADD_REPLACE" | "UPDATE" | "UPDATE_REPLACE" | "DELETE";
  /** Whether the line compares with the old input. Otherwise it compares with the output. */
  readonly comparesInputs: boolean;
}

/** Secrets are marked in the inputs and the state that each method takes, and in all that it returns. */
export interface PluginResource {
  check(state: JsonObject, inputs: JsonObject): Promise<{ inputs: JsonObject; failures: CheckFailure[] }>;
  diff(id: string, state: JsonObject, oldInputs: JsonObject, inputs: JsonObject): Promise<ResourceDiff>;
  /** @throws StoredFailure where the engine keeps the resource although the call failed */
  create(inputs: JsonObject, isPreview: boolean): Promise<{ id: string; outputs: JsonObject }>;
  /** @throws StoredFailure where the engine keeps the resource although the call failed, or has outputs that no preview could show */
  update(id: string, state: JsonObject, inputs: JsonObject, isPreview: boolean): Promise<JsonObject>;
  /** @throws Error for a resource that was never created or adopted */
  read(id: string, state: JsonObject, inputs: JsonObject): Promise<JsonObject>;
  /** @throws Error where the resource has to stay in the state */
  delete(id: string, state: JsonObject): Promise<void>;
}

export function createPluginResource(definition: DocumentedDefinition, session: Session): PluginResource {
  const host = createResourceHost(definition, session);
  const { names, idArgument } = definition;
  const required = listArgumentNames(definition, ({ row }) => row.role === "required");

  return {
    async check(state, inputs) {
      const checked = host.check(unwrapSecrets(state), unwrapSecrets(inputs));
      // The inputs go back with the marks of their secrets.
      const marked = Object.fromEntries(Object.entries(inputs).filter(([name]) => name in checked.inputs));
      return { inputs: marked, failures: checked.failures };
    },

    async diff(id, state, oldInputs, inputs) {
      const outputs = takeStateProperties(unwrapSecrets(state));
      const [before, after] = [unwrapSecrets(oldInputs), unwrapSecrets(inputs)];
      const plan = host.planAndPrint(id, outputs, after);
      const changed = plan.changes.map(({ argument, effect }: PlannedChange): DiffLine => {
        const sign = (outputs[argument] ?? null) === null ? "ADD" : "UPDATE";
        return {
          argument,
          sign: effect === "replace" ? `${sign}_REPLACE` : sign,
          comparesInputs: argument in before && !isSame(after[argument], before[argument]),
        };
      });
      const dropped = (plan.replacement?.dropped ?? []).map(
        ({ name }): DiffLine => ({ argument: name, sign: "DELETE", comparesInputs: false }),
      );
      return { lines: [...changed, ...dropped], replaces: listChangedArguments(plan, "replace") };
    },

    async create(inputs, isPreview) {
      const plain = unwrapSecrets(inputs);
      if (!isPreview || host.createSendsNothing(plain)) {
        const stored = await host.create(plain);
        return {
          id: stored.id,
          outputs: takeOutputs(stored, wrapSecretOutputs(definition, stored.properties, inputs)),
        };
      }
      // A preview knows the id of a resource that exists, because the program sets it as an argument.
      const existingId = plain[idArgument.name];
      const id = typeof existingId === "string" && !isUnknown(existingId) ? existingId : "";
      return { id, outputs: wrapSecretOutputs(definition, predictOutputs(definition, plain), inputs) };
    },

    async update(id, state, inputs, isPreview) {
      const old = takeStateProperties(unwrapSecrets(state));
      const plain = unwrapSecrets(inputs);
      const plan = host.plan(id, old, plain);
      const changed = plan.changes.map(({ argument }) => argument);
      const stable = selectStableOutputs(definition, old, changed);
      if (isPreview && !plan.sendsNothing) {
        return wrapSecretOutputs(definition, { ...predictOutputs(definition, plain), ...stable }, inputs, state);
      }
      const stored = await host.update(id, old, plain);
      const outputs = wrapSecretOutputs(definition, stored.properties, inputs, state);
      const unexpected = listUnexpectedChanges(stable, stored.properties);
      if (unexpected.length === 0) return takeOutputs(stored, outputs);
      // What depends on these outputs was previewed with the old values, so the run stops before it.
      const failure =
        `${names.class} ${makeLineSafe(session, id)}: the response has another ${joinWords(unexpected)} than a preview could know. The update is done ` +
        "and kept in the state; what depends on it was not changed. Run `pulumi preview` to see what follows, then `pulumi up`";
      return takeOutputs({ failure, ...stored }, outputs);
    },

    async read(id, state, inputs) {
      // Older engines hand the arguments of a `get` over as state alone. It has the argument that names what exists, and not all
      // that a create requires.
      const given = Object.keys(inputs).length > 0 ? inputs : state;
      const isGet = unwrapSecrets(given[idArgument.name] ?? null) === id && !required.every((name) => name in given);
      if (isGet)
        return wrapSecretOutputs(
          definition,
          await host.readExternal(id, unwrapSecrets({ ...given, ...state })),
          inputs,
          state,
        );
      // An import comes without inputs, and so does a `get` of another language, which names nothing that exists. Newer engines hand
      // the arguments of a `get` over as inputs and as state, where the state of a resource that was created has other outputs, too.
      const isInState = Object.keys(inputs).length > 0 && Object.keys(state).some((name) => !(name in inputs));
      if (!isInState) {
        throw new Error(
          `${names.class} ${makeLineSafe(session, id)} cannot be imported or read by \`get\`: no read returns all of its arguments. Set its id as ${idArgument.name} instead`,
        );
      }
      // The state of a stack that was moved to the plugin still has the loader of the dynamic resource.
      const { [providerKey]: _, ...outputs } = await host.read(id, takeStateProperties(unwrapSecrets(state)));
      return wrapSecretOutputs(definition, outputs, inputs, state);
    },

    async delete(id, state) {
      await host.delete(id, takeStateProperties(unwrapSecrets(state)));
    },
  };
}

/**
 * Returns the outputs of a call that succeeded.
 *
 * @throws StoredFailure where the call failed and the resource is kept: the engine then keeps these outputs, and stops the
 * run
 */
function takeOutputs({ id, failure }: StoredResource, outputs: JsonObject): JsonObject {
  if (failure !== undefined) throw new StoredFailure(id, outputs, failure);
  return outputs;
}
