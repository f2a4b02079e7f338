/** Reads of what exists, for users whose API has them, by the paths that they name. */

import type { JsonObject } from "../api/json.js";
import { noResponse, type ResourceResponse } from "../api/responses.js";
import type { Definition } from "../definitions/definition.js";
import { filled } from "../definitions/operation.js";
import { NotFound, request } from "./api-call.js";
import { outputsOf, outputsRead, settled } from "./outputs.js";
import type { Session } from "./session.js";
import type { Target } from "./target.js";
import { readWarnings } from "./warnings.js";

/** The operation that reads resources of this kind, if the user has set its path. */
export function readOf({ kind }: Definition, { settings, problems }: Session): string | undefined {
  // Settings count only if there is no problem, and a read runs without check.
  if (settings.readPaths === undefined) throw new Error(problems.join("\n"));
  const { [kind.class]: path } = settings.readPaths;
  return path && `GET ${path}`;
}

/** The state after a refresh of a resource of which the state says what the program sets. */
export async function refreshed(target: Target): Promise<JsonObject> {
  const { definition, session, inputs: state } = target;
  const operation = readOf(definition, session);
  if (operation === undefined) {
    session.warn(
      "nothing was read where apphosting:readPaths has no path: the API documents no operation that reads. The state stays as the last " +
        "`pulumi up` left it. A path that you set counts from the next `pulumi up` on, or with `pulumi refresh --run-program`",
      "once",
    );
    return state;
  }
  if (hasMadeId(target)) {
    session.warn(`${target.title} was not read: the package has made its id. Set the API's as existingId`);
    return state;
  }
  try {
    const response = await readResource(target, operation);
    const outputs = outputsRead(definition, state, response.outputs);
    target.warn(readWarnings(target, "the state has", response, outputs));
    return outputs;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    session.warn(
      `${target.title} is kept in the state, but the API does not find it: it is gone, or belongs to another organization than the token. ` +
        `If it is gone, run \`pulumi state delete\` with its URN.\n${error.message}`,
    );
    return state;
  }
}

/** The state of one that exists, with what the program sets; what the API says otherwise is accepted. */
export async function recorded(target: Target): Promise<JsonObject> {
  const { definition, session } = target;
  const operation = hasMadeId(target) ? undefined : readOf(definition, session);
  const response = operation === undefined ? noResponse : await readResource(target, operation);
  const outputs = outputsOf(target, response.outputs);
  target.warn(readWarnings(target, "the program sets", response, outputs));
  return settled(definition, outputs);
}

/** Whether the package has made the id of the arguments, because the API answered none. */
export function hasMadeId({ definition: { idWithout }, id, inputs }: Target): boolean {
  return idWithout !== undefined && id === filled(idWithout, inputs);
}

/**
 * Sends one GET.
 *
 * @throws NotFound where the API does not know the id
 * @throws Error for every other failure, and where the response is not of this resource
 */
async function readResource(target: Target, operation: string): Promise<ResourceResponse> {
  const response = await request(target, operation, []);
  if (response.id === target.id) return response;
  const answered = response.id === undefined ? "no id" : `another id, "${target.quote(response.id)}"`;
  throw new Error(`read ${target.definition.kind.words} got a response with ${answered}. Check apphosting:readPaths.`);
}
