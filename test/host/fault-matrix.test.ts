import { expect } from "chai";
import { steeringCharacters } from "../faults/index.js";
import { faults, password, token } from "./matrix/faults.js";
import { findFailure, methods, type Row, readOutcome, readText, runMatrix } from "./matrix/run.js";

describe("Each method under each fault", () => {
  let rows: Row[];
  before(async () => {
    rows = await runMatrix();
  });

  function expectNone(breaksPromise: (row: Row) => unknown): void {
    const found = rows.filter(breaksPromise).map(({ method, fault }) => `${method}: ${fault.name}`);
    expect(found).to.deep.equal([]);
  }

  it("Fault matrix: a POST is sent again only after a limit, which the API refuses without effect", () => {
    expectNone(({ method, fault, requests }) => method === "POST" && requests > 1 && !fault.name.startsWith("429"));
  });

  for (const { name, outcomes } of faults) {
    it(`Fault matrix, ${name}: ${methods.map((method, index) => `${method} ${outcomes[index]}`).join(", ")}`, () => {
      expect(rows.filter(({ fault }) => fault.name === name).map(readOutcome)).to.deep.equal(outcomes);
    });
  }

  it("Fault matrix: each error is the package's message, with no stack trace or library error", () => {
    const own = /^(Environment .*: )?(create|update|read|delete) (environment|cache) \(\w+ \S+\) (failed|got|was) /;
    const foreign = /^\s+at |node:|\.js\b|axios|ERR_BAD|ERR_CANCELED|undefined|\[object|Unexpected struct/im;
    expectNone((row) => findFailure(row) && !own.test(findFailure(row)?.details ?? ""));
    expectNone((row) => foreign.test(readText(row)));
  });

  it("Fault matrix: an error reaches the engine without a code, and records nothing", () => {
    // 2 is "unknown". A property of a thrown error could pass for another code, or for a resource to record.
    expectNone((row) => (findFailure(row)?.code ?? 2) !== 2);
    expectNone((row) => (findFailure(row)?.metadata.get("grpc-status-details-bin") ?? []).length > 0);
  });

  it("Fault matrix: no message has the token or a secret command", () => {
    expectNone((row) => [token, password].some((secret) => readText(row).includes(secret)));
  });

  it("Fault matrix: no message has terminal control characters, or 10,000 characters", () => {
    expectNone((row) => steeringCharacters.test(readText(row)) || readText(row).length >= 10_000);
  });
});
