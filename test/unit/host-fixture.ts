/** A resource's host over an API that answers with given attributes. */

import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { ApiError } from "../../provider/api/errors.js";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { defaultFieldNames } from "../../provider/api/request.js";
import { type ResourceSpec, resourceHost } from "../../provider/host/resource.js";
import { createSession } from "../../provider/host/session.js";

/** The whole body of an answer, `undefined` for an empty one, or an error; attributes alone are put into an envelope. */
export type Response = { readonly body: Json | undefined } | { readonly attributes: JsonObject } | ApiError;

export interface HostFixture {
  readonly host: ResourceProvider;
  /** What the host has written. */
  readonly lines: string[];
  readonly bodies: JsonObject[];
}

/** Each request gets the next of the responses, and later ones the last. */
export function hostOf(spec: ResourceSpec, ...responses: readonly Response[]): HostFixture {
  const lines: string[] = [];
  const bodies: JsonObject[] = [];
  const configured = { APPHOSTING_TOKEN: "token", APPHOSTING_BASE_URL: "https://api.example.com" };
  const session = createSession(configured, (line) => lines.push(line));
  session.client = () => ({
    fieldNames: defaultFieldNames,
    async send({ body }) {
      const response = responses[bodies.length] ?? responses.at(-1) ?? { attributes: {} };
      bodies.push(body);
      if (response instanceof ApiError) throw response;
      if ("body" in response) return response.body;
      return { data: { id: "id-1", type: "any", attributes: response.attributes } };
    },
  });
  return { host: resourceHost(spec, session), lines, bodies };
}
