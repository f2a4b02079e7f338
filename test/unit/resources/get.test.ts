import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { type Cache, Environment } from "../../../provider/index.js";
import { addId, prepareRegistration } from "../../../provider/resources/registration.js";
import { readOutput, resources, useMocks } from "../resources.js";

interface ClassWithGet {
  get(name: string, id?: unknown, state?: object | null, options?: pulumi.CustomResourceOptions): pulumi.CustomResource;
}

/** An output, whose promise the SDK's types don't declare. */
interface Deferred {
  promise(): Promise<unknown>;
}

describe("get", () => {
  const told = useMocks();

  for (const resource of resources) {
    const { documented, definition, Class, required, nulls } = resource;
    const { className } = documented;
    const { get } = Class as unknown as ClassWithGet;
    const construct: ClassWithGet["get"] = (...args) => get.apply(Class, args);
    const findLoader = (code: string) => `exports.handler=()=>require("pulumi-apphosting/host").readers.${code}`;

    it(`${className}.get: returns an instance with every output under mocks`, async () => {
      const got = construct("mocked", "id-1");
      expect(got).to.be.instanceOf(Class);
      expect((Class as unknown as typeof Cache).isInstance(got)).to.equal(true);
      const declared = Object.keys(got).filter((name) => !/^(__.*|id|urn)$/.test(name));
      expect(declared).to.have.members(Object.keys(nulls));
      expect(await readOutput(got.id)).to.equal("id-1");
      const { type, id, inputs } = await told(got);
      expect({ type, id }).to.deep.equal({ type: `pulumi-nodejs:dynamic/apphosting:${className}`, id: "id-1" });
      expect(inputs).to.deep.equal({
        [definition.idArgument]: "id-1",
        __provider: findLoader(definition.names.exportName),
      });
    });

    it(`${className}.get: passes on the program's options, but no consent to a delete`, () => {
      const given = { retainOnDelete: false, protect: true };
      const options = { ...given, id: "id-1" };
      const prepared = prepareRegistration(definition, "test", null, addId(definition, "test", "id-1", given));
      expect(prepared.options).to.deep.equal(options);
      expect(prepared.properties).to.not.have.property("__deletable");
      expect(prepareRegistration(definition, "test", null, { id: "id-1" }).options).to.deep.equal({ id: "id-1" });
    });

    it(`${className}.get: can share its id with another get and with a managed resource`, async () => {
      const adopting = { ...required, [definition.idArgument]: `id-${className}` };
      const all = [new Class("managed", adopting), ...["one", "two"].map((name) => construct(name, `id-${className}`))];
      for (const resource of all) await told(resource);
    });

    it(`${className}.get: rejects a missing id and unsupported state`, async () => {
      const needsId = "get needs the id of an existing resource, a string that isn't empty.";
      for (const id of [undefined, null, "", " ", 5]) {
        expect(() => construct("no-id", id), String(id)).to.throw(pulumi.RunError, `${className} "no-id": ${needsId}`);
      }
      const late = addId(definition, "late", pulumi.output(null)).id as unknown as Deferred;
      expect(String(await late.promise().catch(String))).to.include(`${className} "late": ${needsId}`);
      const refusal = `${className} "state": get can't take provider as its state. `;
      expect(() => construct("state", "id-1", { provider: 1 })).to.throw(pulumi.RunError, refusal);
    });
  }

  it("Environment.get: accepts an application's id in its state, also as an output", async () => {
    const got = Environment.get("live", "env-1", { applicationId: pulumi.output("app-1") });
    expect((await told(got)).inputs).to.include({ applicationId: "app-1" });
  });
});
