import type { CustomResourceOptions } from "@pulumi/pulumi";
import { cache } from "../definitions/cache.js";
import { typeToken } from "../definitions/state.js";
import { ApiResource } from "./resource.js";
import type { Args, Outputs } from "./types.js";

type Rows = typeof cache.rows;

/**
 * Arguments of a {@link Cache}. A change of a setting updates the cache in place. A setting that is left out is not
 * managed: it stays as it is.
 */
export interface CacheArgs extends Args<Rows> {}

/**
 * The settings of an existing cache. The API can neither create nor delete one: `pulumi up` adopts the cache with
 * this id by one update with the stated settings, later changes are updates in place, and a cache that leaves the
 * stack stays as it is.
 *
 * Outputs are what the API answered to the last update; it cannot be asked again, see `triggers`. An output that no
 * answer had is null.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the SDK makes the properties of the interface, one for each row
export class Cache extends ApiResource {
  /** The type by which policies know the class. */
  static readonly __pulumiType = typeToken(cache.kind);

  /**
   * @param name Name of the resource in the stack
   * @param args The cache and its settings
   * @param options `retainOnDelete` is always true; `customTimeouts` has no effect, `apphosting:timeoutSeconds` has
   */
  constructor(name: string, args: CacheArgs, options?: CustomResourceOptions) {
    super(cache, name, args, options);
  }
}

export interface Cache extends Outputs<Rows> {}
