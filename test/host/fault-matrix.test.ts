import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/cache.js";
import { steeringCharacters } from "../faults/index.js";
import { dropNulls } from "./arguments.js";
import { CallFailure } from "./connection.js";
import { token } from "./matrix/fault.js";
import { operations } from "./matrix/operations.js";
import { type Row, runMatrix } from "./matrix/run.js";
import { formatTable, readOutcome } from "./matrix/table.js";

const kept = join(__dirname, "FAULTS.md");

describe("Every operation under every fault", () => {
  let rows: Row[];
  before(async function () {
    this.timeout(600_000);
    rows = await runMatrix();
  });

  function but(holds: (row: Row) => boolean): string[] {
    return rows.filter((row) => !holds(row)).map(({ operation, fault }) => `${operation.name}: ${fault.name}`);
  }
  const failed = ({ result }: Row) => result instanceof CallFailure;
  const said = ({ result, lines }: Row) =>
    [...lines, ...(result instanceof CallFailure ? [result.message] : [])].join("\n");

  it("Fault matrix: a POST is sent again only if the API can't have processed the first one", () => {
    const twice = ({ operation, fault, requests }: Row) =>
      operation.method === "POST" && requests > 1 && fault.unprocessed === undefined;
    expect(but((row) => !twice(row))).to.deep.equal([]);
  });

  it("Fault matrix: a 2xx response with an id never fails, and no success lacks an id", () => {
    const carriesId = ({ fault, operation }: Row) => fault.carriesId === true || fault.carriesId === operation.method;
    expect(but((row) => !(carriesId(row) && failed(row)))).to.deep.equal([]);
    expect(but(({ result }) => result instanceof CallFailure || result.id !== "")).to.deep.equal([]);
  });

  it("Fault matrix: no error denies a request that took effect, and no success reports one that didn't", () => {
    expect(but((row) => !(row.happened && readOutcome(row) === "refused"))).to.deep.equal([]);
    expect(but((row) => failed(row) || row.happened)).to.deep.equal([]);
  });

  it("Fault matrix: each error is this package's message, with no stack trace or library error", () => {
    // An adoption sends the documented update.
    const names = operations.map(({ name }) => name.replace(/^adopt/, "update"));
    const own = new RegExp(`^(${names.join("|")}) (failed|got|was) `);
    const foreign = /^\s+at |node:|\.js\b|axios|ERR_BAD|ERR_CANCELED|undefined|\[object|Unexpected struct/im;
    expect(but(({ result }) => !(result instanceof CallFailure) || own.test(result.message))).to.deep.equal([]);
    expect(but((row) => !foreign.test(said(row)))).to.deep.equal([]);
  });

  it("Fault matrix: errors reach the engine without a code, and only uncertain updates are recorded", () => {
    const isRecorded = (row: Row) => row.operation.isUpdate && readOutcome(row) === "may have been changed";
    const plain = ({ result, ...row }: Row) =>
      !(result instanceof CallFailure) || (result.status === 2 && result.partial === isRecorded({ ...row, result }));
    expect(but(plain)).to.deep.equal([]);
  });

  it("Fault matrix: after a success, the state has every input, and no nested null or empty object", () => {
    const whole = ({ operation, result }: Row) =>
      result instanceof CallFailure ||
      (Object.keys(operation.inputs).every((name) => name in result.properties) &&
        !/\{\}|null/.test(JSON.stringify({ ...dropNulls(result.properties), __apphosting: undefined })));
    expect(but(whole)).to.deep.equal([]);
  });

  it("Fault matrix: no message has the token, a cache's password or a proxy's login", () => {
    const secrets = [token, cachePassword, "marker-of-the-login"];
    expect(but((row) => !secrets.some((secret) => said(row).includes(secret)))).to.deep.equal([]);
  });

  it("Fault matrix: messages have no terminal control characters, and are under 10,000 characters", () => {
    expect(but((row) => !steeringCharacters.test(said(row)) && said(row).length < 10_000)).to.deep.equal([]);
  });

  it("Fault matrix: each operation under each fault matches its row in FAULTS.md", () => {
    const table = formatTable(rows);
    if (process.env.UPDATE_GOLDEN === "1") writeFileSync(kept, table);
    const hint = "read the difference first; if it is what users shall see, `npm run golden` accepts it";
    expect(table, `FAULTS.md is another: ${hint}`).to.equal(readFileSync(kept, "utf8"));
  });
});
