/** A resource's host: over an API that answers as a test says, or with nothing but its configuration. */

import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { ApiRequest } from "../../provider/api/http.js";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { type AllFieldNames, defaultFieldNames } from "../../provider/definitions/field-names.js";
import { type HostedResource, resourceHost } from "../../provider/host/resource.js";
import { createSession } from "../../provider/host/session.js";

/** The whole body of an answer, `undefined` for an empty one, or an error; attributes alone are put into an envelope. */
export type Response = { readonly body: Json | undefined } | { readonly attributes: JsonObject } | Error;

export interface HostFixture {
  readonly host: ResourceProvider;
  /** What the host has written. */
  readonly lines: string[];
  readonly requests: ApiRequest[];
  readonly bodies: JsonObject[];
}

const configured = { APPHOSTING_TOKEN: "token", APPHOSTING_BASE_URL: "https://api.example.com" };

/** Each request gets the next of the responses, and later ones the last. */
export function hostOf(requests: HostedResource, ...responses: readonly Response[]): HostFixture {
  const next = (count: number) => responses[count] ?? responses.at(-1) ?? { attributes: {} };
  return answering(requests, ({ length }) => next(length));
}

/** An API whose response may depend on the requests before, of which the last is this one. */
export function answering(
  requests: HostedResource,
  respond: (before: readonly ApiRequest[], request: ApiRequest) => Response,
  fieldNames: AllFieldNames = defaultFieldNames,
): HostFixture {
  const lines: string[] = [];
  const sent: ApiRequest[] = [];
  const bodies: JsonObject[] = [];
  const session = createSession(configured, (line) => lines.push(line));
  session.client = () => ({
    fieldNames,
    async send(request) {
      const response = respond([...sent], request);
      sent.push(request);
      bodies.push(request.body);
      if (response instanceof Error) throw response;
      if ("body" in response) return response.body;
      return { data: { id: "id-1", type: "any", attributes: response.attributes } };
    },
  });
  return { host: resourceHost(requests, session), lines, requests: sent, bodies };
}

const hosts = new Map<HostedResource, WeakMap<object, ResourceProvider>>();

/** One for each kind and configuration, for its rules take long to make. */
function checking(requests: HostedResource, config: Readonly<Record<string, string>>): ResourceProvider {
  const made = hosts.get(requests) ?? new WeakMap();
  hosts.set(requests, made);
  const session = createSession(config, () => {});
  session.configure((key) => config[key]);
  const host = made.get(config) ?? resourceHost(requests, session);
  made.set(config, host);
  return host;
}

/** What check makes of inputs under a configuration. */
export async function check(
  requests: HostedResource,
  inputs: JsonObject,
  config: Readonly<Record<string, string>> = configured,
) {
  const checked = await checking(requests, config).check?.({}, inputs);
  const failures = checked?.failures ?? [];
  return {
    inputs: checked?.inputs as JsonObject,
    properties: failures.map(({ property }) => property),
    reasons: failures.map(({ reason }) => reason),
  };
}

export const unlistedAllowed = { ...configured, "apphosting:allowUnlistedValues": "true" };
