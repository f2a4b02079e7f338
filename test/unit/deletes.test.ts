/** Deletes, for users whose API has them: what is deleted, what is let go, and what stays in the state. */

import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json.js";
import type { ApiRequest } from "../../provider/api/transport.js";
import { createDynamicProvider } from "../../provider/host/dynamic-provider.js";
import { passTime, useFastTime } from "./client-fixture.js";
import {
  catchError,
  createConfiguredHost,
  createConfiguredSession,
  createRefusal,
  type Response,
} from "./host-fixture.js";
import { application, environment, type TestedResource } from "./resources.js";

const operations = {
  Application: "GET, PATCH, DELETE /applications/{id}",
  Environment: "GET, PATCH, DELETE /environments/{id}",
};
const createdAt = "2026-03-09T12:00:00Z";

const stateOf = ({ outputs, valid }: TestedResource, more: JsonObject = {}): JsonObject => ({
  ...Object.fromEntries(outputs.map((name) => [name, null])),
  ...valid,
  createdAt,
  ...more,
});
const shown = (attributes: JsonObject, more: JsonObject = {}): Response => ({
  body: { data: { id: "id-1", type: "environments", attributes, ...more } },
});
const same = shown({ created_at: createdAt });
const gone = createRefusal(404, "There is no environment id-1.");
const done: Response = { body: undefined };

/** Deletes an environment `id-1` of which the API responds in this order. */
async function deleteWith(responses: readonly Response[], state = stateOf(environment), configuration = {}) {
  const { host, lines, requests } = createConfiguredHost({ operations, ...configuration }, environment, ...responses);
  const error = await passTime(catchError(host.delete("id-1", state)));
  const isKept = error.message !== "nothing was thrown";
  return { methods: methodsOf(requests), lines, error: isKept ? error : undefined };
}

const methodsOf = (requests: readonly ApiRequest[]) => requests.map(({ method }) => method);

