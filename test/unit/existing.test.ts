/** What exists already and is only recorded: nothing is sent while the program sets its id. */

import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json.js";
import { application } from "../../provider/definitions/application.js";
import { environment } from "../../provider/definitions/environment.js";
import { unknownValue } from "../../provider/host/changes.js";
import * as documented from "../documented/index.js";
import { hostOf } from "./host-fixture.js";

const args = documented.validInputs(documented.application);
const inputs = { ...args, existingId: "old/1" };
const changed = { name: "Store" };
const otherwise = { ...inputs, ...changed };
const corrects =
  "warning: Application old/1: name: while existingId is set, a change corrects the record in the state alone; it is not sent";

/** A host, and the resource as it recorded it. */
async function recorded() {
  const fixture = hostOf(application);
  const { id, outs } = await fixture.host.create(inputs);
  const diff = (news: JsonObject, olds: JsonObject = outs, of = id) => fixture.host.diff?.(of, olds, news);
  return { ...fixture, id, outs: outs as JsonObject, diff };
}

describe("existingId", () => {
  it("is the id of a new resource that has the inputs, nulls for the rest, and took no request", async () => {
    const { id, outs, requests } = await recorded();
    const nulls = documented.outputNames(documented.application).map((name) => [name, null]);
    expect(id).to.equal("old/1");
    expect(outs).to.deep.equal({ ...Object.fromEntries(nulls), ...inputs });
    expect(requests).to.deep.equal([]);
  });

  it("is warned of before a create alone, once, when the inputs are right and the id is known", async () => {
    const { host, lines } = hostOf(application);
    await host.check?.(inputs, otherwise);
    for (const news of [args, { ...inputs, existingId: unknownValue }, { ...inputs, name: 5 }]) {
      await host.check?.({}, news);
    }
    expect(lines).to.deep.equal([]);
    for (const _ of ["preview", "up"]) await host.check?.({}, inputs);
    expect(lines).to.deep.equal([
      "warning: Application old/1: nothing is created because existingId is set. `pulumi up` sends nothing, and records it with the arguments of the program",
    ]);
  });

  it("that stays makes a change an update of the record, which says so once, sends nothing, and forgets what is left out", async () => {
    const { host, id, outs, diff, lines, requests } = await recorded();
    expect(await diff(inputs)).to.deep.equal({ changes: false });
    expect(lines).to.deep.equal([]);
    for (const _ of ["preview", "up"]) expect(await diff(otherwise)).to.deep.equal({ replaces: [] });
    const { buildCommand: _, clusterId: __, ...less }: JsonObject = otherwise;
    // It may have been a secret.
    const state = { ...outs, buildCommand: "secret", clusterId: "old", slug: "web" };
    const corrected = (await host.update?.(id, state, less))?.outs;
    expect(corrected).to.deep.equal({ ...outs, ...less, buildCommand: null, clusterId: null, slug: "web" });
    expect(await diff(less, corrected)).to.deep.equal({ changes: false });
    expect(lines).to.deep.equal([corrects]);
    expect(requests).to.deep.equal([]);
    const news = { ...documented.validInputs(documented.environment, "required"), existingId: "env-1" };
    const ofEnvironment = await hostOf(environment).host.update?.("env-1", { ...news, buildCommand: "secret" }, news);
    expect(ofEnvironment?.outs).to.deep.include({ buildCommand: null });
  });

  it("that becomes another id, or one that is not known yet, replaces, whatever else changes", async () => {
    const { diff, lines } = await recorded();
    for (const existingId of ["old/2", unknownValue]) {
      expect((await diff({ ...otherwise, existingId }))?.replaces).to.include("existingId");
    }
    expect(lines).to.deep.equal([]);
  });

  it("that is left out is no change, and from then on a change replaces as ever", async () => {
    const { diff } = await recorded();
    expect(await diff(args)).to.deep.equal({ changes: false });
    expect(await diff({ ...args, ...changed })).to.deep.equal({ replaces: ["name"] });
  });

  it("that is newly set is no change if it is the resource's id, else it replaces", async () => {
    const { host, diff, lines } = await recorded();
    const { id, outs } = await host.create(args);
    expect(await diff({ ...args, existingId: id }, outs, id)).to.deep.equal({ changes: false });
    expect(await diff(inputs, outs, id)).to.deep.equal({ replaces: ["existingId"] });
    expect(await diff({ ...otherwise, existingId: id }, outs, id)).to.deep.equal({ replaces: [] });
    expect(lines).to.deep.equal([corrects.replace("old/1", "id-1")]);
  });

  it("is compared with the outputs alone, and drops what was asked and answered once the record is corrected", async () => {
    const { host, id, outs, diff } = await recorded();
    const drifted = { ...outs, asked: { name: "a" }, answered: { name: "made of it", region: "us-east-1" } };
    expect(await diff(inputs, drifted)).to.deep.equal({ changes: false });
    const accepting = { ...inputs, name: "made of it" };
    expect(await diff(accepting, drifted)).to.deep.equal({ changes: true, replaces: [] });
    const corrected = (await host.update?.(id, drifted, accepting))?.outs;
    expect(corrected).to.deep.equal({ ...outs, name: "made of it" });
  });
});
