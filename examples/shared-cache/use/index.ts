import * as pulumi from "@pulumi/pulumi";
import { Cache } from "pulumi-apphosting";

const config = new pulumi.Config();

// Another stack manages the cache. This one reads it in each preview and `up`, and never changes or deletes it.
const cache = Cache.get("sessions", config.get("cacheId") ?? "cache-1");

// A secret, as with a cache that the stack manages. Null until the API has an address and a login.
export const uri = cache.connectionUri;
