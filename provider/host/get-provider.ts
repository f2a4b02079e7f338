/** What a program refers to by `get`, as Pulumi's process for dynamic providers calls it. The stack manages nothing of it. */

import type { ConfigureRequest, ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../api/http/json.js";
import type { Definition } from "../definitions/definition.js";
import { requireOperations, rethrowNamed } from "./dynamic-provider.js";
import { createUnnamedReadFailure } from "./failures.js";
import { hasPathArgumentsAlone, openResource, type Resource, selectPathArguments } from "./resource.js";
import { reviewMismatches } from "./review.js";
import { send } from "./send.js";
import type { Session } from "./session.js";
import { encodeGet } from "./state-codec.js";

/** Creates the provider of what a `get` reads. It knows the address alone, also in a refresh. */
export function createGetProvider(definition: Definition, session: Session) {
  const { class: className } = definition.names;
  return {
    async configure({ config }: ConfigureRequest): Promise<void> {
      session.configure((key) => config.get(key));
    },

    /** Refuses what the engine is about to create: it never checks what it only reads. */
    async check(_olds: JsonObject, inputs: JsonObject) {
      const reason = `a transformation dropped the id of ${className}.get from the options. Return the options it received, with your changes`;
      return { inputs, failures: [{ property: "", reason }] };
    },

    // Pulumi's type requires it.
    async create(): Promise<never> {
      throw new Error(`what ${className}.get reads is not created`);
    },

    async read(id: string, properties: JsonObject) {
      const address = selectPathArguments(definition, properties);
      const resource = openResource(session, definition, id, { properties: address });
      if (hasPathArgumentsAlone(definition, properties)) {
        // In a refresh, the state has more, and there may be no program.
        session.hasProgram = true;
        session.noteInUse(className, id);
      }
      return { id, props: await rethrowNamed(resource, () => readGet(resource)) };
    },
  } satisfies ResourceProvider;
}

/** Reads what a `get` names. What is not found is an error: the program uses its outputs. */
async function readGet(resource: Resource): Promise<JsonObject> {
  const { definition, session, properties: address } = resource;
  requireOperations(session);
  const { read } = definition.operations;
  if (read === undefined) throw createUnnamedReadFailure();
  const response = await send(resource, read);
  session.warnOnce(reviewMismatches(resource, response));
  return encodeGet(definition, address, response.values);
}
