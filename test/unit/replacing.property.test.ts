/** Applications and environments, which the API cannot change: when one is replaced, for any arguments and any answer. */

import { expect } from "chai";
import * as fc from "fast-check";
import type { JsonObject } from "../../provider/api/json.js";
import { defaultFieldNames } from "../../provider/api/request.js";
import { Region, SourceControlProvider } from "../../provider/enums.js";
import { application } from "../../provider/host/application.js";
import { environment } from "../../provider/host/environment.js";
import { type ResourceSpec, resourceHost } from "../../provider/host/resource.js";
import { createSession } from "../../provider/host/session.js";

/** A host whose API answers every request with these attributes. */
function hostOf(spec: ResourceSpec, attributes: JsonObject) {
  const session = createSession(
    { APPHOSTING_TOKEN: "token", APPHOSTING_BASE_URL: "https://api.example.com" },
    () => {},
  );
  return resourceHost(spec, {
    ...session,
    client: () => ({
      fieldNames: defaultFieldNames,
      send: async () => ({ data: { id: "id-1", attributes: attributes } }),
    }),
  });
}

describe("What cannot be changed, for any arguments and any answer,", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 5 });
  const command = fc.option(text);
  const kinds: readonly [ResourceSpec, fc.Arbitrary<JsonObject>][] = [
    [
      application,
      fc.record(
        {
          name: text,
          sourceControlProvider: fc.constantFrom(...Object.values(SourceControlProvider)),
          region: fc.constantFrom(...Object.values(Region)),
          repository: text,
          buildCommand: command,
          rootDirectory: text,
          clusterId: text,
        },
        { requiredKeys: ["name", "sourceControlProvider"] },
      ) as fc.Arbitrary<JsonObject>,
    ],
    [
      environment,
      fc.record(
        { applicationId: text, name: text, branch: text, buildCommand: command, edgeNetworkId: text },
        { requiredKeys: ["applicationId", "name", "branch"] },
      ) as fc.Arbitrary<JsonObject>,
    ],
  ];
  const answer = fc.dictionary(
    fc.constantFrom("name", "region", "root_directory", "build_command", "cluster_id", "branch"),
    fc.option(text),
  ) as fc.Arbitrary<JsonObject>;

  for (const [spec, arguments_] of kinds) {
    it(`${spec.kind} is not replaced by what it already is`, async () => {
      await fc.assert(
        fc.asyncProperty(arguments_, answer, async (first, attributes) => {
          const host = hostOf(spec, attributes);
          const { outs } = await host.create(first);
          expect(await host.diff?.("id-1", outs, first)).to.deep.equal({ changes: false });
        }),
        { numRuns: 300 },
      );
    });

    it(`${spec.kind} is replaced for exactly the arguments that are neither as asked nor as answered`, async () => {
      await fc.assert(
        fc.asyncProperty(arguments_, arguments_, answer, async (first, then, attributes) => {
          const host = hostOf(spec, attributes);
          const { outs } = await host.create(first);
          // Leaving a build command out is asking for none.
          const asked: JsonObject = { ...outs, buildCommand: null, ...first };
          const changed = Object.keys(then).filter(
            (name) => then[name] !== (asked[name] ?? null) && then[name] !== (outs[name] ?? null),
          );
          const found = await host.diff?.("id-1", outs, then);
          expect(found).to.deep.equal(changed.length > 0 ? { replaces: changed } : { changes: false });
        }),
        { numRuns: 300 },
      );
    });
  }
});
