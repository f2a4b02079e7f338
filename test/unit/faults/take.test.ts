/** Which requests a fault is for, and none. */

import { expect } from "chai";
import { dropFields, type Fault, startFaultySandbox } from "../../faults/index.js";
import { type Answer, application, freshFront } from "./client.js";

describe("The faulty sandbox", () => {
  const { front, headers, send, create, update } = freshFront();

  it("is the sandbox itself without a fault", async () => {
    const through = await create();
    front().sandbox.reset();
    const straight = await fetch(`${front().sandbox.url}/applications`, {
      method: "POST",
      headers: headers(),
      body: JSON.stringify(application),
    });
    expect(through.status).to.equal(straight.status);
    expect(through.headers.get("content-type")).to.equal(straight.headers.get("content-type"));
    expect(through.text).to.equal(await straight.text());
    expect((await send("PUT", "/applications", {})).headers.get("allow")).to.equal("POST");
  });

  it("starts its sandbox with the given options", async () => {
    const other = await startFaultySandbox({ sandbox: { token: "mine" } });
    expect(other.token).to.equal("mine");
    await other.close();
  });

  describe("takes faults", () => {
    const unavailable: Fault = { kind: "answer", status: 503, takesEffect: false };
    const statuses = async (...requests: (() => Promise<Answer>)[]) => {
      const found: number[] = [];
      for (const next of requests) found.push((await next()).status);
      return found;
    };

    it("for one request", async () => {
      front().fault(unavailable);
      expect(await statuses(update, update)).to.deep.equal([503, 200]);
    });

    it("for so many requests", async () => {
      front().fault(unavailable, { times: 2 });
      expect(await statuses(update, update, update)).to.deep.equal([503, 503, 200]);
    });

    it("one after the other", async () => {
      front().fault(unavailable);
      front().fault({ ...unavailable, status: 500 });
      expect(await statuses(update, update, update)).to.deep.equal([503, 500, 200]);
    });

    it("for the requests that match", async () => {
      front().fault(unavailable, { match: { method: "POST" } });
      front().fault({ ...unavailable, status: 500 }, { match: { path: /^\/caches\/cache-2$/ } });
      const other = () => send("PATCH", "/caches/cache-2", { name: "pages" });
      expect(await statuses(update, create, other)).to.deep.equal([200, 503, 500]);
    });

    it("for good, beside others", async () => {
      front().fault(dropFields("size"), { times: Number.POSITIVE_INFINITY });
      front().fault(unavailable, { times: 1 });
      expect(await statuses(update)).to.deep.equal([503]);
      for (const size of ["1gb", "5gb"]) {
        expect((await update({ size })).json.data.attributes.size).to.equal("250mb");
      }
    });

    it("until it is reset", async () => {
      front().fault(unavailable, { times: Number.POSITIVE_INFINITY });
      front().fault(unavailable);
      await update();
      front().reset();
      expect((await update()).status).to.equal(200);
      expect(front().requests()).to.have.length(1);
    });
  });
});
