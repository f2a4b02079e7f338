/** The place without TLS: the sandbox behind its front. */

import type { JsonObject } from "../../../provider/api/json.js";
import { send } from "../../engine/account.js";
import { type FaultySandbox, startFaultySandbox } from "../../faults/index.js";
import { required } from "../arguments.js";
import { type Place, token } from "./fault.js";

/** Nothing listens there: what goes to this proxy is lost. */
export const noProxy = "http://127.0.0.1:9";

/** The sandbox, with the application that the environment needs. */
export async function openFront(): Promise<Place<FaultySandbox>> {
  const api = await startFaultySandbox({ token });
  const body = { name: required.application.name, source_control_provider_type: "hostA" } as JsonObject;
  return {
    url: api.url,
    // Plain http goes through no proxy, which would see the token.
    env: { HTTP_PROXY: noProxy, http_proxy: noProxy, ALL_PROXY: noProxy },
    controls: api,
    async reset() {
      api.reset();
      await send(api, "POST", "/applications", body);
    },
    requests: () => api.sent().length,
    happened({ name }) {
      const { applications, environments, caches } = api.sandbox.state();
      return [...applications, ...environments, ...caches].some(({ attributes }) => attributes.name === name);
    },
    waiting: (attempts, signal) => api.reached(attempts, "done", signal),
    close: api.close,
  };
}
