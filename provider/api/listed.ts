/** The values that the API lists for its enumerated fields, as it spells them on the wire. */

export const regions = [
  "us-east-1",
  "us-east-2",
  "ca-central-1",
  "eu-central-1",
  "eu-west-1",
  "eu-west-2",
  "eu-west-3",
  "me-central-1",
  "ap-southeast-1",
  "ap-southeast-2",
  "ap-northeast-1",
] as const;

export const sourceControlProviders = ["hostA", "hostB", "hostB_self_hosted", "hostC"] as const;

export const evictionPolicies = [
  "allkeys-lru",
  "noeviction",
  "volatile-lru",
  "allkeys-random",
  "volatile-random",
  "volatile-ttl",
  "allkeys-lfu",
  "volatile-lfu",
] as const;

const managedFamilies = ["r7g", "c7gn", "m7g", "m8g", "r8g", "c8gn"] as const;
const managedSizes = ["large", "xlarge", "2xlarge", "4xlarge", "8xlarge", "12xlarge", "16xlarge"] as const;

/** All 63 cache sizes: fixed plans, Valkey plans and managed instances. */
export const cacheSizes: readonly string[] = [
  ...["250mb", "1gb", "2.5gb", "5gb", "12gb", "50gb", "100gb", "500gb"],
  ...["250mb", "1gb", "2.5gb"].map((size) => `valkey-flex-${size}`),
  ...["250mb", "1gb", "2.5gb", "5gb", "12gb", "25gb", "50gb"].map((size) => `valkey-pro.${size}`),
  ...managedFamilies.flatMap((family) => managedSizes.map((size) => `managed.cache.${family}.${size}`)),
  ...["micro", "small", "medium"].map((size) => `managed.cache.t4g.${size}`),
];
