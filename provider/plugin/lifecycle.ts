/** One kind of resource, with what a dynamic provider cannot do: answers to previews, a detailed diff, marked secrets. */

import type { JsonObject } from "../api/json.js";
import type { Definition } from "../definitions/definition.js";
import { providerKey } from "../definitions/state.js";
import { RecordedFailure } from "../host/failure.js";
import { listChanged } from "../host/plan.js";
import type { Recorded } from "../host/recording.js";
import { createResourceHost } from "../host/resource.js";
import type { CheckFailure } from "../host/rules.js";
import type { Session } from "../host/session.js";
import { joinWords } from "../host/subject.js";
import { isSame, isUnknown } from "../host/values.js";
import { findUnforeseen, foreseeOutputs, selectStableOutputs } from "./foreseen.js";
import { plain, withSecrets } from "./secrets.js";

export interface Difference {
  readonly changed: readonly Change[];
  readonly replaces: readonly string[];
}

export interface Change {
  readonly name: string;
  readonly kind: "ADD" | "ADD_REPLACE" | "UPDATE" | "UPDATE_REPLACE" | "DELETE";
  /** Whether the engine shows the old input; else it shows the output. */
  readonly ofInputs: boolean;
}

/** A resource as the engine calls it: secrets are marked in inputs and state, and in all that it returns. */
export interface PluginResource {
  check(state: JsonObject, inputs: JsonObject): Promise<{ inputs: JsonObject; failures: CheckFailure[] }>;
  diff(id: string, state: JsonObject, oldInputs: JsonObject, inputs: JsonObject): Promise<Difference>;
  /** @throws RecordedFailure where the resource is recorded although the call failed */
  create(inputs: JsonObject, isPreview: boolean): Promise<{ id: string; outputs: JsonObject }>;
  /** @throws RecordedFailure where the resource is recorded although the call failed, or has outputs that no preview could show */
  update(id: string, state: JsonObject, inputs: JsonObject, isPreview: boolean): Promise<JsonObject>;
  /** @throws Error for a resource that was never created or adopted */
  read(id: string, state: JsonObject, inputs: JsonObject): Promise<JsonObject>;
  /** @throws HostFailure where the resource has to stay in the state */
  delete(id: string, state: JsonObject): Promise<void>;
}

export function createPluginResource(definition: Definition, session: Session): PluginResource {
  const host = createResourceHost(definition, session);
  const { names, idArgument } = definition;

  return {
    async check(state, inputs) {
      const { inputs: kept, failures } = host.check(plain(state), plain(inputs));
      return { inputs: Object.fromEntries(Object.entries(inputs).filter(([name]) => name in kept)), failures };
    },

    async diff(id, state, oldInputs, inputs) {
      const [outputs, before, after] = [plain(state), plain(oldInputs), plain(inputs)];
      const plan = host.preview(id, outputs, after);
      const changed = plan.changes.map(({ argument: name, effect }): Change => {
        const kind = (outputs[name] ?? null) === null ? "ADD" : "UPDATE";
        const ofInputs = name in before && !isSame(after[name], before[name]);
        return { name, kind: effect === "replace" ? `${kind}_REPLACE` : kind, ofInputs };
      });
      const dropped = (plan.replacement?.dropped ?? []).map(
        ({ name }): Change => ({ name, kind: "DELETE", ofInputs: false }),
      );
      return { changed: [...changed, ...dropped], replaces: listChanged(plan, "replace") };
    },

    async create(inputs, isPreview) {
      const program = plain(inputs);
      if (!isPreview || host.createSendsNothing(program)) {
        const recorded = await host.create(program);
        return {
          id: recorded.id,
          outputs: takeOutputs(recorded, withSecrets(definition, recorded.properties, inputs)),
        };
      }
      // The id of a resource that exists is an argument, so that a preview knows it.
      const given = program[idArgument?.name ?? ""];
      const id = typeof given === "string" && !isUnknown(given) ? given : "";
      return { id, outputs: withSecrets(definition, foreseeOutputs(definition, program), inputs) };
    },

    async update(id, state, inputs, isPreview) {
      const [old, program] = [plain(state), plain(inputs)];
      const plan = host.plan(id, old, program);
      const changed = plan.changes.map(({ argument }) => argument);
      const stable = selectStableOutputs(definition, old, changed);
      if (isPreview && !plan.sendsNothing) {
        return withSecrets(definition, { ...foreseeOutputs(definition, program), ...stable }, inputs, state);
      }
      const recorded = await host.update(id, old, program);
      const outputs = withSecrets(definition, recorded.properties, inputs, state);
      const others = findUnforeseen(stable, recorded.properties);
      const stops =
        `${names.class} ${session.quote(id)}: the response has another ${joinWords(others)} than a preview could know. The update is done ` +
        "and recorded; what depends on it was not changed. Run `pulumi preview` to see what follows, then `pulumi up`";
      return takeOutputs(others.length > 0 ? { failure: stops, ...recorded } : recorded, outputs);
    },

    async read(id, state, inputs) {
      // `get` and import come without inputs; with a new engine, `get` comes with what it was given as inputs and as state.
      const isRecorded = Object.keys(inputs).length > 0 && Object.keys(state).some((name) => !(name in inputs));
      if (!isRecorded) {
        throw new Error(
          `${names.class} ${session.quote(id)} cannot be imported or read by \`get\`: no read returns all of its arguments. Set its id as ${idArgument?.name} instead`,
        );
      }
      // A dynamic resource kept the loader there before its stack was moved to the plugin.
      const { [providerKey]: _, ...outputs } = await host.read(id, plain(state));
      return withSecrets(definition, outputs, inputs, state);
    },

    async delete(id, state) {
      await host.delete(id, plain(state));
    },
  };
}

/**
 * Returns the outputs, whose secrets are marked.
 *
 * @throws RecordedFailure by which the engine records them, and stops the run
 */
function takeOutputs({ id, failure }: Recorded, outputs: JsonObject): JsonObject {
  if (failure !== undefined) throw new RecordedFailure(id, outputs, failure);
  return outputs;
}
