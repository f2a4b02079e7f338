// The stack of every way: an application, an environment of it, a cache, and so on until there are enough.
const { classes, count, shapes } = JSON.parse(process.env.BENCH);
const { Application, Cache, Environment } = require(classes);

let application;
for (let index = 0; index < count; index += 1) {
  const number = 1 + Math.floor(index / 3);
  if (index % 3 === 0) {
    application = new Application(`application-${number}`, {
      ...shapes.Application.inputs,
      name: `Application ${number}`,
    });
  } else if (index % 3 === 1) {
    new Environment(`environment-${number}`, { ...shapes.Environment.inputs, applicationId: application.id });
  } else {
    const changed = number === 1 && process.env.BENCH_CHANGED === "true";
    const settings = changed ? { ...shapes.Cache.inputs, ...shapes.changed } : shapes.Cache.inputs;
    new Cache(`cache-${number}`, { ...settings, cacheId: `cache-${number}` });
  }
}
