import * as pulumi from "@pulumi/pulumi";
import { Application, Cache, Environment, Region, SourceControlProvider } from "pulumi-apphosting";

// The API may create an environment with the application. To manage that one, set `existingId: application.defaultEnvironmentId`.
const config = new pulumi.Config(); // the names that `pulumi new` asked for

const application = new Application(
  "web",
  {
    name: config.get("applicationName") ?? "Web shop",
    region: Region.EuCentral1,
    repository: config.get("applicationRepository") ?? "acme/web-shop",
    sourceControlProvider: SourceControlProvider.HostA,
  },
  { protect: true }, // makes any preview that would replace or remove it fail
);

const staging = new Environment("staging", {
  applicationId: application.id,
  name: "staging",
  branch: "develop",
  buildCommand: "npm ci && npm run build",
});

const cache = new Cache("sessions", {
  cacheId: config.get("cacheId") ?? "cache-1",
  name: config.get("cacheName") ?? "sessions",
  usesHibernation: true,
  hibernationTimeout: 30,
  autoUpgradeEnabled: true,
});

export const applicationId = application.id;
export const environmentId = staging.id;
export const environmentDomain = staging.vanityDomain;
export const cacheUri = cache.connectionUri;
