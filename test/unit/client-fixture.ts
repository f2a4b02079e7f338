/** What the tests of the client share: two requests, and a client for which each states its own settings. */

import { type ApiRequest, type ClientSettings, createClient } from "../../provider/api/client.js";
import { defaultFieldNames } from "../../provider/api/request.js";

export const host = "https://api.example.com";

export const update: ApiRequest = {
  operation: "update cache",
  method: "PATCH",
  path: ["caches", "cache-1"],
  body: {},
};
export const create: ApiRequest = {
  operation: "create application",
  method: "POST",
  path: ["applications"],
  body: {},
};

export function clientWith(settings: Partial<ClientSettings> = {}) {
  return createClient({
    token: "secret-token",
    baseUrl: `${host}/v1`,
    timeoutSeconds: 5,
    maxRetries: 0,
    fieldNames: defaultFieldNames,
    userAgent: "pulumi-apphosting/test",
    log: () => {},
    ...settings,
  });
}
