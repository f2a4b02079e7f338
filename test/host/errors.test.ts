import { expect } from "chai";
import { all, required } from "./arguments.js";
import { failureOf } from "./host.js";
import { hostSuite } from "./suite.js";

const checkToken =
  "Check the token: it may have expired, belong to another organization or lack the permission. Set a new one with `pulumi config set --secret apphosting:token <token>`, in APPHOSTING_TOKEN, or on the explicit Provider (its token, or the variable that its tokenVariable names).";

describe("An error of the API reaches the engine", () => {
  const suite = hostSuite();
  const refuse = (status: number, body: unknown) =>
    suite.api.fault({ kind: "answer", status, body, takesEffect: false });

  for (const status of [401, 403]) {
    it(`as one message: ${status}, which token, and where to set it`, async () => {
      refuse(status, { message: "Not authorized." });
      const { message } = await failureOf(suite.host.create("application", required.application));
      expect(message).to.equal(`create application failed with status ${status}: Not authorized.\n${checkToken}`);
    });
  }

  it("as one message: 404, which id, and which argument has it", async () => {
    const { message } = await failureOf(suite.host.create("environment", required.environment));
    expect(message).to.equal(
      'create environment failed with status 404: There is no application app-1.\nCheck applicationId: the API knows no "app-1", or the token\'s organization does not own it.',
    );
  });

  it("as one message: 422, each field's messages under the argument's name", async () => {
    refuse(422, {
      message: "Two fields are not valid.",
      errors: { hibernation_timeout: ["Too long.", "Odd."], size: ["Not available here."] },
    });
    const { message } = await failureOf(suite.host.create("cache", all.cache));
    expect(message).to.equal(
      [
        "update cache failed with status 422: Two fields are not valid.",
        "  hibernationTimeout: Too long.",
        "  hibernationTimeout: Odd.",
        "  size: Not available here.",
      ].join("\n"),
    );
  });

  it("with a hint where a field is one that no argument is sent under", async () => {
    refuse(422, { message: "One field is missing.", errors: { scm: ["scm is required."] } });
    const { message } = await failureOf(suite.host.create("application", required.application));
    expect(message).to.contain("field scm: scm is required.");
    expect(message).to.contain(
      'If scm is the API\'s name of sourceControlProvider, run `pulumi config set apphosting:fieldNames \'{"sourceControlProvider":"scm"}\'`',
    );
  });

  it("from an update as from a create", async () => {
    const { properties } = await suite.host.create("cache", required.cache);
    refuse(403, { message: "Not yours." });
    const changed = { ...required.cache, isPublic: true };
    const { message } = await failureOf(suite.host.update("cache", "cache-1", properties, changed));
    expect(message).to.equal(`update cache failed with status 403: Not yours.\n${checkToken}`);
  });

  it("with what an earlier attempt may have done, though the last one was refused", async () => {
    suite.api.fault({ kind: "answer", status: 500, takesEffect: true });
    refuse(422, { message: "Not now." });
    const { message } = await failureOf(suite.host.create("cache", required.cache));
    expect(message).to.equal(
      "update cache failed with status 422: Not now.\nThe settings may still have been changed. The next `pulumi up` sends them again.",
    );
  });

  it("once: nothing of it is written to the process's output", async () => {
    refuse(403, { message: "Not yours." });
    await failureOf(suite.host.create("application", required.application));
    expect(await suite.host.lines()).to.deep.equal([]);
  });

  it("after one request", async () => {
    refuse(422, { message: "Not now." });
    await failureOf(suite.host.create("application", required.application));
    expect(suite.sent()).to.have.length(1);
  });

  it("without a code or an id of the answer, which the engine would read more into", async () => {
    for (const status of [400, 422, 500]) {
      refuse(status, {
        message: "No.",
        code: 7,
        id: "app-1",
        data: { id: "app-1" },
        errors: { id: ["app-1"], code: [7] },
        reasons: ["No."],
        properties: { id: "app-1" },
      });
      const failure = await failureOf(suite.host.create("application", required.application));
      expect(failure).to.include({ status: 2, partial: false });
    }
  });

  it("without a code or an id of a library's error: a connection that breaks", async () => {
    suite.api.fault({ kind: "reset", when: "after" });
    const failure = await failureOf(suite.host.create("application", { ...required.application, region: "us-east-1" }));
    expect(failure).to.include({ status: 2, partial: false });
    expect(failure.message).to.contain("The application may still have been created.");
  });

  it("without a stack", async () => {
    for (const body of ["<html>", { message: "No." }, undefined]) {
      refuse(500, body);
      const { message } = await failureOf(suite.host.create("application", required.application));
      expect(message).not.to.match(/^\s+at |node:|\.js|Axios|undefined|\[object/m);
    }
  });
});
