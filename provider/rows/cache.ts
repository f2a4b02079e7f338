import { CacheSize, EvictionPolicy, Region } from "./enums.js";
import { environmentAttributes } from "./environment.js";
import { toObject } from "./json.js";
import { flag, id, integer, list, type MembersOf, object, oneOf, plainValues, text } from "./schema.js";
import { defineTable, type OutputRow, optional, output, required, toMany } from "./table.js";

const connection = {
  hostname: text(),
  port: integer(),
  /** Such as `redis`. */
  protocol: text(),
};
/** Host, port and protocol of a cache. */
export interface CacheConnection extends MembersOf<typeof connection> {}

const credentials = { username: text(), password: text() };
/** Credentials of a cache. */
export interface CacheCredentials extends MembersOf<typeof credentials> {}

type SchemasOf<R extends Readonly<Record<string, OutputRow>>> = { readonly [K in keyof R]: R[K]["schema"] };
const attributeSchemas = Object.fromEntries(
  Object.entries(environmentAttributes).map(([name, { schema }]) => [name, schema]),
) as SchemasOf<typeof environmentAttributes>;

const cacheEnvironment = {
  id: text(),
  name: text(),
  ...attributeSchemas,
  /** Address of the environment in the API. */
  href: text(),
};
/** An environment that uses a cache. Has attributes and `href` only. */
export interface CacheEnvironment extends MembersOf<typeof cacheEnvironment> {}

function formatConnectionUri(outputs: Readonly<Record<string, unknown>>): string | null {
  const { hostname, port, protocol }: CacheConnection = toObject(outputs.connection);
  const { username = "", password }: CacheCredentials = toObject(outputs.credentials);
  if (!protocol || !hostname || port === undefined || password === undefined) return null;
  const login = [username, password].map(encodeURIComponent).join(":");
  // Without brackets, the last part of an IPv6 address would be the port.
  const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
  return `${protocol}://${login}@${host}:${port}`;
}

const rows = {
  /**
   * Id of the cache to adopt. A different id adopts a different cache, and the old one leaves the stack
   * unchanged.
   */
  cacheId: required(id("Copy it from the web console"), "replaces", { place: "path", source: null }),
  /** Name, 2 to 40 lowercase ASCII letters, digits, `_` and `-`. Adopting a cache renames it. Updated in place. */
  name: required(
    text({
      min: 2,
      max: 40,
      pattern: /^[a-z0-9_-]*$/,
      form: "may only hold lowercase ASCII letters, digits, _ and -",
    }),
    "updates",
  ),
  /** Whether the cache is upgraded automatically. Updated in place. */
  autoUpgradeEnabled: optional(flag, "updates"),
  /** Whether the cache is public. Updated in place. */
  isPublic: optional(flag, "updates"),
  /** Whether the cache hibernates. Updated in place. */
  usesHibernation: optional(flag, "updates"),
  /** Hibernation timeout: an integer from 1 to 60, in an undocumented unit. Updated in place. */
  hibernationTimeout: optional(integer(1, 60), "updates"),
  /** Size of the cache. Updated in place. */
  size: optional(oneOf<CacheSize>("CacheSize", CacheSize), "updates", {
    hasUndocumentedField: true,
  }),
  /** Eviction policy, for Valkey caches only; the package doesn't check that. Updated in place. */
  evictionPolicy: optional(oneOf<EvictionPolicy>("EvictionPolicy", EvictionPolicy), "updates", {
    hasUndocumentedField: true,
  }),
  /**
   * Strings, numbers and booleans, never sent themselves: an update then sends only the name. A change reloads the
   * outputs. The output is a secret.
   */
  triggers: optional(plainValues, "reloads", { place: "state", source: null, secret: true }),
  /** Kind of cache, such as `vendor_redis`. */
  type: output(text(), { keepIfNull: true }),
  /** Status at the last update, such as `creating`. */
  status: output(text()),
  /** Region that the cache runs in. */
  region: output(oneOf<Region>("Region", Region), { keepIfNull: true }),
  /** Creation time, ISO 8601 in UTC. */
  createdAt: output(text(), { keepIfNull: true }),
  /** Address of the cache: the parts that the API has returned. */
  connection: output<CacheConnection>(object(connection, "any"), { keepIfNull: true }),
  /** Login, as the API last returned it with a password. A secret. */
  credentials: output<CacheCredentials>(object(credentials, ["password"]), {
    secret: true,
    source: { search: "connection" },
    keepIfNull: true,
  }),
  /** `protocol://username:password@hostname:port`; null if a part other than `username` is missing. A secret. */
  connectionUri: output(text(), {
    secret: true,
    source: { make: formatConnectionUri },
    keepIfNull: true,
  }),
  /** Ids of the environments that use the cache. */
  environmentIds: toMany("environments"),
  /** The environments that use the cache. */
  environments: output<CacheEnvironment[]>(list(object(cacheEnvironment)), {
    source: { included: "environments" },
  }),
};

/** The settings of an existing cache. The API documents no operation that creates, reads or deletes one. */
export const cache = defineTable({
  className: "Cache",
  noun: "cache",
  exportName: "cache",
  apiType: "caches",
  path: "/caches",
  create: "PATCH",
  idArgument: "cacheId",
  idIfMissing: [],
  uniqueBy: [],
  sentAlong: { name: "always" },
  neverDeleted: "a stack only adopts an existing one",
  rows,
});
