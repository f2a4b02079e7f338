/** The documented values of arguments. Each is an object of its values and a type of the same name. */

/** Where a resource runs. The API documents the names alone; the comments here spell them out. */
export const Region = {
  /** Eastern United States, first region. */
  UsEast1: "us-east-1",
  /** Eastern United States, second region. */
  UsEast2: "us-east-2",
  /** Central Canada. */
  CaCentral1: "ca-central-1",
  /** Central Europe. */
  EuCentral1: "eu-central-1",
  /** Western Europe, first region. */
  EuWest1: "eu-west-1",
  /** Western Europe, second region. */
  EuWest2: "eu-west-2",
  /** Western Europe, third region. */
  EuWest3: "eu-west-3",
  /** Central Middle East. */
  MeCentral1: "me-central-1",
  /** Southeast of Asia and the Pacific, first region. */
  ApSoutheast1: "ap-southeast-1",
  /** Southeast of Asia and the Pacific, second region. */
  ApSoutheast2: "ap-southeast-2",
  /** Northeast of Asia and the Pacific. */
  ApNortheast1: "ap-northeast-1",
} as const;
export type Region = (typeof Region)[keyof typeof Region];

/** The source control host of an application's repository. */
export const SourceControlProvider = {
  /** The host that the API calls `hostA`. */
  HostA: "hostA",
  /** The host that the API calls `hostB`. */
  HostB: "hostB",
  /** A `hostB` on servers of your own. */
  HostBSelfHosted: "hostB_self_hosted",
  /** The host that the API calls `hostC`. */
  HostC: "hostC",
} as const;
export type SourceControlProvider = (typeof SourceControlProvider)[keyof typeof SourceControlProvider];

/** What a full Valkey cache does with a new key. The API documents the names alone; the meanings are Valkey's. */
export const EvictionPolicy = {
  /** Evicts the least recently used of all keys. */
  AllkeysLru: "allkeys-lru",
  /** Evicts no key: writes that need more memory fail. */
  Noeviction: "noeviction",
  /** Evicts the least recently used of the keys that expire. */
  VolatileLru: "volatile-lru",
  /** Evicts any of all keys. */
  AllkeysRandom: "allkeys-random",
  /** Evicts any of the keys that expire. */
  VolatileRandom: "volatile-random",
  /** Evicts the key that would expire next. */
  VolatileTtl: "volatile-ttl",
  /** Evicts the least frequently used of all keys. */
  AllkeysLfu: "allkeys-lfu",
  /** Evicts the least frequently used of the keys that expire. */
  VolatileLfu: "volatile-lfu",
} as const;
export type EvictionPolicy = (typeof EvictionPolicy)[keyof typeof EvictionPolicy];

/** The documented sizes of a cache. Only the names are documented. */
export const CacheSize = {
  Size250Mb: "250mb",
  Size1Gb: "1gb",
  Size2_5Gb: "2.5gb",
  Size5Gb: "5gb",
  Size12Gb: "12gb",
  Size50Gb: "50gb",
  Size100Gb: "100gb",
  Size500Gb: "500gb",
  ValkeyFlex250Mb: "valkey-flex-250mb",
  ValkeyFlex1Gb: "valkey-flex-1gb",
  ValkeyFlex2_5Gb: "valkey-flex-2.5gb",
  ValkeyPro250Mb: "valkey-pro.250mb",
  ValkeyPro1Gb: "valkey-pro.1gb",
  ValkeyPro2_5Gb: "valkey-pro.2.5gb",
  ValkeyPro5Gb: "valkey-pro.5gb",
  ValkeyPro12Gb: "valkey-pro.12gb",
  ValkeyPro25Gb: "valkey-pro.25gb",
  ValkeyPro50Gb: "valkey-pro.50gb",
  ManagedR7gLarge: "managed.cache.r7g.large",
  ManagedR7gXlarge: "managed.cache.r7g.xlarge",
  ManagedR7g_2Xlarge: "managed.cache.r7g.2xlarge",
  ManagedR7g_4Xlarge: "managed.cache.r7g.4xlarge",
  ManagedR7g_8Xlarge: "managed.cache.r7g.8xlarge",
  ManagedR7g_12Xlarge: "managed.cache.r7g.12xlarge",
  ManagedR7g_16Xlarge: "managed.cache.r7g.16xlarge",
  ManagedC7gnLarge: "managed.cache.c7gn.large",
  ManagedC7gnXlarge: "managed.cache.c7gn.xlarge",
  ManagedC7gn_2Xlarge: "managed.cache.c7gn.2xlarge",
  ManagedC7gn_4Xlarge: "managed.cache.c7gn.4xlarge",
  ManagedC7gn_8Xlarge: "managed.cache.c7gn.8xlarge",
  ManagedC7gn_12Xlarge: "managed.cache.c7gn.12xlarge",
  ManagedC7gn_16Xlarge: "managed.cache.c7gn.16xlarge",
  ManagedM7gLarge: "managed.cache.m7g.large",
  ManagedM7gXlarge: "managed.cache.m7g.xlarge",
  ManagedM7g_2Xlarge: "managed.cache.m7g.2xlarge",
  ManagedM7g_4Xlarge: "managed.cache.m7g.4xlarge",
  ManagedM7g_8Xlarge: "managed.cache.m7g.8xlarge",
  ManagedM7g_12Xlarge: "managed.cache.m7g.12xlarge",
  ManagedM7g_16Xlarge: "managed.cache.m7g.16xlarge",
  ManagedM8gLarge: "managed.cache.m8g.large",
  ManagedM8gXlarge: "managed.cache.m8g.xlarge",
  ManagedM8g_2Xlarge: "managed.cache.m8g.2xlarge",
  ManagedM8g_4Xlarge: "managed.cache.m8g.4xlarge",
  ManagedM8g_8Xlarge: "managed.cache.m8g.8xlarge",
  ManagedM8g_12Xlarge: "managed.cache.m8g.12xlarge",
  ManagedM8g_16Xlarge: "managed.cache.m8g.16xlarge",
  ManagedR8gLarge: "managed.cache.r8g.large",
  ManagedR8gXlarge: "managed.cache.r8g.xlarge",
  ManagedR8g_2Xlarge: "managed.cache.r8g.2xlarge",
  ManagedR8g_4Xlarge: "managed.cache.r8g.4xlarge",
  ManagedR8g_8Xlarge: "managed.cache.r8g.8xlarge",
  ManagedR8g_12Xlarge: "managed.cache.r8g.12xlarge",
  ManagedR8g_16Xlarge: "managed.cache.r8g.16xlarge",
  ManagedC8gnLarge: "managed.cache.c8gn.large",
  ManagedC8gnXlarge: "managed.cache.c8gn.xlarge",
  ManagedC8gn_2Xlarge: "managed.cache.c8gn.2xlarge",
  ManagedC8gn_4Xlarge: "managed.cache.c8gn.4xlarge",
  ManagedC8gn_8Xlarge: "managed.cache.c8gn.8xlarge",
  ManagedC8gn_12Xlarge: "managed.cache.c8gn.12xlarge",
  ManagedC8gn_16Xlarge: "managed.cache.c8gn.16xlarge",
  ManagedT4gMicro: "managed.cache.t4g.micro",
  ManagedT4gSmall: "managed.cache.t4g.small",
  ManagedT4gMedium: "managed.cache.t4g.medium",
} as const;
export type CacheSize = (typeof CacheSize)[keyof typeof CacheSize];
