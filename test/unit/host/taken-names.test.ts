import { expect } from "chai";
import { application, cache, environment, type TestedResource } from "../documented-resources.js";
import { catchError, createHost, createRefusal, createResource, type Response } from "../host-fixture.js";

const name = ["The name has already been taken."];
const taken = createRefusal(422, "Invalid.", "no effect", { name });
const isBusy = "The API is busy with another change: wait, then run `pulumi up` again.";
const adopts = "If it's the same one, set existingId to its id; otherwise choose another name.";

async function findAdvice(resource: TestedResource, response: Response): Promise<string | undefined> {
  const { host } = createHost(resource, response);
  return (await catchError(host.create(resource.required))).message.split("\n").at(-1);
}

for (const [what, resource, response, advice] of [
  ["a name that is taken", application, taken, adopts],
  ["a 409 that says so", environment, createRefusal(409, "Such an environment exists."), adopts],
  ["any other 409", environment, createRefusal(409, "Conflict."), adopts],
  ["423", environment, createRefusal(423, "A deployment already runs."), isBusy],
  [
    "a name that is too long",
    application,
    createRefusal(422, "No.", "no effect", { name: ["Too long."] }),
    "  name: Too long.",
  ],
  [
    "another field that is taken",
    application,
    createRefusal(422, "No.", "no effect", { slug: ["It is taken."] }),
    "  field slug: It is taken.",
  ],
] as const) {
  it(`Error message of a create refused for ${what}: ${advice}`, async () => {
    expect(await findAdvice(resource, response)).to.equal(advice);
  });
}

it("Error message of a replacement whose name is taken: says to change name as well, where the old one has it", async () => {
  for (const [resource, label, unchanged, changed] of [
    [application, "application", { region: "eu-central-1" }, { name: "Shop 2" }],
    [environment, "environment", { branch: "next" }, { name: "other" }],
  ] as const) {
    for (const refusal of [taken, createRefusal(409)]) {
      const old = `The ${label} that this one replaces (id-1) still has this name: change \`name\` as well.`;
      for (const [change, advice] of [
        [unchanged, old],
        [changed, adopts],
      ] as const) {
        const news = { ...resource.required, ...change };
        const { host, diff } = await createResource({}, resource, resource.required, { attributes: {} }, refusal);
        await diff(news);
        expect((await catchError(host.create(news))).message.split("\n").at(-1)).to.equal(advice);
      }
    }
  }
});

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

it("Error message of an update whose name is taken: says to choose another name, and nothing of a busy API", async () => {
  for (const [refusal, advice] of [
    [createRefusal(409, "The name is already taken."), "Choose another name."],
    [taken, "Choose another name."],
    [createRefusal(409, "A deployment is already running."), isBusy],
    [createRefusal(409), isBusy],
  ] as const) {
    const settings = { operations: "update" };
    const { host, id, state } = await createResource(
      settings,
      environment,
      environment.required,
      { attributes: {} },
      refusal,
    );
    const { message } = await catchError(host.update(id, state, { ...environment.required, name: "other" }));
    expect(message.split("\n").at(-1)).to.equal(advice);
  }
});

it("Error message of an adopted cache whose name is taken: nothing of existingId, which it doesn't have", async () => {
  expect(await findAdvice(cache, taken)).to.equal("Choose another name.");
});
