/** Which outputs of a dynamic resource are secrets: those that always are, and all that the API makes of a secret argument. */

import { setTimeout as sleep } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Application, type ApplicationArgs } from "../../../../provider/index.js";
import { recordRegistrations, useMocks } from "../../resources.js";

describe("Secret outputs", () => {
  const register = useMocks();
  let count = 0;
  const requests = recordRegistrations();

  /** What the engine is told to keep as a secret, whatever the arguments are. */
  async function secretOutputs(args: Partial<ApplicationArgs>): Promise<readonly string[]> {
    count += 1;
    const name = pulumi.secret("Web shop");
    const resource = `secret-${count}`;
    await register(new Application(resource, { name, sourceControlProvider: "hostA", ...args }));
    return requests.get(resource)?.getAdditionalsecretoutputsList() ?? [];
  }

  const late = async <Value>(value: Value) => sleep(20).then(() => value);
  const leftOut: Readonly<Record<string, ApplicationArgs["rootDirectory"]>> = {
    "that is left out": undefined,
    "of null": null,
    "that is an output of null": pulumi.output(null),
    "that is an output without a value": pulumi.output(undefined),
    "that is a promise of nothing": Promise.resolve(undefined),
    "that is a late promise of nothing": late(undefined),
    "that is a secret of null": pulumi.secret(null),
  };
  for (const [what, rootDirectory] of Object.entries(leftOut)) {
    it(`Secret outputs of a secret name: include an argument ${what}`, async () => {
      expect(await secretOutputs({ rootDirectory })).to.include.members(["rootDirectory", "slug"]);
      const name = pulumi.output(late(pulumi.secret("Web shop")));
      expect(await secretOutputs({ rootDirectory, name })).to.include("rootDirectory");
    });
  }

  it("Secret outputs of a secret name: include no argument that has a value, nor a buildCommand of null", async () => {
    for (const rootDirectory of ["/srv", pulumi.output("/srv"), late("/srv")]) {
      const outputs = await secretOutputs({ rootDirectory, buildCommand: pulumi.output(null) });
      expect(outputs).to.include("slug").and.not.include("rootDirectory").and.not.include("buildCommand");
    }
  });

  it("Secret outputs of a plain name: those alone that always are secrets", async () => {
    const outputs = await secretOutputs({ name: late("Web shop"), rootDirectory: late(null) });
    expect(outputs).to.have.members(["asked", "answered"]);
  });
});
