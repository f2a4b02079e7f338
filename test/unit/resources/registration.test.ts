/** What a resource has whatever the transformations of a program return. */

import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { environment } from "../../../../provider/definitions/environment.js";
import { addLastTransformation } from "../../../../provider/resources/registration/last-transformation.js";
import { prepareRegistration } from "../../../../provider/resources/registration/registration.js";
import { readOutput, recordRegistrations, useMocks } from "../../resources.js";

class Any extends pulumi.CustomResource {}

describe("Last transformation", () => {
  useMocks();
  const requests = recordRegistrations();
  const inputs = { applicationId: "app-1", name: "staging", branch: "main" };
  const drop: pulumi.ResourceTransformation = ({ props, opts }) => {
    const { retainOnDelete: _, ...others } = opts as pulumi.CustomResourceOptions;
    return { props, opts: others };
  };
  const allow: pulumi.ResourceTransformation = ({ props, opts }) => ({
    props,
    opts: { ...opts, retainOnDelete: false },
  });

  /** Whether the engine is told to retain a resource of these transformations. */
  async function isRetained(name: string, ...transformations: pulumi.ResourceTransformation[]) {
    const { type, properties, options } = prepareRegistration(environment, name, inputs, { transformations });
    await readOutput(new Any(type, name, properties, options).urn);
    return requests.get(name)?.getRetainondelete();
  }

  it("Last transformation: sets retainOnDelete where a transformation of the program leaves it out, and keeps false", async () => {
    expect(await isRetained("untouched")).to.equal(true);
    expect(await isRetained("dropped", drop)).to.equal(true);
    expect(await isRetained("allowed", drop, allow)).to.equal(false);
  });

  it("Last transformation: runs after those of the program, on its own resource alone", async () => {
    const seen: unknown[] = [];
    const options = addLastTransformation({ transformations: [drop] }, (props, opts) => {
      seen.push([props.own, opts.retainOnDelete]);
      return { props, opts };
    });
    const parent = new Any("test:index:Parent", "parent", { own: 1 }, { ...options, retainOnDelete: true });
    await readOutput(parent.urn);
    await readOutput(new Any("test:index:Child", "child", { own: 2 }, { parent }).urn);
    expect(seen).to.deep.equal([[1, undefined]]);
  });
});
