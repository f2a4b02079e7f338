/**
 * The API on your own machine: a server in memory that keeps the documented contract. For tests of your own programs,
 * and to try this package without an account.
 *
 * @module pulumi-apphosting/sandbox
 */

import type { AddressInfo } from "node:net";
import type { ApiType, ClassName } from "../definitions/index.js";
import { Account, type Model, type RecordedRequest, type Resource } from "./account.js";
import { application } from "./application.js";
import { cache } from "./cache.js";
import { environment } from "./environment.js";
import { basePath, defaultToken, type SandboxOptions } from "./operations.js";
import { createSandboxServer } from "./server.js";

export type { RecordedRequest, Reference, Relationship, Resource } from "./account.js";
export type { SandboxOptions } from "./operations.js";

/** All that is in the account, by the types that the API gives to resources. */
export interface SandboxState extends Record<ApiType, Resource[]> {}

// The type makes the compiler name a class without a model.
const models: Readonly<Record<Uncapitalize<ClassName>, Model>> = { application, cache, environment };

/** A sandbox that is running. */
export interface Sandbox {
  /** The base URL of the API. */
  readonly url: string;
  readonly token: string;
  readonly port: number;
  /** The requests to the API so far, tokens masked; those to the admin endpoints are not among them. */
  requests(): RecordedRequest[];
  /** A copy of all that is in the account now. */
  state(): SandboxState;
  /** Replaces the account by a new one, and forgets the recorded requests. */
  reset(): void;
  /** Stops listening and ends open connections at once. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox on 127.0.0.1. It holds the caches `cache-1`, `cache-2` and `cache-3`, unless others are given, and no
 * application.
 *
 * @throws the error of `listen`, such as `EADDRINUSE` for a port that is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const account = new Account(Object.values(models), { caches: options.caches });
  const server = createSandboxServer(account, options);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${basePath}`,
    token: options.token ?? defaultToken,
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
