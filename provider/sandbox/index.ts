/**
 * The API on your own machine: a server in memory that keeps the documented contract. For tests of your own programs,
 * and to try this package without an account.
 *
 * @module pulumi-apphosting/sandbox
 */

import type { AddressInfo } from "node:net";
import type { FieldNames } from "../definitions/settings.js";
import { createAccount, type RecordedRequest, resetAccount } from "./account.js";
import { basePath, createApi, type SandboxState, showAccount } from "./operations.js";
import { createSandboxServer } from "./server.js";

export type { Reference, Relationship, Resource } from "./resource.js";
export type { FieldNames, RecordedRequest, SandboxState };

/** Where a sandbox listens, and how it treats requests. */
export interface SandboxOptions {
  /** The port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
  /** The token that requests must carry. Default: `sandbox-token`. */
  readonly token?: string;
  /** Milliseconds that each response of the API is late. Default: 0. */
  readonly latencyMs?: number;
  /**
   * What the API's responses hold: `full`, the default, every documented field; `sparse`, what a real API of this kind
   * returns at the least: id, type, `name`, `status` and `created_at`, `[]` for objects, and a `connection` of null.
   */
  readonly answers?: "full" | "sparse";
  /**
   * Whether it serves what the API does not document, and `apphosting:operations` names: `GET` and `PATCH` at the address
   * of an application or environment, such as `/environments/env-1`, `DELETE` at that of an environment, and `GET` at that
   * of a cache. Default: false.
   */
  readonly operations?: boolean;
  /** Ids of the caches that it holds, in place of `cache-1`, `cache-2` and `cache-3`. An environment uses the first one. */
  readonly caches?: readonly string[];
  /** Names of the request fields that the API does not document, where they differ from the package's defaults. */
  readonly fieldNames?: FieldNames;
}

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
  const { token = "sandbox-token", latencyMs = 0, caches } = options;
  const account = createAccount(caches);
  const server = createSandboxServer(account, createApi(account, { ...options, token }), latencyMs);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${basePath}`,
    token,
    port,
    requests: () => [...account.requests],
    state: () => showAccount(account),
    reset: () => resetAccount(account),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
