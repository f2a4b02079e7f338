import { cache } from "../definitions/cache.js";
import { createResourceClass } from "./api-resource.js";
import type { OptionalArgs, RequiredArgs, RowsOf } from "./types.js";

interface Rows extends RowsOf<typeof cache> {}

/**
 * Arguments of a {@link Cache}. A change of a setting updates the cache in place. A setting that is left out is not
 * managed: it stays as it is.
 */
export interface CacheArgs extends RequiredArgs<Rows>, OptionalArgs<Rows> {}

/**
 * The settings of an existing cache. The API can neither create nor delete one: `pulumi up` adopts the cache of `cacheId`
 * with one update of the settings in the program. Later changes are updates in place. A cache that leaves the stack
 * still exists and is billed until somebody removes it in the provider's web console.
 *
 * Outputs are what the program sets, and of all else what the API's last response held; `triggers` asks for another one. An
 * output that no response has set is null: docs/outputs-and-secrets.md of the package shows how to use one.
 *
 * Of the options, `retainOnDelete` is always true, and `customTimeouts` has no effect: set `apphosting:timeoutSeconds`.
 *
 * @example
 * Adopt a cache and manage two of its settings:
 * ```ts
 * const cache = new Cache("sessions", {
 *   cacheId: "cache-1",
 *   name: "sessions",
 *   usesHibernation: true,
 *   hibernationTimeout: 30,
 * });
 * export const uri = cache.connectionUri; // a secret
 * ```
 *
 * @example
 * Read its settings again with the next `up`, each time that the configuration `read` changes:
 * ```ts
 * new Cache("sessions", { cacheId: "cache-1", name: "sessions", triggers: [config.get("read")] });
 * ```
 *
 * @example
 * Refer to one that this stack does not manage, where `apphosting:operations` names GET:
 * ```ts
 * export const shared = Cache.get("sessions", "cache-1").connectionUri; // a secret
 * ```
 */
export class Cache extends createResourceClass<CacheArgs, Rows>(cache) {}
