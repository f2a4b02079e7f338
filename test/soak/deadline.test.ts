/**
 * Every call ends after at most `600 + (maxRetries + 1) × timeoutSeconds + maxRetries × 60` seconds: 10 minutes behind
 * rate limits, each attempt as long as it may take, and a wait between attempts, at most the minute of a Retry-After.
 * The 10 minutes begin with the first 429: where that itself comes late, its time is added.
 */

import { join } from "node:path";
import { expect } from "chai";
import { application, cache, validInputs } from "../documented/index.js";
import { type Fault, type FaultySandbox, startFaultySandbox } from "../faults/index.js";
import { failureOf, type Host, startHost } from "../host/host.js";

const always = { times: Number.POSITIVE_INFINITY };
const limited = (seconds: string): Fault => ({
  kind: "answer",
  status: 429,
  headers: { "retry-after": seconds },
  takesEffect: false,
});

describe("The end of a call", () => {
  let api: FaultySandbox;
  let host: Host;
  beforeEach(async () => {
    api = await startFaultySandbox();
  });
  afterEach(async () => {
    await host.stop();
    await api.close();
  });

  async function start(env: Record<string, string> = {}): Promise<void> {
    const config = { token: api.token, baseUrl: api.url, timeoutSeconds: "1", maxRetries: "1" };
    host = await startHost({ config, env });
  }
  const create = () => host.create("application", validInputs(application));
  const adopt = () => host.create("cache", validInputs(cache));
  async function seconds(call: Promise<unknown>): Promise<number> {
    const start = performance.now();
    await failureOf(call);
    return (performance.now() - start) / 1000;
  }

  const stalls: Readonly<Record<string, Fault>> = {
    "does not answer": { kind: "stall", when: "before" },
    "stalls within the answer": { kind: "stall", when: "half way" },
    "answers too slowly": { kind: "drip", bytes: 1, ms: 20, endless: true },
  };
  for (const [what, fault] of Object.entries(stalls)) {
    it(`comes after (maxRetries + 1) × timeoutSeconds and the wait between where the API ${what}`, async () => {
      await start();
      api.fault(fault, always);
      const [creating, adopting] = await Promise.all([seconds(create()), seconds(adopt())]);
      // A POST is not sent again. The wait is half a second, less up to a quarter. How much longer it takes, the machine says.
      expect(creating).to.be.at.least(0.95);
      expect(adopting).to.be.at.least(2 + 0.325);
      expect(api.requests()).to.have.length(3);
    });
  }

  describe("behind a limit, with a clock that is 200 times as fast,", () => {
    const clock = join(__dirname, "fast-clock.cjs");
    beforeEach(() => start({ NODE_OPTIONS: `--require ${JSON.stringify(clock)}` }));

    it("comes after 10 minutes, also where the limit is told slowly and without a wait", async () => {
      api.fault({ kind: "delay", ms: 40, when: "before" }, always);
      api.fault(limited("0"), always);
      const { message } = await failureOf(create());
      expect(message).to.include("failed with status 429, too many requests, for 10 minutes");
    });

    it("comes after 10 minutes of all attempts together, not of each", async () => {
      api.fault(limited("60"), { times: 8 });
      api.fault({ kind: "answer", status: 503, takesEffect: false });
      api.fault(limited("60"), { times: 1000 });
      const { message } = await failureOf(adopt());
      expect(message).to.include("failed with status 429, too many requests, for 10 minutes");
      // A minute after each: the second attempt has what the first has left, for two or three.
      expect(api.requests().length).to.be.at.most(8 + 1 + 3);
    });
  });
});
