import { Application, Cache, Environment, Region, SourceControlProvider } from "pulumi-apphosting";

const application = new Application("web", {
  name: "Web shop",
  region: Region.EuCentral1,
  repository: "acme/web-shop",
  sourceControlProvider: SourceControlProvider.HostA,
});

const staging = new Environment("staging", {
  applicationId: application.id,
  name: "staging",
  branch: "develop",
  buildCommand: "npm ci && npm run build",
});

const sessions = new Cache("sessions", {
  cacheId: "cache-1",
  name: "sessions",
  isPublic: false,
  usesHibernation: true,
  hibernationTimeout: 30,
});

export const applicationId = application.id;
export const stagingDomain = staging.vanityDomain;
export const cacheUri = sessions.connectionUri;
