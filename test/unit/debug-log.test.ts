import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { keepAnswersOutOfDebugLog } from "../../provider/resources/debug-log.js";

describe("The SDK's debug log", () => {
  it("takes what a program in JavaScript hands it, also what is no text", () => {
    keepAnswersOutOfDebugLog();
    const { debug } = pulumi.log as { debug: (message: unknown) => unknown };
    expect(() => debug({ a: 1 })).not.to.throw();
  });
});
