/** Which resource a delete takes for that of the state: what nothing proves to be the same stays. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import { useFastTime } from "../../api/http/client-fixture.js";
import { catchError, createConfiguredHost, type Response } from "../../host-fixture.js";
import { environment } from "../../resources.js";
import {
  createdAt,
  deleteWith,
  done,
  expectKept,
  gone,
  methodsOf,
  operations,
  shown,
  stateOf,
} from "./delete-fixture.js";

describe("Delete of what a read shows", () => {
  useFastTime();

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
  expectKept([
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
  ]);
  it("Delete: keeps in the state a resource at whose address a refresh has found another", async () => {
    // The state does not have the time of creation, so that the read takes over the values, but not what identifies.
    const another = shown({ created_at: "2027-01-01T00:00:00Z", name: "other" });
    const { host, requests } = createConfiguredHost({ operations }, environment, another);
    const { props } = await host.read("id-1", named);
    expect(props).to.include({ createdAt: null });
    expect((await catchError(host.delete("id-1", props))).message).to.include(unproven);
    expect(methodsOf(requests)).to.deep.equal(["GET", "GET"]);
  });
});
