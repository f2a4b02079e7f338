import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { connectToEngine, createLog } from "../../../provider/host/log.js";

it("Log: a warning goes to the engine once it has taken the one before, and resolves then", async () => {
  const events: string[] = [];
  const waiting: (() => void)[] = [];
  const deliver = (message: string) => {
    events.push(`sent ${message}`);
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  const log = createLog(
    () => deliver,
    (line) => events.push(line),
  );
  const logged = ["a", "b"].map((message) => log(message).then(() => events.push(`ended ${message}`)));
  for (const _ of logged) {
    await setImmediate();
    events.push("taken");
    waiting.shift()?.();
  }
  await Promise.all(logged);
  expect(events).to.deep.equal(["sent a", "taken", "ended a", "sent b", "taken", "ended b"]);
});

const unavailable = async (message: string) => {
  if (message === "b") throw new Error("14 UNAVAILABLE");
};
for (const [what, connect, expected] of [
  ["the engine rejects it, and the next one goes to the engine", () => unavailable, ["warning: b"]],
  ["the process has no engine", () => connectToEngine(undefined), ["warning: a", "warning: b", "warning: c"]],
] as const) {
  it(`Log: a warning goes to stderr if ${what}`, async () => {
    const lines: string[] = [];
    const log = createLog(connect, (line) => lines.push(line));
    for (const message of ["a", "b", "c"]) await log(message);
    expect(lines).to.deep.equal(expected);
  });
}

it("Log: the first warning connects to the engine, and later ones reuse the connection", async () => {
  let connections = 0;
  const connect = () => {
    connections += 1;
    return async () => {};
  };
  const log = createLog(connect, () => {});
  expect(connections).to.equal(0);
  for (const message of ["a", "b"]) await log(message);
  expect(connections).to.equal(1);
});
