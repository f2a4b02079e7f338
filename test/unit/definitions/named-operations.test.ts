/** The setting that names operations beside the documented ones: what it takes, and what it says of the rest. */

import { expect } from "chai";
import * as fc from "fast-check";
import { definitions } from "../../../provider/definitions/index.js";
import { formatExample, parseNamedOperations } from "../../../provider/definitions/named-operations.js";
import { parseConfiguration } from "../../../provider/host/session/config.js";
import { environment } from "../resources.js";

const parse = (setting: unknown) => parseNamedOperations(setting, definitions);

/** The named operations of a class as text. */
function writtenOf(className: string, text: string): string[] {
  const { operations, problems } = parse({ [className]: text });
  expect(problems).to.deep.equal([]);
  return Object.entries(operations[className] ?? {}).map(
    ([name, operation]) => `${name}: ${operation?.method} ${operation?.path}`,
  );
}

const classes = definitions.map(({ names }) => names.class).join(", ");

describe("apphosting:operations", () => {
  it("apphosting:operations takes any of GET, PATCH and DELETE at one address, and a query with GET alone", () => {
    expect(writtenOf("Environment", "GET, PATCH, DELETE /environments/{id}?include=branch")).to.deep.equal([
      "read: GET /environments/{id}?include=branch",
      "update: PATCH /environments/{id}",
      "delete: DELETE /environments/{id}",
    ]);
    expect(writtenOf("Application", " PATCH  /v2/apps/{id} ")).to.deep.equal(["update: PATCH /v2/apps/{id}"]);
    expect(writtenOf("Cache", "GET /caches/{id}")).to.deep.equal(["read: GET /caches/{id}"]);
    expect(writtenOf("Environment", "DELETE GET /applications/{applicationId}/environments/{id}")).to.have.length(2);
  });

  const dots = "the address must begin with one /, be written as in a URL, and have no #, space, . or .. segment";
  const last = "{id} must be the last segment of the address";
  const table: readonly [what: string, setting: unknown, ...problems: string[]][] = [
    ["no object", [], `must map any of ${classes} to methods and an address`],
    ["null", null, `must map any of ${classes} to methods and an address`],
    ["another class", { Bucket: "GET /b/{id}" }, `Bucket is no class: the classes are ${classes}`],
    ["no text", { Cache: 1 }, "Cache must be methods and an address: GET /caches/{id}"],
    ["words around it", { Cache: "GET /caches/{id} now" }, "Cache must be methods and an address: GET /caches/{id}"],
    ["a word before it", { Cache: "use GET /caches/{id}" }, "Cache must be methods and an address: GET /caches/{id}"],
    ["no method", { Cache: "/caches/{id}" }, "Cache must be methods and an address: GET /caches/{id}"],
    ["no address", { Application: "GET" }, "Application must be methods and an address: GET, PATCH /applications/{id}"],
    ["a method of another class", { Cache: "GET, PATCH /caches/{id}" }, "Cache: it takes GET, and not PATCH"],
    [
      "a method that no class takes",
      { Environment: "PUT, POST /e/{id}" },
      "Environment: it takes GET, PATCH, DELETE, and not PUT, POST",
    ],
    ["a method twice", { Cache: "GET, GET /caches/{id}" }, "Cache: a method stands there twice"],
    [
      "DELETE without GET",
      { Environment: "PATCH, DELETE /e/{id}" },
      "Environment: DELETE needs GET, which shows what would be deleted",
    ],
    ["a query without GET", { Environment: "PATCH /e/{id}?a=b" }, "Environment: a query goes with GET alone"],
    ["no leading slash", { Cache: "GET caches/{id}" }, `Cache: ${dots}`],
    ["two leading slashes", { Cache: "GET //evil.example/{id}" }, `Cache: ${dots}`],
    ["a fragment", { Cache: "GET /caches#/{id}" }, `Cache: ${dots}`],
    ["a .. segment", { Cache: "GET /caches/../{id}" }, `Cache: ${dots}`],
    ["an encoded .. segment", { Cache: "GET /caches/%2E./{id}" }, `Cache: ${dots}`],
    ["a brace without its other one", { Cache: "GET /caches}/{id}?a=}" }, `Cache: ${dots}`],
    ["a letter that a URL would encode", { Cache: "GET /cachés/{id}" }, `Cache: ${dots}`],
    ["an id that is not last", { Cache: "GET /caches/{id}/now" }, `Cache: ${last}`],
    ["an id within a segment", { Cache: "GET /caches/c-{id}" }, `Cache: ${last}`],
    [
      "an unknown placeholder",
      { Environment: "GET /{team}/{id}" },
      "Environment: of placeholders, the address may have {id}, {applicationId}",
    ],
    [
      "several mistakes",
      { Cache: "GET, PATCH caches/{id}", Bucket: 1 },
      `Cache: it takes GET, and not PATCH; ${dots}`,
      `Bucket is no class: the classes are ${classes}`,
    ],
  ];
  for (const [what, setting, ...problems] of table) {
    it(`apphosting:operations refuses ${what}`, () => expect(parse(setting).problems).to.deep.equal(problems));
  }

  it("apphosting:operations reports all mistakes at once, with the command to run, in text and in an object", () => {
    const read = (operations: unknown) =>
      parseConfiguration((key) => ({ token: "t", baseUrl: "https://a.example", operations })[key.slice(11)], {});
    const setting = { Environment: "GET /environments/{id}" };
    for (const taken of [setting, JSON.stringify(setting)]) {
      expect(read(taken)).to.deep.include({ problems: [] });
      expect(read(taken).values.operations).to.deep.equal(parse(setting).operations);
    }
    const fix = "or set the operations of an explicit Provider";
    expect(read({ Cache: "PATCH /caches/{id}", Bucket: 1 }).problems).to.deep.equal([
      `apphosting:operations Cache: it takes GET, and not PATCH. Bucket is no class: the classes are ${classes}. Run \`pulumi config set --path apphosting:operations.Cache 'GET /caches/{id}'\`, ${fix}`,
    ]);
    expect(String(read({ Bucket: 1 }).problems)).to.include(
      "Run `pulumi config rm --path apphosting:operations.Bucket`",
    );
    expect(String(read("{").problems)).to.include(
      "Run `pulumi config set --path apphosting:operations.Application 'GET, PATCH /applications/{id}'`",
    );
  });

  it("apphosting:operations: whatever the address, it is taken or has a problem, and nothing is thrown", () => {
    const unit = fc.constantFrom("{id}", "{applicationId}", ..."{}/?#.%2e é");
    fc.assert(
      fc.property(fc.string({ unit }), (address) => {
        const { operations, problems } = parse({ Environment: `GET ${address}` });
        expect(operations.Environment === undefined).to.equal(problems.length > 0);
      }),
      { numRuns: 1000 },
    );
  });

  it("apphosting:operations has an example for each class, which it takes", () => {
    expect(formatExample(environment.definition)).to.equal("GET, PATCH, DELETE /environments/{id}");
    for (const definition of definitions) {
      expect(parse({ [definition.names.class]: formatExample(definition) }).problems).to.deep.equal([]);
    }
  });
});
