// What the programs of all ways declare: an application, an environment of it, a cache, and so on until there are enough.
const count = Number(process.env.BENCH_RESOURCES);
const hibernationTimeout = process.env.BENCH_CHANGED === "true" ? 30 : 15;
const buildCommand = "npm ci && npm run build";

exports.declare = (Application, Environment, Cache) => {
  let application;
  const next = [
    (number) => {
      application = new Application(`application-${number}`, {
        name: `Application ${number}`,
        sourceControlProvider: "hostA",
        region: "eu-west-1",
        repository: `acme/web-${number}`,
        buildCommand,
      });
    },
    (number) => {
      new Environment(`environment-${number}`, {
        applicationId: application.id,
        name: "production",
        branch: "main",
        buildCommand,
      });
    },
    (number) => {
      new Cache(`cache-${number}`, {
        cacheId: `cache-${number}`,
        name: `sessions-${number}`,
        size: "1gb",
        autoUpgradeEnabled: true,
        isPublic: false,
        usesHibernation: true,
        hibernationTimeout: number === 1 ? hibernationTimeout : 15,
      });
    },
  ];
  for (let index = 0; index < count; index += 1) {
    next[index % next.length](1 + Math.floor(index / next.length));
  }
};
