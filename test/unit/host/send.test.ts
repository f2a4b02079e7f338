import { expect } from "chai";
import { interpretResponse } from "../../../provider/api/http/attempt.js";
import { ApiError, type Outcome } from "../../../provider/api/http/errors.js";
import { saysGone } from "../../../provider/host/send.js";
import type { Resource } from "../../../provider/host/state/model.js";
import { environment } from "../documented-resources.js";
import { catchError, createHost, type Response } from "../host-fixture.js";

const state = { ...environment.nulls, ...environment.required, __deletable: true };

async function send(method: "GET" | "PATCH" | "DELETE", response: Response): Promise<string> {
  const { host, lines } = createHost({ operations: "read,update,delete" }, environment, response);
  const act = {
    GET: () => host.read("env-1", state),
    PATCH: () => host.update("env-1", state, { ...environment.required, branch: "next", __deletable: true }),
    DELETE: () => host.delete("env-1", state),
  };
  const { message } = await catchError(act[method]());
  return [message, ...lines].join("\n");
}

for (const method of ["GET", "PATCH", "DELETE"] as const) {
  it(`${method} with status 200 and errors: fails with the API's message, even if the body has the id`, async () => {
    for (const data of [{ type: "x" }, { id: "env-1", attributes: {} }]) {
      const body = JSON.stringify({ error: "It is locked.", data });
      const message = await send(method, interpretResponse(method, 200, body));
      expect(message).to.include("got a response with status 200 and errors").and.include("It is locked.");
      expect(message).not.to.include("redirected");
      expect(message.includes("may have gone through anyway")).to.equal(method === "PATCH");
      expect(message.includes("The environment stays in the state.")).to.equal(method === "DELETE");
    }
  });
}

function isGone(body: unknown, status = 404, outcome: Outcome = "no effect", id = "env-9"): boolean {
  const result = interpretResponse("DELETE", status, JSON.stringify(body));
  if (!("failure" in result)) throw new Error("the response is a success");
  const request = { action: "delete environment", method: "DELETE", path: "/environments/env-9" } as const;
  const resource = { definition: environment.definition, id } as unknown as Resource;
  return saysGone(new ApiError(request, result.failure, outcome), resource);
}

for (const message of [
  ...["No environment has the id 9.", "Environment not found", "ENVIRONMENT NOT FOUND", "There is no env-9."],
  "No query results for model [App\\Models\\Environment] 9",
  "The environment was deleted; get another one.",
]) {
  it(`DELETE with 404 "${message}": the environment is gone`, () => expect(isGone({ message })).to.equal(true));
}

for (const body of [
  ...["404 page not found", "Endpoint not found", "Unknown path", "Not found."].map((message) => ({ message })),
  { message: "The requested URL was not found on the server. If you entered it manually, check your spelling." },
  { message: "Cannot DELETE /environments/env-1" },
  { message: "Route DELETE:/environments/env-1 not found" },
  { message: "The route environments/env-1 could not be found." },
  { message: "no Route matched with those values" },
  ...[{ message: "environments not found" }, { message: "env-11 not found" }],
  ...[{ error: "environment not found" }, { title: "No environment" }, {}],
]) {
  it(`DELETE with 404 ${JSON.stringify(body).slice(0, 66)}: the environment stays`, async () => {
    const message = await send("DELETE", interpretResponse("DELETE", 404, JSON.stringify(body)));
    expect(message).to.include("The environment stays in the state. This 404 doesn't show");
    expect(message).to.include("without delete in apphosting:operations").and.include("pulumi state delete");
  });
}

it("DELETE with 404 after an unknown outcome: gone, unless the message quotes the request", () => {
  for (const body of [{ message: "Not found." }, {}, { message: "No environment has this id." }]) {
    expect(isGone(body, 404, "unknown"), JSON.stringify(body)).to.equal(true);
  }
  for (const message of ["Cannot DELETE it.", "No /environments/env-9 here."]) {
    expect(isGone({ message }, 404, "unknown"), message).to.equal(false);
  }
});

it("DELETE: 410 always means gone; 400, 403, 409 and 500 never do", () => {
  expect(isGone({ message: "Cannot DELETE it." }, 410)).to.equal(true);
  for (const status of [400, 403, 409, 500]) expect(isGone({ message: "environment env-9" }, status)).to.equal(false);
});

for (const [id, message, expected] of [
  ["env.9", "There is no env.9.", true],
  ["env+9", "There is no env+9", true],
  ["env.9", "There is no envX9.", false],
  ["", "Not found.", false],
] as const) {
  it(`DELETE of "${id}" with 404 "${message}": ${expected ? "gone" : "not gone"}`, () => {
    expect(isGone({ message }, 404, "no effect", id)).to.equal(expected);
  });
}

for (const method of ["GET", "PATCH"] as const) {
  it(`${method} that returns another environment: the error says what to do if this one is gone`, async () => {
    const message = await send(method, { body: { data: { id: "env-2", type: "environments" } } });
    expect(message).to.include('the id "env-2" instead of "env-1"');
    expect(message).to.include("If Environment env-1 no longer exists, run `pulumi state delete`");
  });
}

it("GET in an adoption that returns another environment: no advice to remove it from the state", async () => {
  const response: Response = { body: { data: { id: "env-2", type: "environments" } } };
  const { host } = createHost({ operations: "read" }, environment, response);
  const { message } = await catchError(host.create({ ...environment.required, existingId: "env-1" }));
  expect(message).to.include('the id "env-2" instead of "env-1"').and.not.include("no longer exists");
});

it("DELETE of an invalid id: not sent, and the environment stays in the state", async () => {
  const { host, requests } = createHost({ operations: "delete" }, environment);
  const { message } = await catchError(host.delete("..", state));
  expect(message).to.include("has no valid id").and.include("The environment stays in the state.");
  expect(requests).to.deep.equal([]);
});
