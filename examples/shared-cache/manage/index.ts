import * as pulumi from "@pulumi/pulumi";
import { Cache } from "pulumi-apphosting";

const config = new pulumi.Config();

// The one stack that changes the cache.
const cache = new Cache("sessions", {
  cacheId: config.get("cacheId") ?? "cache-1",
  name: "sessions",
  usesHibernation: true,
  hibernationTimeout: 30,
});

export const cacheId = cache.id;
