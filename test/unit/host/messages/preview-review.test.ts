/** What a preview says of a replacement. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import { unknownInput } from "../../../../provider/host/state/comparison.js";
import { createConfiguredHost, createHost, createResource } from "../../host-fixture.js";
import { application, environment } from "../../resources.js";

const staging = environment.required;
const branch = environment.documented.arguments.branch?.other ?? "";
const stays = "warning: the replaced resource still exists, and you are billed for it. Delete it in the web console";
const environments =
  "warning: Application: its replacement also replaces each environment of the program that has its id. Each old environment still exists, and you are billed for it. Delete it in the web console";
const taken =
  "warning: Environment id-1: its replacement has the same name, and the old environment still exists: the API may refuse the name as taken. Change name, too, or first delete the old one in the web console";

it("Replacement: a line says once that the old resource stays, and one that the API may refuse the name of an environment", async () => {
  const { host, diff, outs, lines } = await createResource(environment, staging);
  for (const other of [{ name: "next" }, { applicationId: "app-2" }, { applicationId: unknownInput }]) {
    await diff({ ...staging, branch, ...other });
  }
  expect(lines).to.deep.equal([stays]);
  for (const id of ["id-1", "id-2"]) await host.diff?.(id, outs, { ...staging, branch });
  expect(lines.slice(1)).to.deep.equal([taken, taken.replace("id-1", "id-2")]);
});

it("Replacement: a line names the arguments that the old resource has and the program does not set, without secrets", async () => {
  const inputs = { ...application.valid, existingId: "app-1" };
  const { name, sourceControlProvider } = inputs as JsonObject;
  const { diff, lines } = await createResource(application, inputs);
  await diff({ name: `${name} 2`, sourceControlProvider } as JsonObject);
  expect(lines).to.deep.equal([
    environments,
    stays,
    'warning: Application app-1: its replacement goes without region ("eu-west-1"), repository, buildCommand, rootDirectory, and clusterId, which the program does not set',
  ]);
});

it("Replacement that the engine does not mark, because each changed argument is null: named in a line", async () => {
  const inputs = { ...staging, buildCommand: "make" };
  const { host, diff, outs, lines } = await createResource(environment, inputs);
  expect(await diff({ ...staging, buildCommand: null })).to.deep.equal({ changes: true, replaces: ["buildCommand"] });
  expect(lines[0]).to.equal("warning: Environment id-1: it is replaced because the program sets buildCommand to null");
  lines.length = 0;
  expect(await host.diff("id-2", outs, { ...staging, branch, buildCommand: null })).to.deep.equal({
    replaces: ["branch", "buildCommand"],
  });
  expect(lines.join()).not.to.include("it is replaced because");
});

it("DELETE named: the replaced application stays all the same, and check says of no environment that it is ignored", async () => {
  const operations = { Application: "GET, DELETE /applications/{id}", Environment: "GET, DELETE /environments/{id}" };
  const shop = createConfiguredHost({ operations }, application);
  await shop.host.diff("app-1", application.required, { ...application.required, region: "eu-west-1" });
  expect(shop.lines).to.include(stays);
  const { host, lines } = createConfiguredHost({ operations }, environment);
  await host.check({}, staging);
  expect(lines).to.deep.equal([]);
});

it("Replacement: no line names an argument of which nobody knows the value", async () => {
  const { host, lines } = createHost(environment);
  await host.diff("id-1", { ...staging, answered: { buildCommand: { outcome: "unknown" } } }, { ...staging, branch });
  expect(lines.join()).not.to.include("its replacement goes without");
});

it("Replacement: a line names a buildCommand that only the API has returned, without its text", async () => {
  const { diff, lines } = await createResource(environment, staging, { attributes: { build_command: "SECRET" } });
  await diff({ ...staging, branch });
  expect(lines.join()).to.include("its replacement goes without buildCommand, which").and.not.to.include("SECRET");
});

it("Replacement of an application: one line says for all of them that their environments are replaced, and when the old ones are deleted", async () => {
  const inputs = application.required;
  const first = await createResource(application, inputs);
  for (const name of ["Store", "Shop"]) await first.diff({ ...inputs, name });
  expect(first.lines).to.deep.equal([environments, stays]);
  const operations = { Environment: "GET, DELETE /environments/{id}" };
  const { host, lines } = createConfiguredHost({ operations }, application);
  await host.diff("app-1", first.outs, { ...inputs, existingId: "app-2" });
  expect(lines).to.deep.equal([
    environments.replace(". Delete it in the web console", ", unless an earlier `up` set its `retainOnDelete: false`"),
  ]);
});
