import type { CustomResourceOptions, ID, Input } from "@pulumi/pulumi";
import { cache } from "../rows/cache.js";
import type { NoState, OptionalArgs, OutputsOf, RequiredArgs, RowsOf } from "./hosted-resource.js";
import { addId, HostedResource, isResourceOf } from "./hosted-resource.js";

interface Rows extends RowsOf<typeof cache> {}

/**
 * Arguments of a {@link Cache}. A changed setting updates the cache in place. A setting that you leave out isn't
 * managed: it stays as it is.
 */
export interface CacheArgs extends RequiredArgs<Rows>, OptionalArgs<Rows> {}

// The SDK adds the outputs to each instance.
export interface Cache extends OutputsOf<Rows> {}

/**
 * The settings of an existing cache. The API documents no operation that creates or deletes a cache: `pulumi up` adopts
 * the cache with this `cacheId`, with one update that sends the settings in your program. Later changes are updates in
 * place. A cache that leaves the stack keeps running, and billing, until you delete it in the provider's web console.
 *
 * For each argument, the output of the same name is what your program sets. The other outputs come from the API's last
 * response, and are null until one has them: see docs/outputs-and-secrets.md of the package. To request them again,
 * change `triggers`.
 *
 * Pulumi's option `retainOnDelete` is always true: a cache is never deleted. `customTimeouts` has no effect: set
 * `apphosting:timeoutSeconds`.
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
 * Read its settings again whenever the configuration value `check` changes:
 * ```ts
 * new Cache("sessions", { cacheId: "cache-1", name: "sessions", triggers: [config.require("check")] });
 * ```
 *
 * @example
 * Use one that this stack doesn't manage, if `apphosting:operations` has `read`:
 * ```ts
 * export const shared = Cache.get("sessions", "cache-1").connectionUri; // a secret
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the SDK adds the outputs to each instance.
export class Cache extends HostedResource {
  /** The type token, for policies. */
  static readonly __pulumiType: string = cache.token;

  /** Whether a value is a resource of this class, even of another copy of the package. */
  static override isInstance(value: unknown): value is Cache {
    return isResourceOf(cache, value);
  }

  /**
   * Reads an existing cache that this stack doesn't manage. It's never changed or deleted. This needs `read` in
   * `apphosting:operations`. It also reads in previews, so they need a token. If the cache is gone, the program
   * fails; a refresh only warns.
   *
   * An output that the API doesn't return is null.
   */
  static get(
    /** Unique name among the stack's resources of this class. */
    name: string,
    /** Id of the existing resource, from the web console or an output of another stack. */
    id: Input<ID>,
    /** Leave it out: the id is enough. */
    state?: NoState | null,
    /** Pulumi's options, such as `provider`, `parent` or `dependsOn`. */
    options?: CustomResourceOptions,
  ): Cache {
    return new Cache(name, state as unknown as CacheArgs, addId(cache, name, id, options));
  }

  // A comment of the constructor would hide the examples of the class in hover.
  constructor(
    /** Unique name among the stack's resources of this class. A new name without an alias is a new resource. */
    name: string,
    /** The arguments. Each accepts outputs of other resources. */
    args: CacheArgs,
    /** Pulumi's options, such as `dependsOn`, `protect` or `provider`. Some differ: see docs/changes.md. */
    options?: CustomResourceOptions,
  ) {
    super(cache, name, args, options);
  }
}
