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

  it("Fault matrix: no fault creates anything twice: a POST is sent again only where the first cannot have been processed", () => {
    const twice = ({ operation, fault, requests }: Row) =>
      operation.method === "POST" && requests > 1 && fault.unprocessed === undefined;
    expect(but((row) => !twice(row))).to.deep.equal([]);
  });

  it("Fault matrix: a 2xx response with an id ends with that id, so that nothing created is lost", () => {
    const carriesId = ({ fault, operation }: Row) => fault.carriesId === true || fault.carriesId === operation.method;
    expect(but((row) => !(carriesId(row) && failed(row)))).to.deep.equal([]);
    expect(but(({ result }) => result instanceof CallFailure || result.id !== "")).to.deep.equal([]);
  });

  it("Fault matrix: no error says that nothing happened where the request took effect, nor a success where it did not", () => {
    expect(but((row) => !(row.happened && readOutcome(row) === "refused"))).to.deep.equal([]);
    expect(but((row) => failed(row) || row.happened)).to.deep.equal([]);
  });

  it("Fault matrix: each error is one message of this package, with no stack trace and no error of axios or Node", () => {
    // To adopt is the update that the API documents.
    const names = operations.map(({ name }) => name.replace(/^adopt/, "update"));
    const own = new RegExp(`^(${names.join("|")}) (failed|got|was) `);
    const foreign = /^\s+at |node:|\.js\b|axios|ERR_BAD|ERR_CANCELED|undefined|\[object|Unexpected struct/im;
    expect(but(({ result }) => !(result instanceof CallFailure) || own.test(result.message))).to.deep.equal([]);
    expect(but((row) => !foreign.test(said(row)))).to.deep.equal([]);
  });

  it("Fault matrix: an error reaches the engine without a code, and is recorded only where an update may have taken effect", () => {
    const isRecorded = (row: Row) => row.operation.isUpdate && readOutcome(row) === "may have been changed";
    const plain = ({ result, ...row }: Row) =>
      !(result instanceof CallFailure) || (result.status === 2 && result.partial === isRecorded({ ...row, result }));
    expect(but(plain)).to.deep.equal([]);
  });

  it("Fault matrix: after a success the state has every argument that was set, and no nested null or empty object", () => {
    const whole = ({ operation, result }: Row) =>
      result instanceof CallFailure ||
      (Object.keys(operation.inputs).every((name) => name in result.properties) &&
        !/\{\}|null/.test(JSON.stringify({ ...dropNulls(result.properties), __apphosting: undefined })));
    expect(but(whole)).to.deep.equal([]);
  });

  it("Fault matrix: neither the token, nor a cache's password, nor the login of a proxy is in a message", () => {
    const secrets = [token, cachePassword, "marker-of-the-login"];
    expect(but((row) => !secrets.some((secret) => said(row).includes(secret)))).to.deep.equal([]);
  });

  it("Fault matrix: no control character in a message steers the terminal, and messages have less than 10,000 characters", () => {
    expect(but((row) => !steeringCharacters.test(said(row)) && said(row).length < 10_000)).to.deep.equal([]);
  });

  it("Fault matrix: each operation under each fault ends as its row in FAULTS.md says", () => {
    const table = formatTable(rows);
    if (process.env.UPDATE_GOLDEN === "1") writeFileSync(kept, table);
    const hint = "read the difference first; if it is what users shall see, `npm run golden` accepts it";
    expect(table, `FAULTS.md is another: ${hint}`).to.equal(readFileSync(kept, "utf8"));
  });
});