describe("Delete", () => {
  useFastTime();

  it("Delete: reads the resource, sends DELETE, and reads until the API does not find it", async () => {
    const { methods, lines, error } = await deleteWith([same, done, gone]);
    expect(error).to.equal(undefined);
    expect(methods).to.deep.equal(["GET", "DELETE", "GET"]);
    expect(lines).to.deep.equal([]);
  });

  it("Delete: waits while the API still finds the resource, with a line about the wait", async () => {
    const { methods, lines, error } = await deleteWith([same, done, same, same, same, gone]);
    expect(error).to.equal(undefined);
    expect(methods).to.deep.equal(["GET", "DELETE", "GET", "GET", "GET", "GET"]);
    expect(lines).to.deep.equal([
      "waiting: the API has accepted the delete of Environment id-1 and still finds it; for 60 s at most",
    ]);
  });

  it("Delete: warns and drops from the state a resource that the API still finds after timeoutSeconds", async () => {
    const start = Date.now();
    const { lines, error, methods } = await deleteWith([same, done, same], undefined, { timeoutSeconds: "5" });
    expect(error).to.equal(undefined);
    expect(Date.now() - start).to.be.at.most(5_000);
    // The waits between the reads grow.
    expect(methods.length).to.be.within(4, 7);
    expect(lines.at(-1)).to.match(
      /^warning: Environment id-1 is removed from the state: .* still finds it after 5 s\./,
    );
  });

  it("Delete: says of a cancelled run that nothing tells whether the resource is gone yet", async () => {
    const notSent: Response = { failure: { kind: "cancelled", isRepeat: true }, effect: "none" };
    for (const [before, last] of [
      [[same], done],
      [[same, done], same],
      [[same, done], notSent],
    ] as const) {
      const run = new AbortController();
      const cancel = () => {
        run.abort();
        return last;
      };
      const { session, lines } = createConfiguredSession({ operations }, [...before, cancel], run.signal);
      await passTime(createDynamicProvider(environment.definition, session).delete("id-1", stateOf(environment)));
      expect(lines.at(-1)).to.equal(
        "warning: Environment id-1 is removed from the state: the API has accepted its delete, and the run was cancelled before the resource was known to be gone",
      );
    }
  });

  it("Delete: warns and sends no DELETE where the API does not find the resource before", async () => {
    const { methods, lines, error } = await deleteWith([gone]);
    expect(error).to.equal(undefined);
    expect(methods).to.deep.equal(["GET"]);
    expect(lines.join()).to.match(/^warning: Environment id-1 is removed from the state, and nothing was deleted:/);
  });

  const named = stateOf(environment, { createdAt: null, name: "staging", answered: { name: "Staging" } });
  const same2 = (attributes: JsonObject, more: JsonObject = {}) => [shown(attributes, more), done, gone];
  for (const [what, state, responses] of [
    ["with its createdAt, and without a type", undefined, same2({ created_at: createdAt }, { type: null })],
    ["with the instant written otherwise", undefined, same2({ created_at: "2026-03-09T13:00:00.000+01:00" })],
    ["with the name of the output, where no instant tells", named, same2({ name: "staging" })],
    ["with the name that the API returned", named, same2({ name: "Staging" })],
    ["with the name, where the state has no createdAt", named, same2({ created_at: createdAt, name: "staging" })],
    [
      "with the name, where the API returns no createdAt",
      stateOf(environment),
      same2({ name: environment.valid.name ?? null }),
    ],
    ["with a createdAt that is no instant", stateOf(environment, { createdAt: "x" }), same2({ created_at: "x" })],
    ["with another name, where the instant is the same", undefined, same2({ created_at: createdAt, name: "renamed" })],
  ] as [string, JsonObject | undefined, Response[]][]) {
    it(`Delete: takes for the same resource one ${what}`, async () => {
      const { methods, error } = await deleteWith(responses, state);
      expect(error).to.equal(undefined);
      expect(methods).to.include("DELETE");
    });
  }

  const other = (difference: string) =>
    `delete environment was not sent: ${difference}, so that Environment id-1 may be another environment than the one that this stack created. If it is, run \`pulumi state delete\` with its URN.`;
  const otherName = other("the API does not return the name in the state");
  const otherInstant = other("the API returns another createdAt");
  const kept: readonly [what: string, responses: Response[], says: string, state?: JsonObject][] = [
    ["by another id", [{ body: { data: { id: "id-2" } } }], 'another id, "id-2". Check apphosting:operations'],
    ["without an id", [{ body: {} }], "no id. Check apphosting:operations"],
    [
      "of another type",
      [{ body: { data: { id: "id-1", type: "caches", attributes: { created_at: createdAt } } } }],
      other("the API returns another type"),
    ],
    ["created at another instant", [shown({ created_at: "2026-03-09T12:00:01Z", name: "staging" })], otherInstant],
    ["with a createdAt that is no instant", [shown({ created_at: "x" })], otherInstant],
    ["of another name", [shown({ name: "other" })], otherName, named],
    ["without what tells which one it is", [shown({})], otherName, { ...named, answered: { name: null } }],
    ["without a name, as in the state", [shown({})], otherName, { ...named, name: null, answered: null }],
    ["whose read fails", [createRefusal(500, "Down.")], "read environment failed with status 500: Down."],
    ["whose read finds no such route", [createRefusal(404)], "there may be no such path at that address"],
    ["whose read is refused", [createRefusal(403, "No.")], "Check the token"],
    ["whose DELETE is refused", [same, createRefusal(403, "No.")], "Check the token"],
    ["whose DELETE conflicts", [same, createRefusal(409, "In use.")], "Delete what belongs to it first"],
    ["whose first DELETE finds nothing", [same, gone], "delete environment failed with status 404"],
    [
      "whose DELETE has an unknown outcome",
      [same, createRefusal(500, "Down.", "unknown")],
      "delete environment failed with status 500: Down.\nThe environment may still have been deleted.",
    ],
    ["whose read fails after the DELETE", [same, done, createRefusal(500, "Down.")], "status 500"],
  ];
  for (const [what, responses, says, state] of kept) {
    it(`Delete: fails and keeps in the state one ${what}`, async () => {
      const { methods, error } = await deleteWith(responses, state);
      expect(error?.message)
        .to.match(/^Environment id-1: /)
        .and.include(says);
      expect(error?.message).to.include(
        "`pulumi refresh` and `pulumi destroy` use the settings of the last `pulumi up`",
      );
      expect(error?.stack).to.equal("");
      if (responses.length === 1) expect(methods).to.deep.equal(["GET"]);
    });
  }

  it("Delete: keeps in the state a resource at whose address a refresh has found another", async () => {
    const other = shown({ created_at: "2027-01-01T00:00:00Z" });
    const { host, requests } = createConfiguredHost({ operations }, environment, other);
    const { props } = await host.read("id-1", stateOf(environment));
    expect(props).to.include({ createdAt });
    expect((await catchError(host.delete("id-1", props))).message).to.include("the API returns another createdAt");
    expect(methodsOf(requests)).to.deep.equal(["GET", "GET"]);
  });

  it("Delete: keeps in the state an application with environments other than its default one", async () => {
    const relationships = {
      environments: { data: [{ id: "env-1" }, { id: "env-2" }] },
      defaultEnvironment: { data: { id: "env-1" } },
    };
    const data = { id: "id-1", type: "applications", attributes: { created_at: createdAt }, relationships };
    const { host, requests } = createConfiguredHost({ operations }, application, { body: { data } });
    const { message } = await catchError(host.delete("id-1", stateOf(application)));
    expect(message).to.include(
      "environmentIds of Application id-1 has others than its own, env-2, which the API may delete with it. Delete or move these first.",
    );
    expect(methodsOf(requests)).to.deep.equal(["GET"]);
    relationships.environments.data.pop();
    const { relationships: _, ...unrelated } = data;
    for (const alone of [data, unrelated]) {
      const { host, requests } = createConfiguredHost(
        { operations },
        application,
        { body: { data: alone } },
        done,
        gone,
      );
      await host.delete("id-1", stateOf(application));
      expect(methodsOf(requests)).to.deep.equal(["GET", "DELETE", "GET"]);
    }
  });

  const released: readonly [what: string, reason: string, state: JsonObject, id?: string][] = [
    ["was recorded", "recorded it by existingId", stateOf(environment, { existingId: "id-1" })],
    [
      "has an id that the package made",
      "the package has made its id, by which the API finds nothing",
      stateOf(environment, { applicationId: "app-1", name: "staging" }),
      "app-1/staging",
    ],
  ];
  for (const [what, reason, state, id = "id-1"] of released) {
    it(`Delete: warns and sends no request where the resource ${what}`, async () => {
      const { host, lines, requests } = createConfiguredHost({ operations }, environment);
      await host.delete(id, state);
      expect(requests).to.deep.equal([]);
      expect(lines.join()).to.match(/^warning: Environment .* is removed from the state, but it still exists: /);
      expect(lines.join()).to.include(reason);
    });
  }

  it("Delete: sends no request where another resource of the program names its id", async () => {
    const { host, lines, requests } = createConfiguredHost({ operations }, environment);
    await host.check({}, { ...environment.required, existingId: "id-1" });
    lines.length = 0;
    await host.delete("id-1", stateOf(environment));
    expect(requests).to.deep.equal([]);
    expect(lines.join()).to.include("another resource of the program names it as existingId");
  });

  it("Delete: sends no request where the state lacks an argument of the address", async () => {
    const { applicationId: _, ...state } = stateOf(environment);
    const address = "GET, DELETE /applications/{applicationId}/environments/{id}";
    const { methods, error } = await deleteWith([], state, { operations: { Environment: address } });
    expect(methods).to.deep.equal([]);
    expect(error?.message).to.include("was not sent: the path");
  });

  it("Delete: keeps the resource in the state where the named operations are malformed", async () => {
    const malformed = { timeoutSeconds: "soon", operations: { Environment: "DELETE /e/{id}" } };
    const { error, methods } = await deleteWith([], undefined, malformed);
    expect(error?.message).to.match(/^apphosting:timeoutSeconds .*\napphosting:operations .*DELETE needs GET/);
    expect(methods).to.deep.equal([]);
  });
});
