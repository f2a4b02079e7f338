/**
 * The API on your own machine, in memory: test your programs with it, or try this package without an account.
 * @module pulumi-apphosting/sandbox
 */

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { ApiType } from "../rows/index.js";
import { Account, type RecordedRequest, type Resource } from "./account.js";
import { addFirst, models } from "./models.js";
import { basePath, createSandboxServer, defaultOptions, type SandboxOptions } from "./server.js";

export type { RecordedRequest, Reference, Relationship, Resource } from "./account.js";
export type { SandboxOptions } from "./server.js";

/** All resources of the account, by API type. */
export interface SandboxState extends Record<ApiType, Resource[]> {}

/** A running sandbox. */
export interface Sandbox {
  /** The base URL of the API. */
  readonly url: string;
  readonly token: string;
  readonly port: number;
  /** The requests so far, without tokens, and without those to the admin endpoints. */
  requests(): RecordedRequest[];
  /** A copy of all resources. */
  state(): SandboxState;
  /** Starts over with a new account, and forgets the requests. */
  reset(): void;
  /** Stops listening, and closes open connections at once. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox on 127.0.0.1, with the caches `cache-1`, `cache-2` (a Valkey cache) and `cache-3`.
 * @throws the error of `listen`, such as `EADDRINUSE` if the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const allOptions = { ...defaultOptions, ...(Object.fromEntries(given) as SandboxOptions) };
  const account = new Account(Object.values(models), (fresh) => addFirst(fresh, allOptions.caches));
  const server = createSandboxServer(account, allOptions);
  await once(server.listen(allOptions.port, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${basePath}`,
    token: allOptions.token,
    port,
    requests: () => [...account.requests],
    state: () => account.showAll() as Record<ApiType, Resource[]>,
    reset: () => account.reset(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
