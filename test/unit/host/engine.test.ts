import { setImmediate } from "node:timers/promises";
import { runtime } from "@pulumi/pulumi";
import { expect } from "chai";
import { connectToEngine, createLog } from "../../../provider/host/engine.js";
import { catchError } from "../host-fixture.js";

function createSlowEngine() {
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
  const take = async () => {
    events.push("taken");
    waiting.shift()?.();
    await setImmediate();
  };
  return { log, events, take };
}

it("Warning: goes to the engine after it has taken the previous one", async () => {
  const { log, events, take } = createSlowEngine();
  for (const message of ["a", "b"]) log.warn(message);
  await setImmediate();
  await take();
  await take();
  expect(events).to.deep.equal(["sent a", "taken", "sent b", "taken"]);
});

it("Warning: a call returns or throws only once the engine has taken it", async () => {
  const { log, events, take } = createSlowEngine();
  const failure = new Error("failed");
  const provider = log.flushAfterCalls({
    async create(inputs) {
      log.warn("of the create");
      return { id: "id-1", outs: inputs };
    },
    async delete() {
      log.warn("of the delete");
      throw failure;
    },
  });
  const created = provider.create({ name: "a" }).finally(() => events.push("create ended"));
  await setImmediate();
  await take();
  expect(await created).to.deep.equal({ id: "id-1", outs: { name: "a" } });
  const deleted = catchError(Promise.resolve(provider.delete?.("id-1", {}))).finally(() => events.push("delete ended"));
  await setImmediate();
  await take();
  expect(await deleted).to.equal(failure);
  expect(events).to.deep.equal([
    ...["sent of the create", "taken", "create ended"],
    ...["sent of the delete", "taken", "delete ended"],
  ]);
});

const unavailable = async (message: string) => {
  if (message === "b") throw new Error("14 UNAVAILABLE");
};
for (const [what, connect, expected] of [
  ["the engine rejects it, and the next one goes to the engine", () => unavailable, ["warning: b"]],
  ["the process has no engine", () => connectToEngine(undefined), ["warning: a", "warning: b", "warning: c"]],
] as const) {
  it(`Warning: goes to stderr if ${what}`, async () => {
    const lines: string[] = [];
    const log = createLog(connect, (line) => lines.push(line));
    for (const message of ["a", "b", "c"]) log.warn(message);
    await setImmediate();
    expect(lines).to.deep.equal(expected);
  });
}

it("Warning: the first one connects to the engine, and later ones reuse the connection", async () => {
  let connections = 0;
  const connect = () => {
    connections += 1;
    return async () => {};
  };
  const log = createLog(connect, () => {});
  await log.flushAfterCalls({ create: async (inputs) => ({ id: "id-1", outs: inputs }) }).create({});
  expect(connections).to.equal(0);
  for (const message of ["a", "b"]) log.warn(message);
  await setImmediate();
  expect(connections).to.equal(1);
});

it("Connection to the engine: keeps the SDK's options, and gives the SDK no engine", () => {
  const options = () => [runtime.getProject(), runtime.getStack(), runtime.isDryRun()];
  const [project, stack, isPreview] = options() as [string, string, boolean];
  try {
    runtime.resetOptions("shop", "dev", -1, "", "", true, "acme");
    connectToEngine("127.0.0.1:1");
    expect([...options(), runtime.getOrganization()]).to.deep.equal(["shop", "dev", true, "acme"]);
    expect(runtime.getEngine()).to.equal(undefined);
  } finally {
    runtime.resetOptions(project, stack, -1, "", "", isPreview, "");
  }
});
