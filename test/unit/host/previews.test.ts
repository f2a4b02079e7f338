/** What a preview says of cost, names and deletion, by the operations that the user names. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import type { StoredFailure } from "../../../provider/host/requests/failure.js";
import { catchError, createConfiguredHost, createHost, createRefusal } from "../host-fixture.js";
import { cache, environment } from "../resources.js";

const stored: JsonObject = { ...environment.nulls, ...environment.required };
const inputs = environment.required;
const branch = environment.documented.arguments.branch?.other ?? "";

/** What a preview says of other inputs: the arguments that replace, undefined where there is no change, and its lines. */
async function previewWith(named: string, news: JsonObject, state = stored, id = "id-1") {
  const operations = named === "" ? {} : { Environment: `${named} /environments/{id}` };
  const { host, lines } = createConfiguredHost({ operations }, environment);
  const { changes, replaces } = await host.diff(id, state, news);
  return {
    replaces: changes === false ? undefined : replaces,
    lines: lines.map((line) => line.replace("warning: ", "")),
  };
}

const stays = "the replaced resource still exists, and you are billed for it";
const byHand = ". Delete it in the web console";
const noDelete = `${stays}${byHand}`;
// Whether the option was set, and by which `up`, only the engine knows: the line is true of each.
const mayBeDeleted = `${stays}, unless an earlier \`up\` set \`retainOnDelete: false\`: then it is deleted, with what was set outside Pulumi`;
const sameName = (id: string) => `Environment ${id}: its replacement has the same name`;
const taken = (id = "id-1") =>
  `${sameName(id)}, and the old environment still exists: the API may refuse the name as taken. Change name, too, or first delete the old one in the web console`;
const mayBeTaken = `${sameName("id-1")}: the API may refuse it as taken while the old environment exists. Change name, too, or have the old one deleted first: set \`deleteBeforeReplace\`, beside a \`retainOnDelete: false\` that an earlier \`up\` has set`;

const otherBranch = { ...inputs, branch };
const otherCluster = { ...inputs, clusterId: "cluster-1" };
const table: readonly [named: string, ofBranch: readonly string[], ofCluster: readonly string[]][] = [
  ["", [noDelete, taken()], [noDelete, taken()]],
  ["GET", [noDelete, taken()], [noDelete, taken()]],
  ["GET, PATCH", [], [noDelete, taken()]],
  ["GET, PATCH, DELETE", [], [mayBeDeleted, mayBeTaken]],
  ["GET, DELETE", [mayBeDeleted, mayBeTaken], [mayBeDeleted, mayBeTaken]],
];
for (const [named, ofBranch, ofCluster] of table) {
  it(`Preview of an environment, with ${named || "nothing"} named: a replacement says whether the old one is deleted or retained`, async () => {
    const isUpdated = named.includes("PATCH");
    expect(await previewWith(named, otherBranch)).to.deep.equal({
      replaces: isUpdated ? [] : ["branch"],
      lines: ofBranch,
    });
    expect(await previewWith(named, otherCluster)).to.deep.equal({ replaces: ["clusterId"], lines: ofCluster });
    const { lines } = await previewWith(named, { ...otherCluster, name: "another" });
    expect(lines, "of another name").to.deep.equal(ofCluster.slice(0, 1));
  });
}

const all = "GET, PATCH, DELETE";
const existing = { ...stored, existingId: "id-1" };

it("Preview of an adopted environment: a replacement says that the old one is retained, also where DELETE is named", async () => {
  const { lines } = await previewWith(all, otherCluster, existing);
  const reason = "the stack has not created it, but adopted it by existingId";
  expect(lines).to.deep.equal([`Environment id-1: ${stays}, because ${reason}${byHand}`, taken()]);
});

