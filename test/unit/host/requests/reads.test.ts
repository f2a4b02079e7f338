/** Reads: what is sent, what is not, and what fails. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import {
  catchError,
  createBrokenResponse,
  createConfiguredHost,
  createRefusal,
  type Response,
} from "../../host-fixture.js";
import { application, cache, environment, type TestedResource } from "../../resources.js";
import { createReadingHost, refresh } from "../refresh-fixture.js";

const createState = ({ nulls, valid }: TestedResource): JsonObject => ({ ...nulls, ...valid });

it("Refresh of a resource that the API does not find: warns and keeps it in the state, because the next up would create a second one", async () => {
  const { props, lines } = await refresh(application, createRefusal(404, "No."));
  expect(props).to.deep.equal(createState(application));
  expect(lines.join()).to.match(
    /^warning: Application id-1 is kept in the state, but the API does not find it: .*`pulumi state delete`/,
  );
});

it("Refresh without a path, or with an id that the package made: sends nothing, and says so once", async () => {
  const made = { ...createState(environment), applicationId: "app-1", name: "staging" };
  for (const [ids, kind, state, says] of [
    [["app-1/staging"], environment, made, "Environment app-1/staging was not read: the package has made its id"],
    [["id-1", "id-2"], cache, createState(cache), "refresh read nothing: the API documents no read"],
    [["id-1"], application, createState(application), "refresh read nothing: the API documents no read"],
  ] as const) {
    const { host, lines, requests } = createConfiguredHost(
      { operations: { Environment: "GET /environments/{id}" } },
      kind,
    );
    for (const id of ids) expect((await host.read?.(id, state))?.props).to.deep.equal(state);
    expect(lines.map((line) => line.split(". ")[0])).to.deep.equal([`warning: ${says}`]);
    expect(requests).to.deep.equal([]);
  }
});

it("Refresh without a named GET: says that nothing was read, also of a resource whose id the package made", async () => {
  const { host, lines } = createConfiguredHost({}, environment);
  await host.read("app-1/staging", { ...createState(environment), applicationId: "app-1", name: "staging" });
  expect(lines.join()).to.match(/^warning: refresh read nothing/);
});

const html: Response = { failure: { kind: "unreadable", status: 200, detail: "HTML" }, effect: "none" };
const table: readonly [what: string, response: Response, says: RegExp][] = [
  [
    "by another id",
    { body: { data: { id: "id-2" } } },
    /another id, "id-2", .* than Cache id-1\. Check apphosting:baseUrl, apphosting:operations and .*, or set the id of another one as cacheId/,
  ],
  ["by a list", { body: { data: [{ id: "id-1" }, { id: "id-2" }] } }, /no id\. Check apphosting:operations/],
  [
    "by a route that is not there",
    createRefusal(404, "The route x could not be found."),
    /Check apphosting:operations/,
  ],
  ["by a 404 without a message", createRefusal(404), /Check apphosting:operations/],
  ["by a redirect", createRefusal(302), /Check apphosting:operations/],
  [
    "by a defect of the package",
    new TypeError("broken"),
    /a defect of pulumi-apphosting kept from being read: TypeError/,
  ],
  [
    "by a defect in reading its response",
    createBrokenResponse({ id: "id-1" }),
    /a defect of pulumi-apphosting kept from being read: TypeError/,
  ],
  ["by a page", html, /Check apphosting:operations/],
  ["by a token", createRefusal(403, "No."), /Check the token/],
  [
    "by an outage",
    createRefusal(503, "Down."),
    /status 503: Down\.\n`pulumi refresh` and .* use the settings of the last `pulumi up`/,
  ],
];
for (const [what, response, says] of table) {
  it(`Read fails ${what}: the error names the resource and what to check`, async () => {
    const { message, stack } = await catchError(
      createReadingHost(cache, response).host.read?.("id-1", createState(cache)),
    );
    expect(message)
      .to.match(/^Cache id-1: read cache /)
      .and.to.match(says)
      .and.not.to.match(/may still have/);
    expect(stack).to.equal("");
  });
}

const elsewhere = (path: string) =>
  `was not sent: the path ${path} leads elsewhere\nCheck the id and apphosting:operations.`;
for (const [what, operation, says, id = "id-1"] of [
  ["an id that leads elsewhere", "GET /caches/{id}", elsewhere("/caches/.."), ".."],
  ["a value that the state lacks", "GET /caches/{cacheId}/{id}", elsewhere("/caches/null/id-1")],
  ["a malformed address, for no check comes before", "GET caches", "Cache: the address must begin with one /"],
] as [string, string, string, string?][]) {
  it(`Read fails before it is sent, with what to check, by ${what}`, async () => {
    const { host, requests } = createConfiguredHost({ operations: { Cache: operation } }, cache);
    expect((await catchError(host.read?.(id, {}))).message)
      .to.include(says)
      .and.not.to.match(/may still/);
    expect(requests).to.deep.equal([]);
  });
}
