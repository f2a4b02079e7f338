/** The reads of a refresh and of an adoption, and the provider of `get`. */

import type { ConfigureRequest, ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../api/http/json.js";
import { type Definition, listArgumentNames } from "../definitions/definition.js";
import { CallFailure, refuseMalformedOperations, runCall } from "./failures.js";
import { describeLostId, readNotEnabledNotice } from "./messages/host-failures.js";
import * as responses from "./messages/response-warnings.js";
import { send } from "./send.js";
import type { Session } from "./session.js";
import type { GetResource, NewResource, StoredResource } from "./state/model.js";
import { listDifferences, stateAfterRead } from "./state/rules.js";
import { encodeGet, encodeInputs, encodeState, getArgumentValues, getOutputs } from "./state/state.js";

/** What isn't read or not found stays as it is. */
export async function refreshResource(session: Session, resource: StoredResource) {
  const { definition, state: before } = resource;
  // Encoded again, because an earlier release may lack a row.
  const unchanged: { props: JsonObject; inputs?: JsonObject } = { props: encodeState(definition, before) };
  if (definition.operations.read === undefined) {
    refuseMalformedOperations(session);
    const isEnabled = session.settings.values.operations?.includes("read");
    if (isEnabled) session.warn([responses.describeUnreadableId(resource)], resource);
    else session.warn([responses.nothingReadNotice]);
    return unchanged;
  }
  try {
    const response = await send(session, resource, "read");
    const state = stateAfterRead(definition, before, response.values);
    const differences = listDifferences(definition, getOutputs(state), response.values).filter(
      ({ argument }) => getArgumentValues(before, argument.name).input !== undefined,
    );
    session.warn(responses.describeRead(resource, response, differences), resource);
    return { props: encodeState(definition, state), inputs: encodeInputs(definition, state, before) };
  } catch (error) {
    if (!(error instanceof CallFailure) || !error.isNotFound) throw error;
    session.warn([responses.describeNotFound(resource, error.message)], resource);
    return unchanged;
  }
}

/** Without `read`, there are no values. */
export async function readAdopted(session: Session, resource: NewResource): Promise<JsonObject> {
  const { definition, inputs } = resource;
  if (definition.operations.read === undefined) return {};
  const response = await send(session, resource, "read");
  const differences = listDifferences(definition, inputs, response.values);
  session.warn(responses.describeRead(resource, response, differences), resource);
  return response.values;
}

/** Creates the provider of `get`, which manages nothing. */
export function createGetProvider(definition: Definition, session: Session) {
  const inPath = listArgumentNames(definition, ({ isInPath }) => isInPath);
  return {
    configure: async ({ config }: ConfigureRequest) => session.configure((key) => config.get(key)),

    /** Called only where the engine is about to create. */
    async check(_olds: JsonObject, inputs: JsonObject) {
      return { inputs, failures: [{ property: "", reason: describeLostId(definition) }] };
    },

    // Pulumi's type requires it.
    async create(): Promise<never> {
      throw new Error(`${definition.names.class}.get never creates a resource`);
    },

    async read(id: string, properties: JsonObject) {
      // A refresh hands over the properties of the state, which has every row.
      const isOfProgram = Object.keys(definition.rows).some((name) => !(name in properties));
      session.run.hasProgram ||= isOfProgram;
      if (isOfProgram) session.run.noteUse(definition, id);
      const pathValues = Object.entries(properties).filter(([name, value]) => inPath.includes(name) && value !== null);
      const values = Object.fromEntries(pathValues);
      const { token } = session;
      const resource: GetResource = { kind: "get", definition: session.resolve(definition), id, values, token };
      return { id, props: await runCall(session, resource, () => readByGet(session, resource)) };
    },
  } satisfies ResourceProvider;
}

/** What isn't found is an error, because the program uses its outputs. */
async function readByGet(session: Session, resource: GetResource): Promise<JsonObject> {
  refuseMalformedOperations(session);
  if (resource.definition.operations.read === undefined) throw new CallFailure(readNotEnabledNotice);
  const response = await send(session, resource, "read");
  session.warn(responses.describeRead(resource, response, []), resource);
  return encodeGet(resource.definition, resource.values, response.values);
}
