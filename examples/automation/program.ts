import { Application, Cache, Environment, Region, SourceControlProvider } from "pulumi-apphosting";

/** What the stack holds. An inline program returns its outputs, where a program of its own would export them. */
export async function program() {
  const application = new Application("shop", {
    name: "Web shop",
    region: Region.EuCentral1,
    repository: "acme/web-shop",
    sourceControlProvider: SourceControlProvider.HostA,
  });
  const staging = new Environment("staging", {
    applicationId: application.id,
    name: "staging",
    branch: "develop",
  });
  const sessions = new Cache("sessions", { cacheId: "cache-1", name: "sessions", isPublic: false });

  return { applicationId: application.id, domain: staging.vanityDomain, cacheUri: sessions.connectionUri };
}
