/** A resource of the id `id-1` in a refresh, by a GET that is named. */

import type { JsonObject } from "../../../provider/api/http/json.js";
import { createConfiguredHost, type Response } from "../host-fixture.js";
import { resources, type TestedResource } from "../resources.js";

/** Each class is read at an address of its own. */
const operations = Object.fromEntries(
  resources.map(({ documented: { className } }) => [className, `GET /read/${className}/{id}`]),
);
/** Creates the host of a resource whose GET has this response. */
export const createReadingHost = (kind: TestedResource, response: Response) =>
  createConfiguredHost({ operations }, kind, response);

/** Reads a resource of the id `id-1` again, as a refresh does. */
export async function refresh(
  resource: TestedResource,
  response: Response,
  state: JsonObject = { ...resource.nulls, ...resource.valid },
) {
  const { host, lines, requests } = createReadingHost(resource, response);
  const { props } = (await host.read?.("id-1", state)) ?? {};
  const diff = (news: JsonObject) => host.diff?.("id-1", props, news);
  return { props: props as JsonObject, lines, requests, diff };
}
