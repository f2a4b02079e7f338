/** The sandbox of a suite, and a client of it. */

import { type Resource, type Sandbox, type SandboxOptions, startSandbox } from "../../../provider/sandbox/index.js";

interface Response {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at other parts of the JSON
  body: any;
}

export const application = { name: "Shop", repository: "acme/shop", source_control_provider_type: "hostA" };
export const environment = { branch: "next", name: "staging" };

/** Sends requests with valid bodies; given fields go over them, and undefined takes one out. */
export function clientOf(sandbox: () => Sandbox) {
  async function call(method: string, path: string, body?: unknown, token?: string): Promise<Response> {
    const response = await fetch(`${sandbox().url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token ?? sandbox().token}` },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
  return {
    call,
    createApplication: (fields: object = {}) => call("POST", "/applications", { ...application, ...fields }),
    createEnvironment: (fields: object = {}) =>
      call("POST", "/applications/app-1/environments", { ...environment, ...fields }),
    updateCache: (fields: object = {}) => call("PATCH", "/caches/cache-1", { name: "sessions", ...fields }),
  };
}

/** Starts a sandbox for the suite around the call, and resets it before each test. */
export function freshSandbox(options: SandboxOptions = {}) {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox(options);
  });
  beforeEach(() => sandbox.reset());
  after(() => sandbox.close());

  function stored(kind: "applications" | "environments" | "caches", id: string): Resource | undefined {
    return sandbox.state()[kind].find((resource) => resource.id === id);
  }

  return { ...clientOf(() => sandbox), sandbox: () => sandbox, stored };
}
