import { defineResource } from "./definition.js";
import { CacheSize, EvictionPolicy, Region } from "./enums.js";
import { environmentAttributes } from "./environment.js";
import { type OutputRow, optional, output, required, toMany } from "./row.js";
import { boolean, type FieldsOf, id, integer, list, object, objectList, oneOf, partial, text } from "./value-type.js";

const connection = {
  hostname: text(),
  port: integer(),
  /** Such as `redis`. */
  protocol: text(),
};
/** Address of a cache. */
export interface CacheConnection extends FieldsOf<typeof connection> {}

const credentials = { username: text(), password: text() };
/** Login of a cache. */
export interface CacheCredentials extends FieldsOf<typeof credentials> {}

type TypesOf<Rows extends Readonly<Record<string, OutputRow>>> = { readonly [K in keyof Rows]: Rows[K]["type"] };
const attributeTypes = Object.fromEntries(
  Object.entries(environmentAttributes).map(([name, { type }]) => [name, type]),
) as TypesOf<typeof environmentAttributes>;

const cacheEnvironment = {
  id: text(),
  name: text(),
  ...attributeTypes,
  /** Address of the environment in the API. */
  href: text(),
};
/** An environment that uses a cache. It lacks relationships, variables, commands, and `links.self` except `href`. */
export interface CacheEnvironment extends FieldsOf<typeof cacheEnvironment> {}

function formatConnectionUri(outputs: Readonly<Record<string, unknown>>): string | null {
  const { hostname, port, protocol } = (outputs.connection ?? {}) as CacheConnection;
  const { username = "", password } = (outputs.credentials ?? {}) as CacheCredentials;
  if (!protocol || !hostname || port === undefined || password === undefined) return null;
  const login = [username, password].map(encodeURIComponent).join(":");
  // Without brackets, the last part of an IPv6 address would be the port.
  return `${protocol}://${login}@${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}

const rows = {
  /** Id of the cache to adopt. A change adopts another cache, and the old one leaves the stack. */
  cacheId: required(id("Copy it from the web console")),
  /** Name, 2 to 40 lowercase letters, digits, `_` and `-`. Adopting a cache renames it. Updated in place. */
  name: required(
    text({ min: 2, max: 40, pattern: "^[a-z0-9_-]+$", form: "may only hold lowercase letters, digits, _ and -" }),
    { inEveryUpdate: true },
  ),
  /** Whether the cache is upgraded automatically. Updated in place. */
  autoUpgradeEnabled: optional(boolean),
  /** Whether the cache is public. Updated in place. */
  isPublic: optional(boolean),
  /** Whether the cache hibernates. Updated in place. */
  usesHibernation: optional(boolean),
  /** Hibernation timeout: an integer from 1 to 60, in an undocumented unit. Updated in place. */
  hibernationTimeout: optional(integer({ min: 1, max: 60 })),
  /** Size of the cache. Updated in place. */
  size: optional(oneOf<CacheSize>("CacheSize", CacheSize), { undocumentedName: "size" }),
  /** Eviction policy, for Valkey caches only; the package doesn't check that. Updated in place. */
  evictionPolicy: optional(oneOf<EvictionPolicy>("EvictionPolicy", EvictionPolicy), {
    undocumentedName: "evictionPolicy",
  }),
  /**
   * Plain values, never sent themselves: an update then sends only the name. A change reloads the outputs. The output
   * is a secret.
   */
  triggers: optional(list, { onChange: "reload", secret: true }),
  /** Kind of cache, such as `vendor_redis`. */
  type: output(text(), { neverLost: true }),
  /** Status at the last update, such as `creating`. */
  status: output(text()),
  /** Region that the cache runs in. */
  region: output(oneOf<Region>("Region", Region), { neverLost: true }),
  /** Creation time, ISO 8601 in UTC. */
  createdAt: output(text(), { neverLost: true }),
  /** Address of the cache: the parts that the API has returned. */
  connection: output<CacheConnection>(partial(connection), { neverLost: true }),
  /** Login, as the API last returned it with a password. A secret. */
  credentials: output<CacheCredentials>(object(credentials, ["password"]), {
    secret: true,
    source: { from: "search", attribute: "connection" },
    neverLost: true,
  }),
  /** `protocol://username:password@hostname:port`; null if a part other than `username` is missing. A secret. */
  connectionUri: output(text(), {
    secret: true,
    source: { from: "outputs", make: formatConnectionUri },
    neverLost: true,
  }),
  /** Ids of the environments that use the cache. */
  environmentIds: toMany("environments"),
  /** The environments that use the cache. */
  environments: output<CacheEnvironment[]>(objectList(cacheEnvironment), {
    source: { from: "included", type: "environments" },
  }),
};

/** The settings of an existing cache. The API documents no operation that creates, reads or deletes one. */
export const cache = defineResource("Cache", {
  apiType: "caches",
  path: "/caches",
  create: "PATCH /caches/{cacheId}",
  update: "PATCH /caches/{cacheId}",
  status: "status",
  deletion: { never: "a stack only adopts an existing one" },
  rows,
});
