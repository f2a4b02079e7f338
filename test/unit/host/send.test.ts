/** What counts as a response about the resource, to a request that creates nothing. Responses to creates are tested with creates. */

import { expect } from "chai";
import { interpretResponse } from "../../../provider/api/http/attempt.js";
import { environment } from "../documented-resources.js";
import { catchError, createConfiguredHost, type Response } from "../host-fixture.js";

const state = { ...environment.nulls, ...environment.required, __deletable: true };

type Host = ReturnType<typeof createConfiguredHost>["host"];

/** Sends one request about the environment env-1. */
async function send(method: "GET" | "PATCH" | "DELETE", response: Response): Promise<string> {
  const { host } = createConfiguredHost({ operations: "read,update,delete" }, environment, response);
  const act = {
    GET: () => host.read("env-1", state),
    PATCH: () => host.update("env-1", state, { ...environment.required, branch: "next", __deletable: true }),
    DELETE: () => host.delete("env-1", state),
  };
  return (await catchError(act[method]())).message;
}

for (const method of ["GET", "PATCH", "DELETE"] as const) {
  it(`${method} with a response 2xx that has errors and no id: a failure with the API's words and without effect`, async () => {
    for (const body of [{ error: "Plan limit reached." }, { errors: ["Plan limit reached."], data: { type: "x" } }]) {
      const message = await send(method, interpretResponse(200, JSON.stringify(body)));
      expect(message).to.match(/environment failed with status 200: Plan limit reached\./);
      expect(message).to.not.include("anyway");
    }
  });

  it(`${method} with a response 2xx that has errors and the id: ${method === "DELETE" ? "a failure" : "a success"}`, async () => {
    const body = { errors: ["It is locked."], data: { id: "env-1", attributes: {} } };
    const message = await send(method, interpretResponse(200, JSON.stringify(body)));
    expect(message).to.include(method === "DELETE" ? "status 200: It is locked." : "nothing was thrown");
  });

  it(`${method} with a response that has the type of the class in the singular, or in another case: a success`, async () => {
    for (const type of ["environment", "Environments"]) {
      expect(await send(method, { body: { data: { id: "env-1", type } } })).to.equal("nothing was thrown");
    }
  });
}

it("GET and PATCH with a response 2xx that has the id and errors: a line with the API's words, of fields by the argument's name", async () => {
  const body = { errors: { build_command: ["It is too slow."] }, data: { id: "env-1", attributes: {} } };
  const response = interpretResponse(200, JSON.stringify(body));
  const line =
    "warning: Environment staging of app/1 (env-1): the API reports success, but with errors:\n  buildCommand: It is too slow.";
  for (const [settings, act] of [
    ["read", (host: Host) => host.read("env-1", state)],
    ["update", (host: Host) => host.update("env-1", state, { ...environment.required, branch: "next" })],
  ] as const) {
    const { host, lines } = createConfiguredHost({ operations: settings }, environment, response);
    await act(host);
    expect(lines, settings).to.include(line);
  }
});

it("PATCH that may have been carried out in an earlier attempt, and has errors alone: of unknown outcome", async () => {
  const attempt = interpretResponse(200, '{"errors":["No."]}');
  expect(await send("PATCH", { ...attempt, outcomeOfEarlierAttempts: "unknown" })).to.include(
    "may have gone through anyway",
  );
});
