import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/cache.js";
import { steeringCharacters } from "../faults/index.js";
import { dropNulls } from "./arguments.js";
import { CallFailure } from "./connection.js";
import { token } from "./matrix/fault.js";
import { type Row, runMatrix } from "./matrix/run.js";
import { formatTable, readOutcome } from "./matrix/table.js";

const kept = join(__dirname, "FAULTS.md");

describe("Every operation under every fault", () => {
  let rows: Row[];
  before(async () => {
    rows = await runMatrix();
  });

  /** The rows that are not as they have to be, by name. */
  function but(holds: (row: Row) => boolean): string[] {
    return rows.filter((row) => !holds(row)).map(({ operation, fault }) => `${operation.name}: ${fault.name}`);
  }
  const failed = ({ result }: Row) => result instanceof CallFailure;
  const said = ({ result, lines }: Row) =>
    [...lines, ...(result instanceof CallFailure ? [result.message] : [])].join("\n");

  it("creates nothing twice: a POST is sent again only where the first cannot have been processed", () => {
    const twice = ({ operation, fault, requests }: Row) =>
      operation.method === "POST" && requests > 1 && fault.unprocessed === undefined;
    expect(but((row) => !twice(row))).to.deep.equal([]);
  });

  it("loses nothing created: an answer 2xx with an id ends with that id", () => {
    expect(but((row) => !(row.fault.carriesId && failed(row)))).to.deep.equal([]);
    expect(but(({ result }) => result instanceof CallFailure || result.id !== "")).to.deep.equal([]);
  });

  it("never says that nothing happened where it did, nor that it did where it did not", () => {
    expect(but((row) => !(row.happened && readOutcome(row) === "refused"))).to.deep.equal([]);
    expect(but((row) => failed(row) || row.happened)).to.deep.equal([]);
  });

  it("says the whole of it in one message of this package: no stack, no error of a library", () => {
    const own = /^(create application|create environment|update cache) (failed|got|was) /;
    const foreign = /^\s+at |node:|\.js\b|axios|ERR_BAD|ERR_CANCELED|undefined|\[object|Unexpected struct/im;
    expect(but(({ result }) => !(result instanceof CallFailure) || own.test(result.message))).to.deep.equal([]);
    expect(but((row) => !foreign.test(said(row)))).to.deep.equal([]);
  });

  it("reaches the engine as an error without a code; it is recorded where an update may have taken effect, and nowhere else", () => {
    const isRecorded = (row: Row) =>
      row.operation.name === "update cache" && readOutcome(row) === "may have been changed";
    const plain = ({ result, ...row }: Row) =>
      !(result instanceof CallFailure) || (result.status === 2 && result.partial === isRecorded({ ...row, result }));
    expect(but(plain)).to.deep.equal([]);
  });

  it("leaves a state that holds what was set, and no value that was lost on the way", () => {
    const whole = ({ operation, result }: Row) =>
      result instanceof CallFailure ||
      (Object.keys(operation.inputs).every((name) => name in result.properties) &&
        !/\{\}|null/.test(JSON.stringify({ ...dropNulls(result.properties), answered: undefined })));
    expect(but(whole)).to.deep.equal([]);
  });

  it("shows neither the token, nor the password of a cache, nor the login of a proxy", () => {
    const secrets = [token, cachePassword, "marker-of-the-login"];
    expect(but((row) => !secrets.some((secret) => said(row).includes(secret)))).to.deep.equal([]);
  });

  it("prints nothing that steers a terminal, and not more than a few pages", () => {
    expect(but((row) => !steeringCharacters.test(said(row)) && said(row).length < 10_000)).to.deep.equal([]);
  });

  it("comes to what FAULTS.md says", () => {
    const table = formatTable(rows);
    if (process.env.UPDATE_GOLDEN === "1") writeFileSync(kept, table);
    expect(table).to.equal(readFileSync(kept, "utf8"));
  });
});
