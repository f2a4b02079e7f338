/**
 * The API on your own machine: a server in memory that keeps the documented contract. For tests of your own programs,
 * and to try this package without an account.
 *
 * @module pulumi-apphosting/sandbox
 */

import type { AddressInfo } from "node:net";
import type { ApiType, ClassName } from "../definitions/index.js";
import { Account, type Model, type RecordedRequest } from "./account.js";
import type { Resource } from "./envelope.js";
import * as exported from "./models.js";
import { basePath, createApi, showAccount } from "./operations.js";
import { createSandboxServer } from "./server.js";

export type { Reference, Relationship, Resource } from "./envelope.js";
export type { RecordedRequest };

/** All that is in the account, by the types that the API gives to resources. */
export interface SandboxState extends Record<ApiType, Resource[]> {}

// The type makes the compiler name a class without a model.
const models: Readonly<Record<Uncapitalize<ClassName>, Model>> = exported;

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
   * returns at the least: id, type, `name` and `status`, and `[]` for objects.
   */
  readonly answers?: "full" | "sparse";
  /**
   * Whether it also serves what `apphosting:operations` can name, at the address of one resource, such as
   * `GET /environments/env-1`. Default: false.
   */
  readonly operations?: boolean;
  /** Ids of the caches that it holds, in place of `cache-1`, `cache-2` and `cache-3`. An environment uses the first one. */
  readonly caches?: readonly string[];
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
  const account = new Account(Object.values(models), { caches });
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
    state: () => showAccount(account) as Record<ApiType, Resource[]>,
    reset: () => account.reset(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
