import { CustomResource, type CustomResourceOptions, type ID, type Input } from "@pulumi/pulumi";
import { cache } from "../definitions/cache.js";
import { limitStackTraces, showIdInPreview } from "./instance.js";
import { isResourceOf } from "./refusals.js";
import { addId, prepareRegistration } from "./registration.js";
import type { NoState, OptionalArgs, OutputsOf, RequiredArgs, RowsOf } from "./types.js";

interface Rows extends RowsOf<typeof cache> {}

/**
 * Arguments of a {@link Cache}. A change of a setting updates the cache in place. A setting that is left out is not
 * managed: it stays as it is.
 */
export interface CacheArgs extends RequiredArgs<Rows>, OptionalArgs<Rows> {}

// The SDK adds the outputs to each instance.
export interface Cache extends OutputsOf<Rows> {}

/**
 * The settings of an existing cache. The API can neither create nor delete one: `pulumi up` adopts the cache of `cacheId`
 * with one update of the settings in the program. Later changes are updates in place. A cache that leaves the stack
 * still exists and is billed until somebody removes it in the provider's web console.
 *
 * The output of an argument is what the program sets. Other outputs come from the API's last response; to request a new one, change
 * `triggers`. An
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
 * Refer to one that this stack does not manage, where `apphosting:operations` has `read`:
 * ```ts
 * export const shared = Cache.get("sessions", "cache-1").connectionUri; // a secret
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the SDK adds the outputs to each instance.
export class Cache extends CustomResource {
  /** The type by which policies know the class. */
  static readonly __pulumiType: string = cache.names.token;

  /** Whether a value is a resource of this class, also one of another copy of the package. */
  static override isInstance(value: unknown): value is Cache {
    return isResourceOf(cache, value);
  }

  /**
   * Reads a cache that exists and that this stack does not manage: it is never changed and never deleted. It needs `read` in
   * `apphosting:operations`, and reads in previews, too.
   *
   * Outputs are what the API returns, and null where it returns nothing.
   */
  static get(
    /** Name of the resource in the program, unique in the stack among those of its class. */
    name: string,
    /** Id of the resource that exists, from the web console or from an output of another stack. */
    id: Input<ID>,
    /** Nothing: the id tells which one. */
    state?: NoState | null,
    /** Options of Pulumi, such as `provider`, `parent` or `dependsOn`. */
    options?: CustomResourceOptions,
  ): Cache {
    return new Cache(name, state as unknown as CacheArgs, addId(cache, name, id, options));
  }

  // Each parameter has its own comment: `@param` in a comment above would take the place of the examples of the class in hover.
  constructor(
    /**
     * Name of the resource in the program, unique in the stack among those of its class. Under another name it is another
     * resource to Pulumi: an alias in the options tells that it is the same.
     */
    name: string,
    /** The arguments. Each accepts outputs of other resources. */
    args: CacheArgs,
    /** Options of Pulumi, such as `dependsOn`, `protect` or `provider`. In docs/changes.md of the package is what each does. */
    options?: CustomResourceOptions,
  ) {
    const registration = prepareRegistration(cache, name, args, options);
    const restoreStackTraces = limitStackTraces();
    try {
      super(registration.type, name, registration.properties, registration.options);
    } finally {
      restoreStackTraces();
    }
    showIdInPreview(this, registration.idArgument);
  }
}
