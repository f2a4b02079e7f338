import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Environment } from "../../../provider/index.js";
import { addId } from "../../../provider/resources/hosted-resource.js";
import { listOutputNames, readOutput, resources, useMocks } from "../resources.js";

/** An output, whose promise the SDK's types don't declare. */
interface Deferred {
  promise(): Promise<unknown>;
}

describe("get", () => {
  const register = useMocks();

  for (const { documented, table, Class, required, nulls } of resources) {
    const { className } = documented;

    it(`${className}.get: returns an instance with every output, and registers the id alone`, async () => {
      const got = Class.get("mocked", "id-1");
      expect([got instanceof Class, Class.isInstance(got)]).to.deep.equal([true, true]);
      expect(listOutputNames(got)).to.have.members(Object.keys(nulls));
      expect(await readOutput(got.id)).to.equal("id-1");
      const { type, id, inputs } = await register(got);
      expect({ type, id }).to.deep.equal({ type: `pulumi-nodejs:dynamic/apphosting:${className}`, id: "id-1" });
      const line = `exports.handler=()=>require("pulumi-apphosting/host").readers.${className.toLowerCase()}`;
      expect(inputs).to.deep.equal({ [table.idArgument]: "id-1", __provider: line });
    });

    it(`${className}.get: can share its id with another get and with a managed resource`, async () => {
      const adopting = { ...required, [table.idArgument]: `id-${className}` };
      const gets = ["one", "two"].map((name) => Class.get(name, `id-${className}`, null, { protect: true }));
      for (const resource of [new Class("managed", adopting), ...gets]) await register(resource);
    });

    const needsId = "get needs the id of an existing resource, a string that isn't empty.";
    for (const id of [undefined, null, "", " ", 5]) {
      it(`${className}.get with the id ${JSON.stringify(id)}: fails`, () => {
        expect(() => Class.get("no-id", id)).to.throw(pulumi.RunError, `${className} "no-id": ${needsId}`);
      });
    }

    it(`${className}.get: fails once an id that is an output turns out to be null`, async () => {
      const late = addId(table, "late", pulumi.output(null)).id as unknown as Deferred;
      expect(String(await late.promise().catch(String))).to.include(`${className} "late": ${needsId}`);
    });

    it(`${className}.get: fails for options in place of its state`, () => {
      const message = `${className} "state": get can't take provider as its state. `;
      expect(() => Class.get("state", "id-1", { provider: 1 })).to.throw(pulumi.RunError, message);
    });
  }

  it("Environment.get: accepts an application's id in its state, also as an output", async () => {
    const got = Environment.get("live", "env-1", { applicationId: pulumi.output("app-1") });
    expect((await register(got)).inputs).to.include({ applicationId: "app-1" });
  });
});
