import { expect } from "chai";
import { runs } from "./delete-scenario.js";
import { counts, Stack } from "./delete-sequences.js";
import { assertSequences, formatLiteral, formatTest, isThorough } from "./sequence-repetition.js";

it("Random deletes: sent only with consent, and never for an id that the run uses", async () => {
  await assertSequences(
    runs,
    async (all) => {
      const stack = new Stack();
      for (const one of all) await stack.run(one);
    },
    (all) => formatTest(["const stack = new Stack()", ...all.map((one) => `await stack.run(${formatLiteral(one)})`)]),
  );
  if (isThorough) {
    const missing = Object.entries(counts).filter(([, count]) => count === 0);
    expect(missing, "cases that never came up").to.deep.equal([]);
  }
});
