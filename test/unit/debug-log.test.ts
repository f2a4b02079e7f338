import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { keepAnswersOutOfDebugLog } from "../../provider/resources/debug-log.js";

describe("The SDK's debug log", () => {
  const { debug } = pulumi.log;
  const log = pulumi.log as { debug: (message: unknown) => unknown };
  const lines: unknown[] = [];

  before(() => {
    log.debug = (message) => lines.push(message);
    keepAnswersOutOfDebugLog();
  });

  after(() => Object.assign(pulumi.log, { debug }));

  it("takes what a program in JavaScript hands it, also what is no text", () => {
    log.debug({ a: 1 });
    log.debug("plain");
    expect(lines).to.deep.equal([{ a: 1 }, "plain"]);
  });
});
