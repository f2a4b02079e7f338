/** Secrets among the inputs that a refresh returns. */

import { expect } from "chai";
import { startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

describeEngine("secret inputs of a refresh", () => {
  const use = useStack(() => startAccount(1, { operations: true }));

  const secrets = (mark: (text: string) => string, optional: boolean) => `
const mark = (text) => ${mark("text")};
new Application("web", { name: mark("Marked application"), repository: mark("marked/repository"), sourceControlProvider: "hostA"${optional ? ', buildCommand: mark("marked command")' : ""} });
new Environment("staging", { applicationId: "app-1", name: mark("marked-environment"), branch: mark("marked-branch")${optional ? ', buildCommand: mark("marked command")' : ""} });
new Cache("sessions", { cacheId: "cache-1", name: mark("marked-cache"), size: pulumi.secret("2.5gb")${optional ? ', triggers: [mark("marked trigger")]' : ""} });
`;

  it("Secret arguments of each class: encrypted as inputs, outputs and hidden properties after an up and a refresh, also where they are left out", async () => {
    const { stack } = use;
    await stack.configure({ "apphosting:operations": "read,update" });
    const isPlain = async (pattern: RegExp) => pattern.test(JSON.stringify((await stack.readState()).resources));
    await stack.upProgram(secrets((text) => `pulumi.secret(${text})`, true));
    await stack.refresh();
    const { inputs, outputs } = await stack.findResource("sessions");
    for (const values of [inputs, outputs]) expect(values.size).to.have.property("ciphertext");
    // What the API makes of an argument, such as a slug and the details of a repository, is no secret.
    expect(await isPlain(/"(Marked application|marked command|marked-branch|marked trigger)"/)).to.equal(false);
    await stack.upProgram(secrets((text) => `pulumi.secret(${text})`, false));
    await stack.refresh();
    expect(await isPlain(/marked command|marked trigger/)).to.equal(false);
    await stack.upProgram(secrets((text) => text, false));
    await stack.refresh();
    expect(await isPlain(/"marked-branch"/)).to.equal(true);
    expect(await isPlain(/marked command|marked trigger/)).to.equal(false);
    await stack.preview("--expect-no-changes");
  });
});
