import {
  type DocumentedResource,
  describeOneOf,
  flag,
  id,
  linkToMany,
  listEnvironmentAttributes,
  listTexts,
  requiredText,
  unlisted,
} from "./facts";

const families = ["r7g", "c7gn", "m7g", "m8g", "r8g", "c8gn"];
const familySizes = ["large", "xlarge", "2xlarge", "4xlarge", "8xlarge", "12xlarge", "16xlarge"];
const sizes = [
  ...["250mb", "1gb", "2.5gb", "5gb", "12gb", "50gb", "100gb", "500gb"],
  ...["250mb", "1gb", "2.5gb"].map((size) => `valkey-flex-${size}`),
  ...["250mb", "1gb", "2.5gb", "5gb", "12gb", "25gb", "50gb"].map((size) => `valkey-pro.${size}`),
  ...families.flatMap((family) => familySizes.map((size) => `managed.cache.${family}.${size}`)),
  ...["micro", "small", "medium"].map((size) => `managed.cache.t4g.${size}`),
];
const policies = [
  ...["allkeys-lru", "noeviction", "volatile-lru", "allkeys-random", "volatile-random", "volatile-ttl"],
  ...["allkeys-lfu", "volatile-lfu"],
];

export const cache: DocumentedResource = {
  className: "Cache",
  create: { action: "update cache", method: "PATCH", path: "/caches/cache%2F1" },
  arguments: {
    cacheId: { onChange: "replace", valid: "cache/1", other: "cache-2", ...id },
    name: {
      wire: "name",
      attribute: "name",
      required: true,
      inEveryUpdate: true,
      valid: "sessions",
      other: "pages",
      accepts: ["ab", "a-b_0", "--", "9".repeat(40)],
      invalid: {
        "must have 2 to 40 characters; it has 0": [""],
        "must have 2 to 40 characters; it has 1": ["a"],
        "must have 2 to 40 characters; it has 41": ["a".repeat(41)],
        "may only hold lowercase ASCII letters, digits, _ and -": "Ab|a b|a.b|éa|ab\n|日本".split("|"),
        ...requiredText,
      },
    },
    autoUpgradeEnabled: { wire: "auto_upgrade_enabled", attribute: "auto_upgrade_enabled", ...flag },
    isPublic: { wire: "is_public", attribute: "is_public", ...flag },
    usesHibernation: { wire: "uses_hibernation", attribute: "uses_hibernation", ...flag },
    hibernationTimeout: {
      wire: "hibernation_timeout",
      attribute: "hibernation_timeout",
      valid: 5,
      other: 15,
      accepts: [1, 2, 59, 60],
      invalid: {
        "must be an integer from 1 to 60": [
          ...[0, 61, -1, 1.5, "5", "", true, [5]],
          ...[Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53],
        ],
      },
    },
    size: {
      wire: "size",
      undocumentedName: true,
      attribute: "size",
      // Valkey caches alone take an eviction policy.
      valid: "valkey-pro.1gb",
      other: "valkey-flex-1gb",
      values: sizes,
      invalid: {
        "must be one of the 63 values of CacheSize": [...["valkey-flex-5gb", "managed.cache.t4g.large"], ...unlisted],
      },
    },
    evictionPolicy: {
      wire: "eviction_policy",
      undocumentedName: true,
      attribute: "eviction_policy",
      valid: "noeviction",
      other: "volatile-lru",
      values: policies,
      invalid: { [describeOneOf(policies)]: ["volatile_lru", ...unlisted] },
    },
    triggers: {
      onChange: "reload",
      valid: [1],
      other: [2],
      accepts: [[], [1, "a", true, -0.5, ""]],
      invalid: {
        // The engine compares a date, a Map or a BigInt as an empty object, so that a change is never seen.
        "must be a list of strings, numbers and booleans": ["now", 1, { 0: "now" }, [null], [["a"]], [{}]],
      },
    },
  },
  responseValues: [
    ["data.id", "cache/1"],
    ["data.type", "caches"],
    ...listTexts("type status region created_at"),
    ["data.attributes.connection.hostname", "h.example", "connection.hostname"],
    ["data.attributes.connection.port", 6379, "connection.port"],
    ["data.attributes.connection.protocol", "redis", "connection.protocol"],
    ["data.attributes.connection.credentials.username", "user", "credentials.username"],
    ["data.attributes.connection.credentials.password", "p@ss/word", "credentials.password"],
    ...linkToMany("environments", "environments", "env-1", "environmentIds"),
    ["included.0.type", "environments"],
    ["included.0.id", "env-1", "environments.0.id"],
    ["included.0.attributes.name", "staging", "environments.0.name"],
    ...listEnvironmentAttributes("included.0", "environments.0."),
    // Left out: what may be a secret, relationships, and the address in other words.
    ["included.0.attributes.build_command", "npm run build"],
    ["included.0.attributes.deploy_command", "npm run migrate"],
    ["included.0.attributes.start_command", "npm start"],
    ["included.0.attributes.runtime.environment_variables.0.key", "KEY"],
    ["included.0.attributes.runtime.environment_variables.0.value", "secret"],
    ["included.0.relationships.application.data.id", "app-1"],
    ["included.0.links.self.rel", "self"],
    ["included.0.links.self.describedby", "https://api.example/schema"],
    ["included.0.links.self.title", "staging"],
    ["included.0.links.self.type", "text/html"],
    ["included.0.links.self.hreflang", "en"],
    ["included.0.links.self.href", "https://api.example/environments/env-1", "environments.0.href"],
  ],
  derivedOutputs: ["connectionUri"],
  neverLost: ["type", "region", "createdAt", "connection", "credentials", "connectionUri"],
  secrets: ["triggers", "credentials", "connectionUri"],
};
