// The stack of every way: an application, an environment of it, a cache, and so on until there are enough.
const { Application, Cache, Environment } = require(process.env.BENCH_CLASSES);
const count = Number(process.env.BENCH_RESOURCES);
const changed = process.env.BENCH_CHANGED === "true";
const buildCommand = "npm ci && npm run build";

let application;
for (let index = 0; index < count; index += 1) {
  const number = 1 + Math.floor(index / 3);
  if (index % 3 === 0) {
    application = new Application(`application-${number}`, {
      name: `Application ${number}`,
      sourceControlProvider: "hostA",
      region: "eu-west-1",
      repository: `acme/web-${number}`,
      buildCommand,
    });
  } else if (index % 3 === 1) {
    const applicationId = application.id;
    const args = { applicationId, name: "production", branch: "main", buildCommand };
    new Environment(`environment-${number}`, args);
  } else {
    new Cache(`cache-${number}`, {
      cacheId: `cache-${number}`,
      name: `sessions-${number}`,
      size: "1gb",
      autoUpgradeEnabled: true,
      isPublic: false,
      usesHibernation: true,
      hibernationTimeout: changed && number === 1 ? 30 : 15,
    });
  }
}
