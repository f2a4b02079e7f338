/** What a suite of this level works with: one host process, and one API that misbehaves when told to. */

import type { JsonObject } from "../../provider/api/json.js";
import { type FaultySandbox, startFaultySandbox } from "../faults/index.js";
import { type Host, startHost } from "./host.js";

/** How the engine writes a value that is not known before `up`. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export interface HostSuite {
  readonly host: Host;
  readonly api: FaultySandbox;
  /** The requests of this test so far: method and path, and the body. */
  sent(): [request: string, body: JsonObject][];
}

/** One process for the suite; each test has a fresh account, and lines of its own. */
export function hostSuite(config: Readonly<Record<string, string>> = {}): HostSuite {
  let host: Host;
  let api: FaultySandbox;
  before(async () => {
    api = await startFaultySandbox();
    host = await startHost({ config: { token: api.token, baseUrl: api.url, ...config } });
  });
  beforeEach(async () => {
    api.reset();
    await host.lines();
  });
  after(async () => {
    await host?.stop();
    await api?.close();
  });
  return {
    get host() {
      return host;
    },
    get api() {
      return api;
    },
    sent: () => api.requests().map(({ method, path, body }) => [`${method} ${path}`, JSON.parse(body)]),
  };
}
