/** The place without TLS: the sandbox behind its front. */

import type { JsonObject } from "../../../provider/api/http/json.js";
import { send } from "../../engine/account.js";
import { type FaultySandbox, startFaultySandbox } from "../../faults/index.js";
import { requiredInputs } from "../arguments.js";
import { type Place, token } from "./fault.js";

/** The address of a proxy where nothing listens, so that what goes there is lost. */
export const noProxy = "http://127.0.0.1:9";

/** Opens the sandbox, with the application that the environment needs. */
export async function openFront(): Promise<Place<FaultySandbox>> {
  const api = await startFaultySandbox({ token }, true);
  const body = { name: requiredInputs.application.name, source_control_provider_type: "hostA" } as JsonObject;
  return {
    url: api.url,
    // Plain http must not go through a proxy, which would see the token.
    env: { HTTP_PROXY: noProxy, http_proxy: noProxy, ALL_PROXY: noProxy },
    controls: api,
    async reset() {
      api.reset();
      await send(api, "POST", "/applications", body);
    },
    countRequests: () => api.listSent().length,
    hasHappened({ name }) {
      const { applications, environments, caches } = api.sandbox.state();
      return [...applications, ...environments, ...caches].some(({ attributes }) => attributes.name === name);
    },
    waitForAttempts: (attempts, signal) => api.waitUntil(attempts, "done", signal),
    close: api.close,
  };
}
