/** The options that it starts with. */

import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../../provider/sandbox/index.js";
import { clientOf } from "./client.js";

describe("The sandbox", () => {
  describe("takes options:", () => {
    let other: Sandbox;
    const client = clientOf(() => other);
    afterEach(() => other.close());

    it("a token of one's own", async () => {
      other = await startSandbox({ token: "mine" });
      expect(other.token).to.equal("mine");
      expect((await client.createApplication()).status).to.equal(201);
    });

    it("other names for the three fields that are not documented", async () => {
      other = await startSandbox({ fieldNames: { sourceControlProvider: "scm", size: "plan" } });
      expect(Object.keys((await client.createApplication()).body.errors)).to.deep.equal(["scm"]);
      expect((await client.createApplication({ scm: "hostA" })).status).to.equal(201);
      const { body } = await client.updateCache({ plan: "5gb", size: "1gb" });
      expect(body.data.attributes).to.include({ size: "5gb" });
    });

    it("latency, which delays the answer and not its effect", async () => {
      other = await startSandbox({ latencyMs: 1e8 });
      const answer = client.createApplication().catch(() => "never");
      while (other.state().applications.length === 0) await new Promise(setImmediate);
      await other.close();
      expect(await answer).to.equal("never");
    });

    it("a port, and says when it is taken", async () => {
      other = await startSandbox();
      let failure: unknown;
      await startSandbox({ port: other.port }).catch((error: unknown) => {
        failure = error;
      });
      expect(failure).to.include({ code: "EADDRINUSE" });
    });
  });
});
