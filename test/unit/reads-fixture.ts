/** Hosts of an API that reads, which the user has said by its paths. */

import type { JsonObject } from "../../provider/api/json.js";
import { outputNames } from "../documented/index.js";
import { hostWith, type Response } from "./host-fixture.js";
import type { Resource } from "./resources.js";

export const paths = { Application: "/applications/{id}", Environment: "/environments/{id}", Cache: "/caches/{id}" };

export const hostOf = (kind: Resource, ...responses: readonly Response[]) =>
  hostWith({ readPaths: paths }, kind, ...responses);

/** A resource of the id `id-1` after a refresh. */
export async function refreshed(resource: Resource, response: Response, state = stateOf(resource)) {
  const { host, lines, requests } = hostOf(resource, response);
  const { props } = (await host.read?.("id-1", state)) ?? {};
  const diff = (news: JsonObject) => host.diff?.("id-1", props, news);
  return { props: props as JsonObject, lines, requests, diff };
}

export const stateOf = ({ documented, valid }: Resource): JsonObject => ({
  ...Object.fromEntries(outputNames(documented).map((name) => [name, null])),
  ...valid,
});
