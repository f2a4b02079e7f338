/** Its limit of requests. */

import { expect } from "chai";
import { freshFront } from "./client.js";

describe("The faulty sandbox", () => {
  const { front, create, update, created } = freshFront();

  describe("limits the rate", () => {
    it("of all requests: a second's worth at once, the rest by the clock", async () => {
      let clock = 0;
      front().limit({ perSecond: 2, now: () => clock });
      const burst = [await create(), await update(), await create()];
      expect(burst.map(({ status }) => status)).to.deep.equal([201, 200, 429]);
      expect(created()).to.equal(1);
      clock += 500;
      expect([(await update()).status, (await update()).status]).to.deep.equal([200, 429]);
      clock += 60_000;
      const later = [await update(), await update(), await update()];
      expect(later.map(({ status }) => status)).to.deep.equal([200, 200, 429]);
    });

    it("and says when to come back, if it is told to", async () => {
      let seconds = 0;
      const now = () => 0;
      const headers: (string | null)[] = [];
      for (const retryAfter of [undefined, "7", () => String(++seconds)]) {
        front().reset();
        front().limit({ perSecond: 1, retryAfter, now });
        for (const { headers: found } of [await update(), await update(), await update()].slice(1)) {
          headers.push(found.get("retry-after"));
        }
      }
      expect(headers).to.deep.equal([null, null, "7", "7", "1", "2"]);
    });

    it("before a fault that waits for a request", async () => {
      const now = () => 0;
      front().limit({ perSecond: 1, now });
      await update();
      front().fault({ kind: "answer", status: 503, takesEffect: false });
      expect((await update()).status).to.equal(429);
    });
  });
});
