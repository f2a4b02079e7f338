import type { Resource, Sandbox, SandboxOptions, SandboxState } from "../../../provider/sandbox/index.js";
import { startSandbox } from "../../../provider/sandbox/index.js";
import { type DocumentedResource, selectFields } from "../../documented/facts.js";

/** Sends requests with valid bodies; given fields go over them, and undefined takes one out. */
export function createClient(sandbox: () => Sandbox) {
  async function call(
    method: string,
    path: string,
    body?: unknown,
    token = sandbox().token,
    contentType = "application/json",
  ) {
    const response = await fetch(`${sandbox().url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": contentType },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: each test looks at other parts of the JSON
    const parsed: any = text === "" ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: parsed };
  }
  const application = { name: "Shop", repository: "acme/shop", source_control_provider_type: "hostA" };
  const environment = { branch: "next", name: "staging" };
  return {
    call,
    /** Sends the create of a class, by default with its required fields. Its parent has to exist. */
    create: ({ create: { method, path }, ...resource }: DocumentedResource, body: object = selectFields(resource)) =>
      call(method, path.replaceAll("%2F", "-"), body),
    createApplication: (fields: object = {}) => call("POST", "/applications", { ...application, ...fields }),
    createEnvironment: (fields: object = {}, id = "app-1") =>
      call("POST", `/applications/${id}/environments`, { ...environment, ...fields }),
    updateCache: (fields: object = {}, id = "cache-1") =>
      call("PATCH", `/caches/${id}`, { name: "sessions", ...fields }),
  };
}

/** Starts a sandbox for the suite around the call, and resets it before each test. */
export function useSandbox(options: SandboxOptions = {}) {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox(options);
  });
  beforeEach(() => sandbox.reset());
  after(() => sandbox.close());

  function find(type: keyof SandboxState, id: string): Resource | undefined {
    return sandbox.state()[type].find((resource) => resource.id === id);
  }

  return { ...createClient(() => sandbox), sandbox: () => sandbox, find };
}
