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
  ["a name that is taken", application, taken, adopts],
  ["a 409 that says so", environment, createRefusal(409, "Such an environment exists."), adopts],
  ["any other 409", environment, createRefusal(409, "Conflict."), adopts],
  ["423", environment, createRefusal(423, "A deployment already runs."), isBusy],
  ["a name that is too long", application, refuse({ name: ["Too long."] }), "  name: Too long."],
  ["another field that is taken", application, refuse({ slug: ["It is taken."] }), "  field slug: It is taken."],
  ["a name that is taken, of a cache, which has no existingId", cache, taken, "Choose another name."],
] as const) {
  it(`Error message of a create refused for ${what}: ${advice}`, async () => {
    expect(await findAdvice(resource, response)).to.equal(advice);
  });
}

for (const [resource, label, change, advice] of [
  [application, "application", { region: "eu-central-1" }, undefined],
  [application, "application", { name: "Shop 2" }, adopts],
  [environment, "environment", { branch: "next" }, undefined],
  [environment, "environment", { name: "other" }, adopts],
] as const) {
  it(`Error message of a replacement of an ${label} by ${JSON.stringify(change)} whose name is taken: ${advice ?? "change `name` as well, because the old one has it"}`, async () => {
    for (const refusal of [taken, createRefusal(409)]) {
      const news = { ...resource.required, ...change };
      const { host, diff } = await createResource({}, resource, resource.required, { attributes: {} }, refusal);
      await diff(news);
      const old = `The ${label} that this one replaces (id-1) still has this name: change \`name\` as well.`;
      expect((await catchError(host.create(news))).message.split("\n").at(-1)).to.equal(advice ?? old);
    }
  });
}

it("Error message of a replacement that replaceOnChanges made: says to change name as well, and that the consent stands", async () => {
  const settings = { operations: "update,delete" };
  const consenting = { ...environment.required, __deletable: true };
  const news = { ...environment.required, branch: "next" };
  const resource = await createResource(settings, environment, consenting, { attributes: {} }, taken);
  // The diff says update, and the engine replaces.
  expect((await resource.diff(news)).replaces).to.deep.equal([]);
  const { message } = await catchError(resource.host.create(news));
  expect(message).to.include(
    "The environment that this one replaces (id-1) still has this name: change `name` as well.",
  );
  expect(message).to.include("stays in the state, where retainOnDelete is still false");
});

for (const [what, refusal, advice] of [
  ["409 that says the name is taken", createRefusal(409, "The name is already taken."), "Choose another name."],
  ["422 that says so", taken, "Choose another name."],
  ["any other 409", createRefusal(409, "A deployment is already running."), isBusy],
  ["409 without a message", createRefusal(409), isBusy],
] as const) {
  it(`Error message of an update that ends in ${what}: ${advice}`, async () => {
    const { required } = environment;
    const responses = [{ attributes: {} }, refusal];
    const { update } = await createResource({ operations: "update" }, environment, required, ...responses);
    expect((await catchError(update({ ...required, name: "other" }))).message.split("\n").at(-1)).to.equal(advice);
  });
}
