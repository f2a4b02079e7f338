/**
 * The API on your own machine: a server in memory that keeps the documented contract. For tests of your own programs,
 * and to try this package without an account.
 *
 * @module pulumi-apphosting/sandbox
 */

import type { AddressInfo } from "node:net";
import type { FieldNames } from "../definitions/field-names.js";
import { defaultFieldNames } from "../definitions/field-names.js";
import type { SandboxState } from "./account.js";
import { createContents } from "./account.js";
import { explainWrongIds } from "./cache.js";
import type { RecordedRequest, ServedAccount } from "./server.js";
import { basePath, createSandboxServer } from "./server.js";

export type { Reference, Relationship, Resource } from "./model.js";
export type { FieldNames, RecordedRequest, SandboxState };

/** Where a sandbox listens, and how it treats requests. */
export interface SandboxOptions {
  /** The port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
  /** The token that requests must carry. Default: `sandbox-token`. */
  readonly token?: string;
  /** Milliseconds that each answer of the API is late. Default: 0. */
  readonly latencyMs?: number;
  /**
   * What the API's answers hold: `full`, the default, every documented field; `sparse`, what a real API of this kind
   * answers at the least: id, type, `name`, `status` and `created_at`, `[]` for objects, and a `connection` of null.
   */
  readonly answers?: "full" | "sparse";
  /**
   * Whether it answers operations that the API does not document: `GET`, `PATCH` and `DELETE` at the address of an
   * application or environment, such as `/environments/env-1`, and `GET` at that of a cache. Default: false.
   */
  readonly operations?: boolean;
  /**
   * With a number above 0, `DELETE` is answered 202, and so many `GET` still find the resource; after them it is gone. It
   * keeps its name until then. Default: 0, which deletes at once and answers 204.
   */
  readonly deletedAfterReads?: number;
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
 * @throws Error where the id of a cache cannot stand in a path, or is given twice
 * @throws the error of `listen`, such as `EADDRINUSE` for a port that is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const account = createAccount(options);
  const server = createSandboxServer(account, options.latencyMs ?? 0);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${basePath}`,
    token: account.token,
    port,
    requests: () => [...account.requests],
    state: () => structuredClone(account.contents.state),
    reset: () => account.reset(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createAccount({
  token = "sandbox-token",
  answers = "full",
  operations = false,
  deletedAfterReads = 0,
  caches,
  fieldNames,
}: SandboxOptions): ServedAccount {
  const problem = explainWrongIds(caches ?? []);
  if (problem !== undefined) throw new Error(problem);
  const seedIds = caches === undefined ? {} : { caches };
  return {
    token,
    answers,
    operations,
    deletedAfterReads,
    fieldNames: { ...defaultFieldNames, ...fieldNames },
    contents: createContents(seedIds),
    requests: [],
    reset() {
      this.contents = createContents(seedIds);
      this.requests = [];
    },
  };
}
