/** Each definition's host, reader and enums. test/tools/compare-facts.ts compares its rows with the facts. */

import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { expect } from "chai";
import * as enumerations from "../../provider/definitions/enums.js";
import * as host from "../../provider/host/index.js";
import { resources } from "./documented-resources.js";

const { readers, ...hosts } = host;
const lists: Readonly<Record<string, Readonly<Record<string, string>>>> = enumerations;

for (const { documented: resource, definition } of resources) {
  const { className } = resource;

  const args = Object.keys(resource.arguments);

  it(`Definition of ${className}: has a host in provider/host/index.ts`, async () => {
    const provider = (hosts as Readonly<Record<string, ResourceProvider>>)[definition.names.exportName];
    expect(provider, `export ${definition.names.exportName} in provider/host/index.ts`).to.not.equal(undefined);
    const { failures = [] } = (await provider?.check?.({}, { nonsense: 1 })) ?? {};
    const says = `${className} has no argument nonsense. Its arguments are ${args[0]}`;
    expect(failures.map(({ reason }) => reason).join()).to.include(says);
  });

  it(`Definition of ${className}: has a reader for get in provider/host/index.ts`, async () => {
    const reader = (readers as Readonly<Record<string, ResourceProvider>>)[definition.names.exportName];
    expect(reader).to.include.keys("read").and.not.to.have.any.keys("delete", "update");
    expect(String(await reader?.create({}).catch(String))).to.include(`${className}.get never creates a resource`);
  });

  for (const [name, { values }] of Object.entries(resource.arguments)) {
    if (values === undefined) continue;

    it(`Definition of ${className}: the enum of ${name} has its ${values.length} documented values, each once`, () => {
      const { type } = definition.rows[name] ?? {};
      const list = lists[type?.shape.type === "oneOf" ? type.shape.name : ""] ?? {};
      expect(Object.values(list)).to.have.members(values).and.to.have.lengthOf(values.length);
      const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]|^size|cache(?=\.)/g, "");
      for (const [key, value] of Object.entries(list)) expect(bare(key)).to.equal(bare(value));
    });
  }
}
