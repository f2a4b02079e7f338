/** Reads of what exists, for users whose API has them, by the paths that they name. */

import { completed } from "../api/derived.js";
import type { JsonObject } from "../api/json.js";
import type { ResourceResponse } from "../api/responses.js";
import { type Definition, replacingArguments } from "../definitions/definition.js";
import { filled } from "../definitions/operation.js";
import { NotFound, request } from "./api-call.js";
import { outputsOf, outputsRead, settled } from "./outputs.js";
import { checkedPath } from "./read-paths.js";
import type { Session } from "./session.js";
import { driftWarning, mismatchWarnings } from "./warnings.js";

/** Whether a read is sent for resources of this kind. */
export function isRead({ kind }: Definition, { settings, problems }: Session): boolean {
  // Settings count only if there is no problem, and a read runs without check.
  if (settings.readPaths === undefined) throw new Error(problems.join("\n"));
  return settings.readPaths[kind.class] !== undefined;
}

/** The state after a refresh. */
export async function refreshed(
  definition: Definition,
  session: Session,
  id: string,
  state: JsonObject,
): Promise<JsonObject> {
  const { kind } = definition;
  const title = `${kind.class} ${session.quote(id)}`;
  if (!isRead(definition, session)) {
    const reason =
      Object.keys(session.settings.readPaths ?? {}).length === 0
        ? "nothing was read: the API documents no operation that reads, and apphosting:readPaths is not set"
        : `no ${kind.words} was read: apphosting:readPaths has no path for ${kind.class}`;
    session.warnOnce(
      `${reason}. The state stays as the last \`pulumi up\` left it. A path that you set counts from the next \`pulumi up\` on, ` +
        "or with `pulumi refresh --run-program`",
    );
    return state;
  }
  if (isMadeId(definition, id, state)) {
    session.warn(`${title} was not read: the package has made its id. Set the API's as existingId`);
    return state;
  }
  let response: ResourceResponse;
  try {
    response = await readResource(definition, session, id, state);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    session.warn(
      `${title} is kept in the state, but the API does not find it: it is gone, or belongs to another organization than the token. ` +
        `If it is gone, run \`pulumi state delete\` with its URN.\n${error.message}`,
    );
    return state;
  }
  const outputs = outputsRead(definition, state, response.outputs);
  say(definition, session, id, response, outputs, "the state has");
  return completed(definition, outputs);
}

/** The state of one that exists, with what the program sets; what the API says otherwise is accepted. */
export async function recorded(
  definition: Definition,
  session: Session,
  id: string,
  inputs: JsonObject,
  state?: JsonObject,
): Promise<JsonObject> {
  const isAsked = isRead(definition, session) && !isMadeId(definition, id, inputs);
  const response = isAsked ? await readResource(definition, session, id, inputs) : undefined;
  const outputs = outputsOf(definition, { inputs, response: response?.outputs ?? {}, state });
  if (response !== undefined) say(definition, session, id, response, outputs, "the program sets");
  return completed(definition, settled(outputs, replacingArguments(definition)));
}

function say(
  definition: Definition,
  session: Session,
  id: string,
  { outputs: returned, mismatches }: ResourceResponse,
  outputs: JsonObject,
  who: string,
): void {
  const drift = driftWarning(definition, who, outputs, returned, (words) => session.quote(words, outputs));
  for (const line of [...drift, ...mismatchWarnings(mismatches)]) {
    session.warn(`${definition.kind.class} ${session.quote(id)}: ${line}`);
  }
}

/** Whether the package has made the id of the arguments, because the API answered none. */
function isMadeId({ idWithout }: Definition, id: string, values: JsonObject): boolean {
  return idWithout !== undefined && id === filled(idWithout, values);
}

/**
 * Sends one GET. `values` fill the path beside the id.
 *
 * @throws NotFound where the API does not know the id
 * @throws Error for every other failure, and where the response is not of this resource
 */
async function readResource(
  definition: Definition,
  session: Session,
  id: string,
  values: JsonObject,
): Promise<ResourceResponse> {
  const { readPaths, baseUrl } = session.settings;
  const path = checkedPath(definition, readPaths?.[definition.kind.class] ?? "", { ...values, id }, baseUrl);
  const response = await request(definition, session, { operation: `GET ${path}`, inputs: values, sent: [], id });
  if (response.id === id) return response;
  const answered = response.id === undefined ? "no id" : `another id, "${session.quote(response.id)}"`;
  throw new Error(`read ${definition.kind.words} got a response with ${answered}. Check apphosting:readPaths.`);
}
