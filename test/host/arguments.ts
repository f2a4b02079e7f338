/** What the programs of these tests state: for each resource the required arguments alone, and all of them. */

import type { JsonObject } from "../../provider/api/json.js";

const application = { name: "Shop", sourceControlProvider: "hostA" };
const environment = { applicationId: "app-1", name: "staging", branch: "next" };
const cache = { cacheId: "cache-1", name: "sessions" };

export const required = { application, environment, cache };

export const all = {
  application: {
    ...application,
    region: "eu-west-1",
    repository: "acme/shop",
    buildCommand: "npm run build",
    rootDirectory: "web",
    clusterId: "cluster-1",
  },
  environment: {
    ...environment,
    buildCommand: "npm run build",
    clusterId: "cluster-1",
    edgeNetworkId: "edge-1",
  },
  cache: {
    ...cache,
    autoUpgradeEnabled: false,
    isPublic: true,
    usesHibernation: true,
    hibernationTimeout: 30,
    size: "valkey-pro.1gb",
    evictionPolicy: "volatile-lru",
  },
};

/** The outputs that are not null. */
export function known(outputs: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(outputs).filter(([, value]) => value !== null));
}
