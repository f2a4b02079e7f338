import { expect } from "chai";
import { required } from "../host/arguments.js";
import { HostFailure } from "../host/host.js";
import { hostSuite } from "../host/suite.js";

/** What the server reads of each, between two slashes. */
const segments: Readonly<Record<string, string>> = {
  "a/b": "a%2Fb",
  "../applications": "..%2Fapplications",
  "..%2f": "..%252f",
  "%2e%2e": "%252e%252e",
  "a/../..": "a%2F..%2F..",
  "?x=1": "%3Fx%3D1",
  "#x": "%23x",
  "a;b=c": "a%3Bb%3Dc",
  "a\\..\\b": "a%5C..%5Cb",
  "a b\n": "a%20b%0A",
  "@elsewhere.test": "%40elsewhere.test",
  "//elsewhere.test/x": "%2F%2Felsewhere.test%2Fx",
  "https://elsewhere.test": "https%3A%2F%2Felsewhere.test",
  "é\u202e": "%C3%A9%E2%80%AE",
  "...": "...",
};

describe("An id in the path of a request", () => {
  const suite = hostSuite();

  for (const [id, segment] of Object.entries(segments)) {
    it(`arrives as one segment: ${JSON.stringify(id)}`, async () => {
      const calls = [
        suite.host.create("environment", { ...required.environment, applicationId: id }),
        suite.host.create("cache", { ...required.cache, cacheId: id }),
        suite.host.update("cache", id, required.cache, { ...required.cache, cacheId: id, isPublic: true }),
      ];
      const ends = await Promise.all(calls.map((call) => call.catch((error) => error)));
      expect(
        ends.every((end) => end instanceof HostFailure && end.message.includes(" was answered 404")),
      ).to.equal(true);
      expect(suite.sent().map(([request]) => request)).to.have.members([
        `POST /applications/${segment}/environments`,
        `PATCH /caches/${segment}`,
        `PATCH /caches/${segment}`,
      ]);
    });
  }

  for (const id of [".", "..", "", " "]) {
    it(`is refused before any request where no encoding keeps it in its place: ${JSON.stringify(id)}`, async () => {
      for (const [resource, inputs] of [
        ["environment", { ...required.environment, applicationId: id }],
        ["cache", { ...required.cache, cacheId: id }],
      ] as const) {
        const { failures } = await suite.host.check(resource, inputs);
        expect(failures).to.have.length(1);
      }
    });
  }
});
