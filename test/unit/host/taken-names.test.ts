import { expect } from "chai";
import { application, cache, environment, type TestedResource } from "../documented-resources.js";
import { catchError, createHost, createRefusal, createResource, type Response } from "../host-fixture.js";

const refuse = (fields: Record<string, string[]>) => createRefusal(422, "Invalid.", "no effect", fields);
const taken = refuse({ name: ["The name has already been taken."] });
const isBusy = "The API is busy with another change: wait, then run `pulumi up` again.";
const adopts = "If it's the same one, set existingId to its id; otherwise choose another name.";

async function findAdvice(resource: TestedResource, response: Response): Promise<string | undefined> {
  const { host } = createHost({}, resource, response);
  return (await catchError(host.create(resource.required))).message.split("\n").at(-1);
}

for (const [what, resource, response, advice] of [
  ["a taken name: suggests existingId", application, taken, adopts],
  ["a duplicate's 409: suggests existingId", environment, createRefusal(409, "Such an environment exists."), adopts],
  ["any other 409: suggests existingId", environment, createRefusal(409, "Conflict."), adopts],
  ["a 423: says that the API is busy", environment, createRefusal(423, "A deployment already runs."), isBusy],
  ["a name that's too long: shows why", application, refuse({ name: ["Too long."] }), "  name: Too long."],
  ["another taken field: shows why", application, refuse({ slug: ["It is taken."] }), "  field slug: It is taken."],
  ["a cache's taken name: suggests only another name", cache, taken, "Choose another name."],
] as const) {
  it(`Error of a create refused for ${what}`, async () => {
    expect(await findAdvice(resource, response)).to.equal(advice);
  });
}

for (const [resource, label, change, advice] of [
  [application, "application", { region: "eu-central-1" }, undefined],
  [application, "application", { name: "Shop 2" }, adopts],
  [environment, "environment", { branch: "next" }, undefined],
  [environment, "environment", { name: "other" }, adopts],
] as const) {
  it(`Error of a taken name when ${JSON.stringify(change)} replaces an ${label}: ${advice ? "suggests existingId" : "says to change name as well"}`, async () => {
    for (const refusal of [taken, createRefusal(409)]) {
      const news = { ...resource.required, ...change };
      const { host, diff } = await createResource({}, resource, resource.required, { attributes: {} }, refusal);
      await diff(news);
      const old = `The ${label} that this one replaces (id-1) still has this name: change \`name\` as well.`;
      expect((await catchError(host.create(news))).message.split("\n").at(-1)).to.equal(advice ?? old);
    }
  });
}

it("Error of a taken name when replaceOnChanges replaces: says to change name, and mentions consent", async () => {
  const settings = { operations: "update,delete" };
  const consenting = { ...environment.required, __deletable: true };
  const news = { ...environment.required, branch: "next" };
  const resource = await createResource(settings, environment, consenting, { attributes: {} }, taken);
  // The diff says update, but the engine replaces.
  expect((await resource.diff(news)).replaces).to.deep.equal([]);
  const { message } = await catchError(resource.host.create(news));
  expect(message).to.include(
    "The environment that this one replaces (id-1) still has this name: change `name` as well.",
  );
  expect(message).to.include("stays in the state, where retainOnDelete is still false");
});

for (const [what, refusal, advice] of [
  ["a 409 for the name: suggests another", createRefusal(409, "The name is already taken."), "Choose another name."],
  ["a 422 for the name: suggests another", taken, "Choose another name."],
  ["any other 409: says that the API is busy", createRefusal(409, "A deployment is already running."), isBusy],
  ["a 409 without a message: says that the API is busy", createRefusal(409), isBusy],
] as const) {
  it(`Error of an update refused with ${what}`, async () => {
    const { required } = environment;
    const responses = [{ attributes: {} }, refusal];
    const { update } = await createResource({ operations: "update" }, environment, required, ...responses);
    expect((await catchError(update({ ...required, name: "other" }))).message.split("\n").at(-1)).to.equal(advice);
  });
}
