import * as pulumi from "@pulumi/pulumi";
import { Application, Cache, Environment, Region, SourceControlProvider } from "pulumi-apphosting";

// The API may make an environment with the application. To manage that one, set `existingId: application.defaultEnvironmentId`.
const config = new pulumi.Config();

const application = new Application(
  "web",
  {
    name: config.get("name") ?? "Web shop",
    region: config.get<Region>("region") ?? Region.EuCentral1,
    repository: config.get("repository") ?? "acme/web-shop",
    sourceControlProvider: config.get<SourceControlProvider>("sourceControlProvider") ?? SourceControlProvider.HostA,
  },
  { protect: true }, // a preview that would replace it fails
);

const staging = new Environment("staging", {
  applicationId: application.id,
  name: config.get("environment") ?? "staging",
  branch: config.get("branch") ?? "develop",
  buildCommand: "npm ci && npm run build",
});

const cache = new Cache("sessions", {
  cacheId: config.get("cacheId") ?? "cache-1",
  name: config.get("cacheName") ?? "sessions",
  usesHibernation: true,
  hibernationTimeout: config.getNumber("hibernationTimeout") ?? 30,
  autoUpgradeEnabled: config.getBoolean("autoUpgradeEnabled") ?? true,
});

export const applicationId = application.id;
export const environmentId = staging.id;
export const environmentDomain = staging.vanityDomain;
export const cacheUri = cache.connectionUri;
