/** Deletes, for users whose API has them: what is deleted, what is let go, and what stays in the state. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../../provider/api/http/transport.js";
import { createDynamicProvider } from "../../../../provider/host/dynamic-provider.js";
import { passTime, useFastTime } from "../../api/http/client-fixture.js";
import {
  catchError,
  createConfiguredHost,
  createConfiguredSession,
  createRefusal,
  type Response,
} from "../../host-fixture.js";
import { application, environment, type TestedResource } from "../../resources.js";

const operations = {
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

  for (const [timeoutSeconds, seconds] of [
    ["1", 60],
    ["90", 90],
  ] as const) {
    it(`Delete: warns and drops from the state a resource that the API still finds after ${seconds} s, with timeoutSeconds: ${timeoutSeconds}`, async () => {
      const start = Date.now();
      const { lines, error, methods } = await deleteWith([same, done, same], undefined, { timeoutSeconds });
      expect(error).to.equal(undefined);
      expect(Date.now() - start).to.be.within((seconds - 8) * 1000, seconds * 1000);
      // The waits between the reads grow.
      expect(methods.length).to.be.below(20);
      expect(lines.at(-1)).to.match(
        new RegExp(`^warning: Environment id-1 is removed from the state: .* still finds it after ${seconds} s\\.`),
      );
    });
  }

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
    expect(lines.join()).to.match(
      /^warning: Environment id-1 is removed from the state, and this run has sent no delete: the API does not find it/,
    );
  });

  it("Delete: takes 410 for gone, whoever sends it, before the DELETE, as its answer, and after it", async () => {
    const lost = createRefusal(410);
    for (const [responses, sent] of [
      [[lost], ["GET"]],
      [
        [same, done, lost],
        ["GET", "DELETE", "GET"],
      ],
    ] as const) {
      const { methods, error } = await deleteWith(responses);
      expect(error).to.equal(undefined);
      expect(methods).to.deep.equal(sent);
    }
  });

  const requested = environment.valid.name ?? null;
  const named = stateOf(environment, { createdAt: null, answered: { name: "Staging" } });
  const same2 = (attributes: JsonObject, more: JsonObject = {}) => [shown(attributes, more), done, gone];
  for (const [what, state, responses] of [
    ["with its createdAt, and without a type", undefined, same2({ created_at: createdAt }, { type: null })],
    ["with the instant written otherwise", undefined, same2({ created_at: "2026-03-09T13:00:00.123456+01:00" })],
    ["with the requested name, where no instant tells", named, same2({ name: requested })],
    ["with the requested name and white space", named, same2({ name: ` ${requested} ` })],
    [
      "with the requested name, where the state has no createdAt",
      named,
      same2({ created_at: createdAt, name: requested }),
    ],
    ["with the requested name, where the API returns no createdAt", stateOf(environment), same2({ name: requested })],
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
    `read environment got a response with another ${difference}, so that it may be about another environment than Environment id-1. Check apphosting:baseUrl, apphosting:operations and the token's organization. If Environment id-1 does not exist any more, run \`pulumi state delete\` with its URN, or set the id of another one as existingId.`;
  const unproven =
    "delete environment was not sent: neither the time of its creation nor its name, as the stack requested it, tells that Environment id-1 is the environment that this stack created. If it is, delete it in the web console, and run `pulumi state delete` with its URN.";
  const accepted =
    "the API has accepted the delete of Environment id-1, but it is not known whether it is gone. It stays in the state: run the command again.\n";
  const kept: readonly [what: string, responses: Response[], says: string, state?: JsonObject][] = [
    ["by another id", [{ body: { data: { id: "id-2" } } }], other('id, "id-2"')],
    ["without an id", [{ body: {} }], "no id. Check apphosting:operations"],
    [
      "of another type",
      [{ body: { data: { id: "id-1", type: "caches", attributes: { created_at: createdAt } } } }],
      other("type"),
    ],
    [
      "created at another instant",
      [shown({ created_at: "2026-03-09T12:00:01Z", name: requested })],
      other("createdAt"),
    ],
    ["with a createdAt that is no instant", [shown({ created_at: "x" })], other("createdAt")],
    ["of another name", [shown({ name: "other" })], unproven, named],
    ["of a name that the API returned and nobody requested", [shown({ name: "Staging" })], unproven, named],
    ["without what tells which one it is", [shown({})], unproven, { ...named, answered: { name: null } }],
    ["without a name, as in the state", [shown({})], unproven, { ...named, name: null, answered: null }],
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
    [
      "whose read fails after the DELETE",
      [same, done, createRefusal(500, "Down.")],
      `${accepted}read environment failed`,
    ],
    [
      "whose read is refused after the DELETE",
      [same, done, createRefusal(403, "No.")],
      `${accepted}read environment failed`,
    ],
    [
      "that is another one after the DELETE",
      [same, done, shown({ created_at: "x" })],
      `${accepted}${other("createdAt")}`,
    ],
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
    // The state does not have the time of creation, so that the read takes over the values, but not what identifies.
    const another = shown({ created_at: "2027-01-01T00:00:00Z", name: "other" });
    const { host, requests } = createConfiguredHost({ operations }, environment, another);
    const { props } = await host.read("id-1", named);
    expect(props).to.include({ createdAt: null });
    expect((await catchError(host.delete("id-1", props))).message).to.include(unproven);
    expect(methodsOf(requests)).to.deep.equal(["GET", "GET"]);
  });

  it("Delete: never of an application, also where DELETE is named, and check warns once that it is ignored", async () => {
    const named = { Application: "GET, PATCH, DELETE /applications/{id}" };
    const { host, requests, lines } = createConfiguredHost({ operations: named }, application);
    const why =
      "no application is ever deleted, because the API may delete every environment with it, also one that the stack adopts, retains or protects";
    for (const _ of ["preview", "up"]) await host.check({}, application.required);
    await host.delete("id-1", stateOf(application));
    expect(requests).to.deep.equal([]);
    expect(lines).to.deep.equal([
      `warning: apphosting:operations names DELETE for Application, which is ignored: ${why}`,
      `warning: Application id-1 is removed from the state, but it still exists: ${why}`,
    ]);
  });

  it("Delete: the notice about the settings of the last up is not in an error of an up, which has checked resources", async () => {
    const { host } = createConfiguredHost({ operations }, environment, createRefusal(403, "No."));
    await host.check({}, environment.required);
    const { message } = await catchError(host.delete("id-1", stateOf(environment)));
    expect(message)
      .to.match(/status 403/)
      .and.not.match(/last `pulumi up`/);
  });

  const released: readonly [what: string, reason: string, state: JsonObject, id?: string][] = [
    ["was recorded", "adopted it by existingId", stateOf(environment, { existingId: "id-1" })],
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
