/** The sandbox that misbehaves: what a test can rely on when it makes an operation fail. */

import { expect } from "chai";
import {
  cutConnection,
  type Fault,
  type FaultySandbox,
  normaliseAttributes,
  respondWith,
  startFaultySandbox,
} from "../faults/index.js";
import { createClient } from "./sandbox/client.js";

const message = "Server error.";
const failures: Readonly<Record<string, (when: "before" | "after") => Fault>> = {
  "a 500": (when) => respondWith(500, { message }, { takesEffect: when === "after" }),
  "a reset connection": (when) => cutConnection("reset", when),
  "a closed connection": (when) => cutConnection("close", when),
};

describe("Faults of the sandbox", () => {
  let api: FaultySandbox;
  before(async () => {
    api = await startFaultySandbox({ operations: true });
  });
  after(() => api.close());

  /** An account with `app-2`, and `env-3`, which is not the default environment of its application. */
  async function prepare() {
    api.reset();
    const client = createClient(() => api.sandbox);
    await client.createApplication();
    await client.createApplication({ name: "Second" });
    await client.createEnvironment();
  }

  function send(method: string, path: string) {
    const body = method === "PATCH" ? { body: JSON.stringify({ name: "Renamed" }) } : {};
    return fetch(api.url + path, { method, headers: { authorization: `Bearer ${api.token}` }, ...body });
  }

  for (const [type, id, name] of [
    ["applications", "app-2", "Second"],
    ["environments", "env-3", "staging"],
  ] as const) {
    const path = `/${type}/${id}`;
    const on = (method: string) => ({ method, path: new RegExp(`^${path}$`) });
    const nameNow = () => api.sandbox.state()[type].find((resource) => resource.id === id)?.attributes.name;

    for (const [method, nameAfter, statusAfter] of [
      ["GET", name, 200],
      ["PATCH", "Renamed", 200],
      ["DELETE", undefined, 404],
    ] as const) {
      if (method === "DELETE" && type === "applications") continue;
      for (const [what, fail] of Object.entries(failures)) {
        it(`Fault: ${method} of ${type} fails by ${what}, once, before its effect or after it`, async () => {
          for (const when of ["before", "after"] as const) {
            await prepare();
            api.addFault(fail(when), on(method));
            const status = await send(method, path).then(
              (response) => response.status,
              () => undefined,
            );
            expect(status).to.equal(what === "a 500" ? 500 : undefined);
            expect(api.sandbox.requests().slice(3)).to.have.length(when === "after" ? 1 : 0);
            expect(nameNow()).to.equal(when === "after" ? nameAfter : name);
            const statusBefore = method === "DELETE" ? 204 : 200;
            expect((await send(method, path)).status).to.equal(when === "after" ? statusAfter : statusBefore);
          }
        });
      }
    }
  }

  it("Fault: rewrites responses that hold a resource, and leaves those of deletes as they are", async () => {
    await prepare();
    api.addFault(normaliseAttributes({ name: "normalised" }), { lasts: true });
    const read = await (await send("GET", "/environments/env-3")).json();
    expect(read).to.have.nested.property("data.attributes.name", "normalised");
    const deleted = await send("DELETE", "/environments/env-3");
    expect([deleted.status, await deleted.text()]).to.deep.equal([204, ""]);
  });
});
