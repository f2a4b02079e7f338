/** What exists already and is only recorded: nothing is sent while the program states its id. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { unknownValue } from "../../provider/host/changes.js";
import { validInputs } from "../documented/index.js";
import { hostOf } from "./host-fixture.js";
import { resources } from "./resources.js";

for (const { documented, api } of resources) {
  if (documented.arguments.existingId === undefined) continue;
  const { kind } = documented;
  const { existingId: _, ...args } = validInputs(documented);
  const inputs = { ...args, existingId: "old/1" };
  const [changed = "", other] = ["name", documented.arguments.name?.other as Json];
  const otherwise = { ...inputs, [changed]: other };
  const corrects = `warning: ${kind} old/1: name: while existingId is stated, a change corrects the record in the state alone; nothing is sent`;

  /** A host, and the resource as it recorded it. */
  async function recorded() {
    const fixture = hostOf(api);
    const { id, outs } = await fixture.host.create(inputs);
    const diff = (news: JsonObject, olds: JsonObject = outs, of = id) => fixture.host.diff?.(of, olds, news);
    return { ...fixture, id, outs: outs as JsonObject, diff };
  }

  describe(`existingId of ${kind}`, () => {
    it("is the id of a new resource that has the inputs, nulls for the rest, and took no request", async () => {
      const { id, outs, requests } = await recorded();
      const nulls = Object.keys(api.definition.rows).map((name) => [name, null]);
      expect(id).to.equal("old/1");
      expect(outs).to.deep.equal({ ...Object.fromEntries(nulls), ...inputs });
      expect(requests).to.deep.equal([]);
    });

    it("is warned of before a create alone, once, when the inputs are right and the id is known", async () => {
      const { host, lines } = hostOf(api);
      await host.check?.(inputs, otherwise);
      await host.check?.({}, args);
      await host.check?.({}, { ...inputs, existingId: unknownValue });
      await host.check?.({}, { ...inputs, [changed]: 5 });
      expect(lines).to.deep.equal([]);
      await host.check?.({}, inputs);
      await host.check?.({}, inputs);
      expect(lines).to.deep.equal([
        `warning: ${kind} old/1: nothing is created or sent, for existingId says that it exists. The state records it with the arguments of the program; the other outputs are null`,
      ]);
    });

    it("that stays makes a change an update of the record, which says so and sends nothing", async () => {
      const { host, id, outs, diff, lines, requests } = await recorded();
      expect(await diff(inputs)).to.deep.equal({ changes: false });
      expect(lines).to.deep.equal([]);
      expect(await diff(otherwise)).to.deep.equal({ replaces: [] });
      await diff(otherwise);
      const corrected = (await host.update?.(id, outs, otherwise))?.outs;
      expect(corrected).to.deep.equal({ ...outs, ...otherwise });
      expect(await diff(otherwise, corrected)).to.deep.equal({ changes: false });
      expect(lines).to.deep.equal([corrects]);
      expect(requests).to.deep.equal([]);
    });

    for (const [what, existingId] of [
      ["another id", "old/2"],
      ["an id that is not known yet", unknownValue],
    ] as const) {
      it(`that becomes ${what} replaces, whatever else changes`, async () => {
        const { diff, lines } = await recorded();
        expect(await diff({ ...otherwise, existingId })).to.deep.equal({ replaces: ["existingId"] });
        expect(lines).to.deep.equal([]);
      });
    }

    it("that is left out is no change, and from then on a change replaces as ever", async () => {
      const { diff } = await recorded();
      expect(await diff(args)).to.deep.equal({ changes: false });
      expect(await diff({ ...args, [changed]: other })).to.deep.equal({ replaces: [changed] });
    });

    it("that is newly stated is no change if it is the resource's id, else it replaces", async () => {
      const { host, diff, lines } = await recorded();
      const { id, outs } = await host.create(args);
      expect(await diff({ ...args, existingId: id }, outs, id)).to.deep.equal({ changes: false });
      expect(await diff(inputs, outs, id)).to.deep.equal({ replaces: ["existingId"] });
      lines.length = 0;
      expect(await diff({ ...otherwise, existingId: id }, outs, id)).to.deep.equal({ replaces: [] });
      expect(lines).to.deep.equal([corrects.replace("old/1", "id-1")]);
    });

    it("drops what was requested before, once the record is corrected", async () => {
      const { host, id, outs, diff } = await recorded();
      const normalised = { ...outs, name: "made of it", asked: { name: args.name ?? null } };
      expect(await diff(inputs, normalised)).to.deep.equal({ changes: false });
      const corrected = (await host.update?.(id, normalised, otherwise))?.outs;
      expect(corrected).to.include({ name: other }).and.not.to.have.property("asked");
      expect(await diff(inputs, corrected)).to.deep.equal({ replaces: [] });
    });
  });
}
