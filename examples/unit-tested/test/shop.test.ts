/** What the program asks for, without an engine and an API: milliseconds. */

import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { createShop } from "../shop";

describe("the shop", () => {
  before(() =>
    pulumi.runtime.setMocks({
      // What the API would answer: an id, and the arguments as outputs.
      newResource: ({ name, inputs }) => ({ id: `id-of-${name}`, state: inputs }),
      call: ({ inputs }) => inputs,
    }),
  );

  it("deploys main in production, and develop elsewhere", async () => {
    assert.equal(await resolved(createShop("production").environment.branch), "main");
    assert.equal(await resolved(createShop("staging").environment.branch), "develop");
  });

  it("puts the environment into its own application", async () => {
    const { application, environment } = createShop("staging");
    assert.equal(await resolved(environment.applicationId), await resolved(application.id));
  });

  for (const stage of ["production", "staging"]) {
    it(`never opens the cache of ${stage} to the public network`, async () => {
      assert.equal(await resolved(createShop(stage).sessions.isPublic), false);
    });
  }

  it("keeps the cache awake in production", async () => {
    assert.equal(await resolved(createShop("production").sessions.usesHibernation), false);
  });
});

function resolved<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}
