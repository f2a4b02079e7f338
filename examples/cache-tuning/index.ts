import { Cache, type CacheArgs, CacheSize, EvictionPolicy } from "pulumi-apphosting";

/** Name of each cache → what this stack decides about it. What is left out stays as it is. */
const caches: Record<string, Omit<CacheArgs, "name">> = {
  sessions: {
    cacheId: "cache-1",
    size: CacheSize.Size1Gb,
    usesHibernation: false,
    isPublic: false,
  },
  pages: {
    cacheId: "cache-2",
    size: CacheSize.ValkeyPro2_5Gb,
    evictionPolicy: EvictionPolicy.AllkeysLru,
    autoUpgradeEnabled: true,
    isPublic: false,
  },
  queue: {
    cacheId: "cache-3",
    usesHibernation: true,
    hibernationTimeout: 30,
    isPublic: false,
  },
};

export const connections: Record<string, Cache["connection"]> = {};
for (const [name, settings] of Object.entries(caches)) {
  connections[name] = new Cache(name, { name, ...settings }).connection;
}