it("Preview of an environment with existingId: says what corrects the state alone", async () => {
  const { replaces, lines } = await previewWith(all, { ...otherCluster, existingId: "id-1" }, existing);
  expect(replaces).to.deep.equal([]);
  expect(lines).to.deep.equal([
    "Environment id-1: clusterId: while existingId is set, a change corrects the state alone; it is not sent",
  ]);
  const another = await previewWith(all, { ...inputs, existingId: "id-2" }, existing);
  expect(another).to.deep.equal({ replaces: ["existingId"], lines: [] });
});

it("Preview of an environment whose id the package has made: any change replaces, and nothing is deleted", async () => {
  const { applicationId, name } = inputs;
  const id = `${applicationId}/${name}`;
  const { replaces, lines } = await previewWith(all, otherBranch, stored, id);
  expect(replaces).to.deep.equal(["branch"]);
  const reason = "the package has made its id, by which the API finds nothing";
  expect(lines).to.deep.equal([`Environment ${id}: ${stays}, because ${reason}${byHand}`, taken(id)]);
});

it("Preview after operations are newly named: nothing changes", async () => {
  for (const named of ["GET", "GET, PATCH", all]) {
    expect(await previewWith(named, inputs)).to.deep.equal({ replaces: undefined, lines: [] });
  }
});

describe("Preview of a buildCommand, with GET and PATCH named", () => {
  const withCommand = { ...inputs, buildCommand: "make" };
  const withNull = { ...inputs, buildCommand: null };
  const built = { ...stored, buildCommand: "make" };
  const label = "warning: Environment id-1: buildCommand:";
  const isUnknown = `${label} the outcome of the last update is unknown; \`pulumi up\` sends it`;

  /** A host whose first update fails, and what that leaves in the state. */
  async function failUpdate(news: JsonObject) {
    const operations = { Environment: "GET, PATCH /environments/{id}" };
    const command = { attributes: { build_command: null } };
    const failed = createRefusal(500, undefined, "unknown");
    const fixture = createConfiguredHost({ operations }, environment, { attributes: {} }, failed, command);
    const thrown = await catchError(fixture.host.update("id-1", built, news));
    return { ...fixture, properties: (thrown as StoredFailure).properties };
  }

  it("Preview of a buildCommand that goes back after an update with an unknown outcome and a read: is an update", async () => {
    const { host, lines, properties } = await failUpdate(withNull);
    const { props } = await host.read("id-1", properties);
    expect(await host.diff("id-1", props, withCommand)).to.deep.equal({ changes: true, replaces: [] });
    expect(lines).to.deep.equal([isUnknown]);
  });

  it("Preview of a buildCommand that is set again after an update with an unknown outcome: is an update", async () => {
    const { host, lines, properties } = await failUpdate({ ...inputs, branch });
    expect(properties).to.include({ buildCommand: null });
    expect(await host.diff("id-1", properties, { ...withCommand, branch })).to.deep.equal({
      changes: true,
      replaces: [],
    });
    expect(lines).to.include(isUnknown);
  });

  it("Preview of a buildCommand of null that was left out before: is an update, which the engine does not see", async () => {
    const { host, lines } = createConfiguredHost(
      { operations: { Environment: "PATCH /environments/{id}" } },
      environment,
    );
    expect(await host.diff("id-1", built, withNull)).to.deep.equal({ changes: true, replaces: [] });
    expect(lines).to.deep.equal([
      `${label} the last update requested another value than the program sets; \`pulumi up\` sends it`,
    ]);
  });
});

it("Preview of a size that goes back to what the API has: is an update, with both values in a line", async () => {
  for (const [size, requested, says] of [
    ["1gb", "250mb", 'the program sets "1gb", the last update requested "250mb"'],
    // A value that is not documented may be a secret.
    ["huge", "250mb", "the last update requested another value than the program sets"],
    ["1gb", "huge", "the last update requested another value than the program sets"],
  ] as const) {
    const { host, lines } = createHost(cache);
    const state = { ...cache.valid, size, asked: { size: requested } };
    await host.diff("cache-1", state, { ...cache.valid, size });
    expect(lines).to.deep.equal([`warning: Cache cache-1: size: ${says}; \`pulumi up\` sends it`]);
  }
});
