/** The lines about waits, for a limit and between two attempts. */

import { mock } from "node:test";
import { expect } from "chai";
import type { FailedAttempt } from "../../provider/api/attempt.js";
import type { Failure } from "../../provider/api/errors.js";
import { WaitLog } from "../../provider/api/wait-log.js";
import { createRequest, updateRequest } from "./client-fixture.js";

describe("Lines about waits", () => {
  let lines: string[];
  let waitLog: WaitLog;

  beforeEach(() => {
    mock.timers.enable({ apis: ["setInterval", "Date"] });
    lines = [];
    waitLog = new WaitLog({ timeoutSeconds: 60, maxRetries: 4, log: (line) => lines.push(line) });
  });
  afterEach(() => mock.timers.reset());

  it("Wait log of a limit: a line every 15 s at most, for a wait of more than a second", () => {
    waitLog.logLimit(1000);
    waitLog.logLimit(1001);
    mock.timers.tick(14_999);
    waitLog.logLimit(2000);
    mock.timers.tick(1);
    waitLog.logLimit(3140);
    const reason = "the API limits requests (429); each request waits for 10 minutes at most";
    expect(lines).to.deep.equal([`waiting 1.0 s: ${reason}`, `waiting 3.1 s: ${reason}`]);
  });

  it("Wait log between attempts: a wait of more than a second has a line with the failure, the next attempt, and the timeout", () => {
    const failure: Failure = { kind: "status", status: 503, message: "secret", fields: {} };
    const failed: FailedAttempt = { failure, effect: "unknown" };
    waitLog.logRetry(updateRequest, 0, 1000, failed);
    waitLog.logRetry({ ...updateRequest, path: "/caches/a%0Ab?include=x" }, 0, 2000, failed);
    waitLog.logRetry({ ...createRequest, path: "/applications/app-1/environments" }, 2, 1500, failed);
    expect(lines).to.deep.equal([
      "waiting 2.0 s: update cache a%0Ab failed with status 503; attempt 2 of 5, timeout 60 s",
      "waiting 1.5 s: create application failed with status 503; attempt 4 of 5, timeout 60 s",
    ]);
  });

  const address = "api.example.com";
  const unreachable: readonly [Failure, says: string][] = [
    [{ kind: "connection", detail: "ENOTFOUND", address }, "cannot be reached (ENOTFOUND)"],
    [{ kind: "timeout", seconds: 60, address, connected: false }, "cannot be reached within 60 s"],
  ];
  for (const [failure, says] of unreachable) {
    it(`Wait log between attempts: one line for an API that ${says}`, () => {
      for (const wait of [500, 2000, 60_000]) {
        for (const request of [createRequest, updateRequest])
          waitLog.logRetry(request, 1, wait, { failure, effect: "none" });
        mock.timers.tick(wait);
      }
      const line = `waiting 2.0 s: ${address} ${says}; each request is attempted 5 times, timeout 60 s`;
      expect(lines).to.deep.equal([line]);
    });
  }

  it("Wait log between attempts: a line for each connection that was lost after it was made", () => {
    const failure: Failure = { kind: "connection", detail: "ECONNRESET", address };
    waitLog.logLimit(2000);
    for (const effect of ["none", "unknown", "unknown"] as const)
      waitLog.logRetry(updateRequest, 1, 2000, { failure, effect });
    expect(lines).to.have.length(4);
  });
});
