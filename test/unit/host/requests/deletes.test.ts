/** Deletes, for users whose API has them: what is deleted, what is let go, and what stays in the state. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import { useFastTime } from "../../api/http/client-fixture.js";
import { catchError, createConfiguredHost, createRefusal } from "../../host-fixture.js";
import { application, environment } from "../../resources.js";
import { deleteWith, done, expectKept, gone, operations, same, shown, stateOf } from "./delete-fixture.js";

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

  const accepted =
    "the API has accepted the delete of Environment id-1, but it is not known whether it is gone. It stays in the state: run the command again.\n";
  expectKept([
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
      `${accepted}read environment got a response with another createdAt`,
    ],
  ]);
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
    ["was adopted", "adopted it by existingId", stateOf(environment, { existingId: "id-1" })],
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
