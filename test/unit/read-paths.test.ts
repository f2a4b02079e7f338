/** apphosting:readPaths: which paths it takes. */

import { expect } from "chai";
import { readSettings } from "../../provider/host/config.js";

const complete = { token: "secret-token", baseUrl: "https://api.example.com/v1" };
const readWith = (config: { readonly readPaths: unknown }) => {
  const all: Readonly<Record<string, unknown>> = { ...complete, ...config };
  return readSettings((key) => all[key.replace("apphosting:", "")], {});
};
const problemOf = (readPaths: unknown) => readWith({ readPaths }).problems.join();

describe("apphosting:readPaths", () => {
  const taken = {
    Application: "/applications/{id}",
    Environment: "/applications/{applicationId}/environments/{id}?include=branch",
    Cache: "/caches/{id}",
  };
  const refused: readonly [paths: unknown, says: string][] = [
    ...["{", [], { cache: "/caches/{id}" }].map((paths): [unknown, string] => [
      paths,
      "must be a JSON object, a path for any of Application, Environment, Cache",
    ]),
    ...[1, "/{applicationId}/{id}", "caches/{id}", "//example.com/{id}", "/caches", "/caches/{id}#x", "/a b/{id}"].map(
      (path): [unknown, string] => [
        { Cache: path },
        "must have a path of Cache that begins with one /, holds {id} and no # or space; of placeholders it may hold {id}, {cacheId}",
      ],
    ),
  ];

  it("names paths by class, in text or as an explicit provider has them", () => {
    for (const readPaths of [taken, JSON.stringify(taken)]) {
      expect(readWith({ readPaths }))
        .to.deep.include({ problems: [] })
        .and.to.have.deep.nested.property("settings.readPaths", taken);
    }
  });

  it("says what is wrong with a path", () => {
    for (const [paths, says] of refused) expect(problemOf(paths)).to.include(`apphosting:readPaths ${says}. Run `);
  });
});
