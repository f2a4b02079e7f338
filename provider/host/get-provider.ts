/** The engine's calls for what a program refers to by `get`: a provider that knows the address alone, also in a refresh, and manages nothing. */

import type { ConfigureRequest, ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../api/http/json.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { refuseMalformedOperations, runCall } from "./call.js";
import { markInUse } from "./deletion.js";
import { CallFailure } from "./failures.js";
import { unnamedReadNotice } from "./messages/host-failures.js";
import { describeLostId } from "./messages/mistakes.js";
import { describeFirstRead } from "./messages/response-warnings.js";
import { buildGetResource, type GetResource } from "./resource.js";
import { send } from "./send.js";
import type { Session } from "./session.js";
import { encodeGet } from "./state.js";

export function createGetProvider(definition: Definition, session: Session) {
  const inPath = listArgumentNames(definition, ({ isInPath }) => isInPath);
  return {
    configure: async ({ config }: ConfigureRequest) => session.configure((key) => config.get(key)),

    /** Refuses what the engine is about to create: it never checks what it only reads. */
    async check(_olds: JsonObject, inputs: JsonObject) {
      return { inputs, failures: [{ property: "", reason: describeLostId(definition) }] };
    },

    // Pulumi's type requires it.
    async create(): Promise<never> {
      throw new Error(`what ${definition.names.class}.get reads is not created`);
    },

    async read(id: string, properties: JsonObject) {
      // In a refresh, the properties are those of the state: every row of the definition, of which nothing but the address stays.
      const isOfProgram = Object.keys(definition.rows).some((name) => !(name in properties));
      session.hasProgram ||= isOfProgram;
      if (isOfProgram) markInUse(session, definition, id);
      const address = Object.entries(properties).filter(([name, value]) => inPath.includes(name) && value !== null);
      const resource = buildGetResource(session, definition, id, Object.fromEntries(address));
      return { id, props: await runCall(() => readResource(resource), resource) };
    },
  } satisfies ResourceProvider;
}

/** Reads what a `get` names. What is not found is an error: the program uses its outputs. */
async function readResource(resource: GetResource): Promise<JsonObject> {
  const { definition, session, address } = resource;
  refuseMalformedOperations(session);
  if (definition.operations.read === undefined) throw new CallFailure(unnamedReadNotice);
  const response = await send(resource, "read");
  session.warn(describeFirstRead(resource, response), resource);
  return encodeGet(definition, address, response.values);
}
