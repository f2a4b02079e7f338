import { Application, Cache, Environment, Region, SourceControlProvider } from "pulumi-apphosting";

/** The shop of one stage, which is the name of its stack: `production`, or a stage for tests. */
export function createShop(stage: string) {
  const production = stage === "production";

  const application = new Application(
    "shop",
    {
      name: `Web shop, ${stage}`,
      region: Region.EuCentral1,
      repository: "acme/web-shop",
      sourceControlProvider: SourceControlProvider.HostA,
    },
    { protect: production },
  );

  const environment = new Environment(
    "shop",
    { applicationId: application.id, name: stage, branch: production ? "main" : "develop" },
    { protect: production },
  );

  const sessions = new Cache("sessions", {
    cacheId: production ? "cache-1" : "cache-2",
    name: `sessions-${stage}`,
    isPublic: false,
    usesHibernation: !production,
    // Left out where the cache never sleeps.
    hibernationTimeout: production ? undefined : 15,
  });

  return { application, environment, sessions };
}
