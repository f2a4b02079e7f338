/** One kind of resource, with what a dynamic provider cannot do: answers to previews, a detailed diff, marked secrets. */

import type { CheckFailure } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../api/json.js";
import { argumentNames } from "../definitions/definition.js";
import { providerKey } from "../definitions/state.js";
import { isUnknown } from "../host/changes.js";
import { type HostedResource, resourceHost } from "../host/resource.js";
import type { Session } from "../host/session.js";
import { foreseenOutputs, stableOutputs, unforeseen } from "./foreseen.js";
import { plain, withSecrets } from "./secrets.js";

/** The resource is changed and recorded, but the run has to stop. */
export class InitFailed extends Error {
  constructor(
    readonly id: string,
    readonly outputs: JsonObject,
    readonly inputs: JsonObject,
    reason: string,
  ) {
    super(reason);
  }
}

export interface Difference {
  readonly changed: readonly Change[];
  readonly replaces: readonly string[];
}

export interface Change {
  readonly name: string;
  readonly kind: "ADD" | "ADD_REPLACE" | "UPDATE" | "UPDATE_REPLACE";
}

/** As the engine calls it: secrets in inputs and state are marked, and so are those in what it returns. */
export type PluginResource = ReturnType<typeof pluginResource>;

export function pluginResource(api: HostedResource, session: Session) {
  const { definition } = api;
  const host = resourceHost(api, session);
  const [existing] = argumentNames(definition, (row) => row.exists !== undefined);

  /** Whether its `create` or `update` sends nothing, so that a preview can call it. */
  const sendsNothing = ({ [host.recorded]: existing }: JsonObject) => existing !== undefined && !isUnknown(existing);

  return {
    async check(state: JsonObject, inputs: JsonObject): Promise<{ inputs: JsonObject; failures: CheckFailure[] }> {
      const { inputs: kept, failures = [] } = await host.check(plain(state), plain(inputs));
      return { inputs: Object.fromEntries(Object.entries(inputs).filter(([name]) => name in kept)), failures };
    },

    async diff(id: string, state: JsonObject, inputs: JsonObject): Promise<Difference> {
      const outputs = plain(state);
      const { changed, replaces } = host.changes(id, outputs, plain(inputs));
      return {
        changed: changed.map((name) => {
          const kind = (outputs[name] ?? null) === null ? "ADD" : "UPDATE";
          return { name, kind: replaces.includes(name) ? `${kind}_REPLACE` : kind };
        }),
        replaces,
      };
    },

    async create(inputs: JsonObject, isPreview: boolean): Promise<{ id: string; outputs: JsonObject }> {
      const known = plain(inputs);
      if (!isPreview || sendsNothing(known)) {
        const { id, outs } = await host.create(known);
        return { id, outputs: withSecrets(definition, outs, inputs) };
      }
      // The id of an adopted one is an argument.
      const adopted = api.create.method === "PATCH" ? api.id?.(known, undefined) : undefined;
      const id = isUnknown(adopted) ? "" : (adopted ?? "");
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
      const { outs } = await host.update(id, old, known);
      const outputs = withSecrets(definition, outs, inputs, state);
      const others = unforeseen(stable, outs);
      if (others.length === 0) return outputs;
      const reason =
        `${definition.kind} ${session.quote(id)}: the response has another ${new Intl.ListFormat("en").format(others)} than a preview could know. The update is done ` +
        "and recorded; what depends on it was not changed. Run `pulumi preview` to see what follows, then `pulumi up`";
      throw new InitFailed(id, outputs, inputs, reason);
    },

    /** @throws Error where nothing is known of it: the API cannot be asked */
    async read(id: string, state: JsonObject): Promise<JsonObject> {
      if (Object.keys(state).length === 0) {
        throw new Error(
          `${definition.kind} ${session.quote(id)} cannot be imported: the API has no operation that reads. State its id as ${existing} instead`,
        );
      }
      const { props } = await host.read(id, plain(state));
      // What a dynamic resource kept there before its stack was moved to the plugin.
      const { [providerKey]: _, ...outputs } = { ...props, ...state };
      return outputs;
    },

    async delete(id: string, state: JsonObject): Promise<void> {
      await host.delete(id, plain(state));
    },
  };
}
