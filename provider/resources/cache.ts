import * as pulumi from "@pulumi/pulumi";
import type { CacheSize, EvictionPolicy } from "../enums.js";
import { claimCache } from "./claims.js";
import { type ResourceClass, registration, typeToken } from "./resource.js";
import { shortenStackTraces, traced } from "./stack-traces.js";

/**
 * Arguments of a {@link Cache}. A change of a setting updates the cache in place. A setting that is left out is not
 * managed: it stays as it is.
 */
export interface CacheArgs {
  /** Id of the existing cache to adopt. A change lets go of that cache and adopts another. */
  cacheId: pulumi.Input<string>;
  /**
   * Name, 2 to 40 characters out of lowercase letters, digits, `_` and `-`. The API requires it with every update, so
   * adopting a cache under another name renames it. Updates in place.
   */
  name: pulumi.Input<string>;
  /** Whether the cache is upgraded automatically. Updates in place. */
  autoUpgradeEnabled?: pulumi.Input<boolean | null | undefined>;
  /** Whether the cache can be reached from the public network. Updates in place. */
  isPublic?: pulumi.Input<boolean | null | undefined>;
  /** Whether the cache sleeps when nobody uses it. Updates in place. */
  usesHibernation?: pulumi.Input<boolean | null | undefined>;
  /** Time without use after which the cache sleeps, an integer from 1 to 60, of which the API documents no unit.
   * Updates in place. */
  hibernationTimeout?: pulumi.Input<number | null | undefined>;
  /** Size, one of the 63 values of {@link CacheSize}. Updates in place. */
  size?: pulumi.Input<CacheSize | (string & Record<never, never>) | null | undefined>;
  /** What a full cache does with a new key. For the Valkey kind only. Updates in place. */
  evictionPolicy?: pulumi.Input<EvictionPolicy | (string & Record<never, never>) | null | undefined>;
  /**
   * Any values. A change of one sends an update with the name alone, which brings the outputs up to date: the API has
   * no other way to read them.
   */
  triggers?: pulumi.Input<pulumi.Input<unknown>[] | null | undefined>;
}

/** Where a cache is reached. */
export interface CacheConnection {
  readonly hostname?: string;
  readonly port?: number;
  /** Such as `redis`. */
  readonly protocol?: string;
}

/** Login of a cache. */
export interface CacheCredentials {
  readonly username?: string;
  readonly password?: string;
}

/** An environment that uses a cache. */
export interface CacheEnvironment {
  readonly id?: string;
  readonly name?: string;
  readonly slug?: string;
  readonly status?: string;
  readonly vanityDomain?: string;
  /** Address of the environment in the API. */
  readonly href?: string;
}

/**
 * The settings of an existing cache. The API can neither create nor delete one: `pulumi up` adopts the cache with
 * this id by one update with the stated settings, later changes are updates in place, and a cache that leaves the
 * stack stays as it is.
 *
 * Outputs are what the API answered to the last update; it cannot be asked again, see `triggers`. An output that no
 * answer had is null.
 */
export class Cache extends pulumi.CustomResource {
  /** The type by which policies know the class. */
  static readonly __pulumiType = typeToken("Cache");

  /** As stated; also the resource's id. */
  declare readonly cacheId: pulumi.Output<string>;
  /** As the API keeps it. */
  declare readonly name: pulumi.Output<string>;
  /** As the API keeps it. */
  declare readonly autoUpgradeEnabled: pulumi.Output<boolean | null>;
  /** As the API keeps it. */
  declare readonly isPublic: pulumi.Output<boolean | null>;
  /** As the API keeps it. */
  declare readonly usesHibernation: pulumi.Output<boolean | null>;
  /** As the API keeps it. */
  declare readonly hibernationTimeout: pulumi.Output<number | null>;
  /** As the API keeps it. */
  declare readonly size: pulumi.Output<string | null>;
  /** As the API keeps it. */
  declare readonly evictionPolicy: pulumi.Output<string | null>;
  /** As stated. */
  declare readonly triggers: pulumi.Output<unknown[] | null>;
  /** Kind of cache, such as `vendor_redis`. */
  declare readonly type: pulumi.Output<string | null>;
  /** State at the time of the last update, such as `creating`. */
  declare readonly status: pulumi.Output<string | null>;
  /** Region that the cache runs in. */
  declare readonly region: pulumi.Output<string | null>;
  /** When the cache was created, ISO 8601 in UTC. */
  declare readonly createdAt: pulumi.Output<string | null>;
  /** Where the cache is reached. */
  declare readonly connection: pulumi.Output<CacheConnection | null>;
  /** Login. A secret. */
  declare readonly credentials: pulumi.Output<CacheCredentials | null>;
  /** `connection` and `credentials` as one address, `redis://username:password@hostname:port`. A secret. */
  declare readonly connectionUri: pulumi.Output<string | null>;
  /** Ids of the environments that use the cache. */
  declare readonly environmentIds: pulumi.Output<string[] | null>;
  /** The environments that use the cache. */
  declare readonly environments: pulumi.Output<CacheEnvironment[] | null>;

  /**
   * @param name Name of the resource in the stack
   * @param args The cache and its settings
   * @param options `retainOnDelete` is always true; `customTimeouts` has no effect, `apphosting:timeoutSeconds` has
   */
  constructor(name: string, args: CacheArgs, options?: pulumi.CustomResourceOptions) {
    const claimed = { ...args, cacheId: claimCache(args?.cacheId, name, options) };
    const registered = registration(cacheClass, name, claimed, options);
    const resume = shortenStackTraces();
    try {
      super(...registered);
    } catch (error) {
      resume();
      throw traced(error);
    }
    resume();
    if (pulumi.runtime.isDryRun()) {
      // The engine knows the id of no new resource in a preview, but this one's is an argument.
      const id = pulumi.all([this.urn, claimed.cacheId]).apply(([, cacheId]) => cacheId);
      Object.defineProperty(this, "id", { value: id });
    }
  }
}

const cacheClass: ResourceClass<Cache> = {
  kind: "Cache",
  host: "cache",
  outputs: {
    cacheId: undefined,
    name: undefined,
    autoUpgradeEnabled: undefined,
    isPublic: undefined,
    usesHibernation: undefined,
    hibernationTimeout: undefined,
    size: undefined,
    evictionPolicy: undefined,
    triggers: undefined,
    type: undefined,
    status: undefined,
    region: undefined,
    createdAt: undefined,
    connection: undefined,
    credentials: undefined,
    connectionUri: undefined,
    environmentIds: undefined,
    environments: undefined,
  },
  secretOutputs: ["credentials", "connectionUri"],
  repeatedArguments: ["name"],
};
