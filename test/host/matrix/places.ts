import { definitions } from "../../../provider/definitions/index.js";
import type { Resource } from "../../../provider/sandbox/index.js";
import { selectFields } from "../../documented/facts.js";
import { send } from "../../engine/account.js";
import { type FaultySandbox, startFaultySandbox } from "../../faults/index.js";
import { findDocumented } from "../arguments.js";
import { type Place, token } from "./fault.js";

export const noProxy = "http://127.0.0.1:9";

/** The creates that the operations need: of parents, and of resources with an update. */
const firstCreates = definitions
  .filter(
    ({ names, create, update }) => create.method === "POST" && (update !== undefined || hasChildren(names.exportName)),
  )
  .map(({ names }) => {
    const resource = findDocumented(names.exportName);
    return { path: resource.create.path.replaceAll("%2F", "-"), body: selectFields(resource) };
  });

function hasChildren(code: string): boolean {
  return definitions.some(({ create }) => create.method === "POST" && create.placeholders.includes(`${code}Id`));
}

export async function openFront(): Promise<Place<FaultySandbox>> {
  const api = await startFaultySandbox({ token }, true);
  return {
    url: api.url,
    // Plain http must not go through a proxy, which would see the token.
    env: { HTTP_PROXY: noProxy, http_proxy: noProxy, ALL_PROXY: noProxy },
    controls: api,
    async reset() {
      api.reset();
      for (const { path, body } of firstCreates) await send(api, "POST", path, body);
    },
    countRequests: () => api.listSent().length,
    hasHappened({ name }) {
      const resources = Object.values<readonly Resource[]>(api.sandbox.state()).flat();
      return resources.some(({ attributes }) => attributes.name === name);
    },
    waitForAttempts: (attempts, signal) => api.waitUntil(attempts, "done", signal),
    close: api.close,
  };
}
