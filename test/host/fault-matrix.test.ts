import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { steeringCharacters } from "../faults/index.js";
import { password, token } from "./matrix/faults.js";
import { type Row, runMatrix } from "./matrix/run.js";
import { findFailure, formatTable, readOutcome, readText } from "./matrix/table.js";

const table = join(__dirname, "FAULTS.md");

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

  it("Fault matrix: no error denies a request that took effect, and no success reports one that didn't", () => {
    const changes = ({ method }: Row) => method !== "GET";
    expectNone((row) => changes(row) && row.fault.takesEffect && readOutcome(row) === "nothing happened");
    expectNone((row) => /^(created|updated)$/.test(readOutcome(row)) && !row.fault.takesEffect && !row.fault.isOnce);
  });

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

  it("Fault matrix: each fault matches its row in FAULTS.md, which has at most 60", () => {
    const text = formatTable(rows);
    if (process.env.UPDATE_GOLDEN === "1") writeFileSync(table, text);
    const hint = "read the difference first; if it's what users should see, `npm run golden` accepts it";
    expect(text, `FAULTS.md differs: ${hint}`).to.equal(readFileSync(table, "utf8"));
    expect(text.split("\n").filter((line) => line.startsWith("| "))).to.have.length.at.most(62);
  });
});
