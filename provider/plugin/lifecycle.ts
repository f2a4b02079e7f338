/** One kind of resource, with what a dynamic provider cannot do: answers to previews, a detailed diff, marked secrets. */

import type { CheckFailure } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../api/json.js";
import type { Definition } from "../definitions/definition.js";
import { providerKey } from "../definitions/state.js";
import { isSame, isUnknown } from "../host/changes.js";
import { InitFailed } from "../host/init-failed.js";
import { readOf } from "../host/reads.js";
import { resourceHost } from "../host/resource.js";
import type { Session } from "../host/session.js";
import { foreseenOutputs, stableOutputs, unforeseen } from "./foreseen.js";
import { plain, withSecrets } from "./secrets.js";

export interface Difference {
  readonly changed: readonly Change[];
  readonly replaces: readonly string[];
}

export interface Change {
  readonly name: string;
  readonly kind: "ADD" | "ADD_REPLACE" | "UPDATE" | "UPDATE_REPLACE" | "DELETE";
  /** Whether the engine shows the old input; else the output. */
  readonly ofInputs: boolean;
}

/** As the engine calls it: secrets in inputs and state are marked, and so are those in what it returns. */
export type PluginResource = ReturnType<typeof pluginResource>;

export function pluginResource(definition: Definition, session: Session) {
  const host = resourceHost(definition, session);
  const { kind } = definition;

  /** Whether its `create` or `update` sends nothing, so that a preview can call it. */
  const sendsNothing = ({ existingId }: JsonObject) =>
    definition.update === undefined &&
    existingId !== undefined &&
    !isUnknown(existingId) &&
    readOf(definition, session) === undefined;

  return {
    async check(state: JsonObject, inputs: JsonObject): Promise<{ inputs: JsonObject; failures: CheckFailure[] }> {
      const { inputs: kept, failures } = await host.check(plain(state), plain(inputs));
      return { inputs: Object.fromEntries(Object.entries(inputs).filter(([name]) => name in kept)), failures };
    },

    async diff(id: string, state: JsonObject, oldInputs: JsonObject, inputs: JsonObject): Promise<Difference> {
      const outputs = plain(state);
      const before = plain(oldInputs);
      const after = plain(inputs);
      const { changed, replaces, dropped } = host.changes(id, outputs, after);
      return {
        changed: [
          ...changed.map((name): Change => {
            const kind = (outputs[name] ?? null) === null ? "ADD" : "UPDATE";
            const ofInputs = name in before && !isSame(after[name], before[name]);
            return { name, kind: replaces.includes(name) ? `${kind}_REPLACE` : kind, ofInputs };
          }),
          ...dropped.map((name): Change => ({ name, kind: "DELETE", ofInputs: false })),
        ],
        replaces,
      };
    },

    async create(inputs: JsonObject, isPreview: boolean): Promise<{ id: string; outputs: JsonObject }> {
      const known = plain(inputs);
      if (!isPreview || sendsNothing(known)) {
        const marked = (outputs: JsonObject) => withSecrets(definition, outputs, inputs);
        const { id, outs } = await host.create(known).catch(recordedWith(marked));
        return { id, outputs: marked(outs) };
      }
      // The id of one that exists is an argument.
      const existing = known[definition.existing ?? ""];
      const id = typeof existing === "string" && !isUnknown(existing) ? existing : "";
      return { id, outputs: withSecrets(definition, foreseenOutputs(definition, known), inputs) };
    },

    /** @throws InitFailed where the outputs are not what a preview had to show */
    async update(id: string, state: JsonObject, inputs: JsonObject, isPreview: boolean): Promise<JsonObject> {
      const known = plain(inputs);
      const old = plain(state);
      const { changed } = host.changes(id, old, known);
      const stable = stableOutputs(definition, old, changed);
      if (isPreview && !sendsNothing(known)) {
        return withSecrets(definition, { ...foreseenOutputs(definition, known), ...stable }, inputs, state);
      }
      const marked = (outputs: JsonObject) => withSecrets(definition, outputs, inputs, state);
      const { outs } = await host.update(id, old, known).catch(recordedWith(marked));
      const others = unforeseen(stable, outs);
      if (others.length === 0) return marked(outs);
      const reason =
        `${kind.class} ${session.quote(id)}: the response has another ${new Intl.ListFormat("en").format(others)} than a preview could know. The update is done ` +
        "and recorded; what depends on it was not changed. Run `pulumi preview` to see what follows, then `pulumi up`";
      throw new InitFailed(id, marked(outs), reason);
    },

    /** @throws Error where it was never created or adopted */
    async read(id: string, state: JsonObject, inputs: JsonObject): Promise<JsonObject> {
      // `get` and import come without inputs; with a new engine, `get` comes with what it was given as inputs and as state.
      const isRecorded = Object.keys(inputs).length > 0 && Object.keys(state).some((name) => !(name in inputs));
      if (!isRecorded) {
        throw new Error(
          `${kind.class} ${session.quote(id)} cannot be imported or read by \`get\`: no read returns all of its arguments. Set its id as ${definition.existing} instead`,
        );
      }
      const { props } = await host.read(id, plain(state));
      // What a dynamic resource kept there before its stack was moved to the plugin.
      const { [providerKey]: _, ...outputs } = props;
      return withSecrets(definition, outputs, inputs, state);
    },

    delete: host.delete,
  };
}

/** What a failure records has its secrets marked, too. */
function recordedWith(marked: (outputs: JsonObject) => JsonObject): (error: unknown) => never {
  return (error) => {
    throw error instanceof InitFailed ? new InitFailed(error.id, marked(error.properties), error.message) : error;
  };
}
