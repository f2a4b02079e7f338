// The stack in each way: only applications, an application with its environments, or only caches.
const { classes, kind, size, shapes } = JSON.parse(process.env.BENCH);
const { Application, Environment, Cache } = require(classes);

let application;
for (let number = 1; number <= size; number += 1) {
  const name = `${kind}-${number}`;
  if (kind === "caches") {
    const hibernationTimeout = process.env.BENCH_COMMAND === "change" ? 45 : 30;
    new Cache(name, { ...shapes.Cache.inputs, name, cacheId: name, hibernationTimeout });
  } else if (kind === "applications" || number === 1) {
    application = new Application(name, { ...shapes.Application.inputs, name });
  } else {
    new Environment(name, { ...shapes.Environment.inputs, name, applicationId: application.id });
  }
}
