// The stack of each way: applications alone, or an application and environments of it.
const { classes, kind, size, shapes } = JSON.parse(process.env.BENCH);
const { Application, Environment } = require(classes);

let application;
for (let number = 1; number <= size; number += 1) {
  if (kind === "applications" || number === 1) {
    const name = `Application ${number}`;
    application = new Application(`application-${number}`, { ...shapes.Application.inputs, name });
  } else {
    const name = `environment-${number}`;
    new Environment(name, { ...shapes.Environment.inputs, name, applicationId: application.id });
  }
}
