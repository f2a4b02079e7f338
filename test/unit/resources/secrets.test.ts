/** Which outputs are secrets, and what of them the SDK writes into its debug log. */

import { mock } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Application, type ApplicationArgs } from "../../../provider/index.js";
import { hideResponsesInDebugLog } from "../../../provider/resources/secrets.js";
import { recordRegistrations, resources, useMocks } from "../resources.js";

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

  for (const { documented, Class, valid, nulls } of resources) {
    const { className } = documented;
    it(`${className}: additionalSecretOutputs has its secrets, and all outputs where its name is a secret`, async () => {
      const name = `secrets-${className}`;
      const outputsOf = async (args: object) => {
        await register(new Class(name, args, { additionalSecretOutputs: ["own"] }));
        return requests.get(name)?.getAdditionalsecretoutputsList() ?? [];
      };
      const secrets = ["__apphosting", "asked", "answered", ...documented.secrets, "own"];
      expect(await outputsOf(valid)).to.deep.equal(secrets);
      const other = Object.keys(valid).at(-1) ?? "";
      const plainName = { ...valid, name: pulumi.output("nn"), [other]: pulumi.secret("x") };
      expect(await outputsOf(plainName)).to.deep.equal(secrets);
      const all = await outputsOf({ ...plainName, name: pulumi.secret("nn") });
      const returned = Object.keys(nulls).filter((output) => !(output in valid));
      expect([...new Set(all)]).to.have.members([...new Set([...secrets, ...returned])]);
    });
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
    expect(outputs).to.have.members(["__apphosting", "asked", "answered"]);
  });
});

describe("Debug log of the SDK", () => {
  afterEach(() => mock.restoreAll());

  it("Debug log: the engine's response to a resource of this package is left out, every other line is written as it is", () => {
    const written: unknown[] = [];
    mock.method(pulumi.log, "debug", (...all: unknown[]) => written.push(...all));
    hideResponsesInDebugLog();
    const finished = (type: string) => `RegisterResource RPC finished: resource:a[${type}]; err: null, resp: `;
    const cacheType = "pulumi-nodejs:dynamic/apphosting:Cache";
    const read = `ReadResource RPC finished: resource:a[${cacheType}]#...; err: null, resp: `;
    const own = [...[cacheType, "pulumi:providers:pulumi-nodejs"].map(finished), read];
    const others = [`${finished("aws:s3:Bucket")}x`, `x${own[0]}y`, { a: 1 } as unknown as string];
    for (const text of own) pulumi.log.debug(`${text}{"password":\n"secret"}`);
    for (const text of others) pulumi.log.debug(text);
    pulumi.log.debug("text", undefined, 5);
    expect(written).to.deep.equal([...own.map((text) => `${text}[left out]`), ...others, "text", undefined, 5]);
  });
});
