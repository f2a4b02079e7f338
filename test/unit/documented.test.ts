/** The definitions beside test/documented: each row stands in both, or a test says where it is missing. */

import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { expect } from "chai";
import { listArgumentNames, listOutputNames, resolveDefinition } from "../../provider/definitions/definition.js";
import * as enumerations from "../../provider/definitions/enums.js";
import { defaultFieldNames } from "../../provider/definitions/field-names.js";
import type { Row } from "../../provider/definitions/row.js";
import * as host from "../../provider/host/index.js";
import { resources } from "./documented-resources.js";

const { readers, ...hosts } = host;
const lists: Readonly<Record<string, Readonly<Record<string, string>>>> = enumerations;

for (const { documented: resource, definition, nulls } of resources) {
  const { className } = resource;
  const file = `${definition.names.label.replaceAll(" ", "-")}.ts`;

  describe(`The definition of ${className}`, () => {
    const args = Object.keys(resource.arguments);

    it(`Definition of ${className}: has the rows of test/documented/${file} and no other`, () => {
      expect(listArgumentNames(definition), "arguments").to.have.members(args);
      expect(Object.keys(definition.rows).sort(), "answers, or made").to.deep.equal(Object.keys(nulls).sort());
    });

    it(`Definition of ${className}: has a host in provider/host/index.ts, which states of every release load`, async () => {
      const provider = (hosts as Readonly<Record<string, ResourceProvider>>)[definition.names.code];
      const { failures = [] } = (await provider?.check?.({}, { nonsense: 1 })) ?? {};
      const says = `${className} has no argument nonsense; its arguments are ${args[0]}`;
      expect(failures.map(({ reason }) => reason).join()).to.include(says);
    });

    it(`Definition of ${className}: has a reader in provider/host/index.ts, which states of a get load`, async () => {
      const reader = (readers as Readonly<Record<string, ResourceProvider>>)[definition.names.code];
      expect(reader).to.include.keys("read").and.not.to.have.any.keys("delete", "update");
      expect(String(await reader?.create({}).catch(String))).to.include(`what ${className}.get reads is not created`);
    });

    it(`Definition of ${className}: has the documented secrets, existingId, required fields of parts, and outputs that are never lost`, () => {
      const having = (part: (row: Row) => unknown) => {
        const parts = Object.entries(definition.rows).map(([name, row]) => [name, part(row)]);
        return Object.fromEntries(parts.filter(([, value]) => value));
      };
      const adopted = args.filter((name) => resource.arguments[name]?.adopted);
      expect(listArgumentNames(definition, ({ row }) => row.role === "existingId")).to.deep.equal(adopted);
      expect(listOutputNames(definition, ({ secret }) => secret === true)).to.deep.equal(resource.secrets);
      expect(
        having(
          ({ type: { shape } }) =>
            shape.type.startsWith("object") &&
            "requiredFields" in shape &&
            shape.requiredFields.length &&
            shape.requiredFields,
        ),
      ).to.deep.equal(resource.needs);
      expect(listOutputNames(definition, ({ neverLost }) => neverLost === true)).to.have.members(resource.neverLost);
    });

    it(`Definition of ${className}: a change of each argument does what test/documented/${file} says, with and without a named update`, () => {
      for (const operations of [[], ["update"]] as const) {
        const { arguments: resolved } = resolveDefinition(definition, { operations, fieldNames: defaultFieldNames });
        const hasUpdate = resource.update !== undefined || operations.length > 0;
        for (const { name, change } of resolved) {
          const { change: stated = "update", adopted } = resource.arguments[name] ?? {};
          expect(change, name).to.equal(hasUpdate && !adopted ? stated : "replace");
        }
      }
    });

    for (const [name, { values }] of Object.entries(resource.arguments)) {
      if (values === undefined) continue;

      it(`Definition of ${className}: lists the ${values.length} documented values of ${name} once each`, () => {
        const { type } = definition.rows[name] ?? {};
        const list = lists[type?.shape.type === "oneOf" ? type.shape.name : ""] ?? {};
        expect(Object.values(list)).to.have.members(values).and.to.have.lengthOf(values.length);
        const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]|^size|cache(?=\.)/g, "");
        for (const [key, value] of Object.entries(list)) expect(bare(key)).to.equal(bare(value));
      });
    }
  });
}
