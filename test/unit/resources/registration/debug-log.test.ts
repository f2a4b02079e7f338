/** The SDK's debug log, in which the engine's responses to resources would stand with their secrets. */

import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";

describe("Debug log of the SDK", () => {
  afterEach(() => mock.restoreAll());

  it("Debug log: the engine's response to a resource of this package is left out, every other line is written as it is", () => {
    const written: unknown[] = [];
    mock.method(pulumi.log, "debug", (...all: unknown[]) => written.push(...all));
    const file = require.resolve("../../../../provider/resources/registration/debug-log");
    delete require.cache[file];
    require(file);
    const finished = (type: string) => `RegisterResource RPC finished: resource:a[${type}], err: null, resp: `;
    const own = ["pulumi-nodejs:dynamic/apphosting:Cache", "pulumi:providers:pulumi-nodejs"].map(finished);
    const others = [`${finished("aws:s3:Bucket")}x`, `x${own[0]}y`, { a: 1 } as unknown as string];
    for (const text of own) pulumi.log.debug(`${text}{"password":\n"secret"}`);
    for (const text of others) pulumi.log.debug(text);
    pulumi.log.debug("text", undefined, 5);
    expect(written).to.deep.equal([...own.map((text) => `${text}[left out]`), ...others, "text", undefined, 5]);
  });
});
