/** Hosts of an API that reads, which the user has said by its paths. */

import { ApiError } from "../../provider/api/errors.js";
import type { JsonObject } from "../../provider/api/json.js";
import type { Definition } from "../../provider/definitions/definition.js";
import { outputNames, validInputs } from "../documented/index.js";
import { hostWith, type Response } from "./host-fixture.js";
import { resources } from "./resources.js";

export const paths = { Application: "/applications/{id}", Environment: "/environments/{id}", Cache: "/caches/{id}" };

export const hostOf = (definition: Definition, readPaths: object, ...responses: readonly Response[]) =>
  hostWith({ readPaths }, definition, ...responses);

export const [application, environment, cache] = ["Application", "Environment", "Cache"].map((kind) =>
  resources.find((resource) => resource.documented.kind === kind),
) as [(typeof resources)[number], (typeof resources)[number], (typeof resources)[number]];

/** A resource of the id `id-1` after a refresh. */
export async function refreshed(resource: (typeof resources)[number], response: Response, state = stateOf(resource)) {
  const { host, lines, requests } = hostOf(resource.definition, paths, response);
  const { props } = (await host.read?.("id-1", state)) ?? {};
  const diff = (news: JsonObject) => host.diff?.("id-1", props, news);
  return { props: props as JsonObject, lines, requests, diff };
}

export const stateOf = ({ documented: resource }: (typeof resources)[number]): JsonObject => ({
  ...Object.fromEntries(outputNames(resource).map((name) => [name, null])),
  ...validInputs(resource),
});
export const answered = (attributes: JsonObject): Response => ({ body: { data: { id: "id-1", attributes } } });
export const failed = (status: number, message?: string) =>
  new ApiError("read it", { kind: "status", status, message, fields: {} }, "none");
