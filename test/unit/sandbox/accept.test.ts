/** Requests at the edge of what is documented that it accepts. */

import { expect } from "chai";
import { CacheSize, EvictionPolicy, Region, SourceControlProvider } from "../../../provider/enums.js";
import { type Answered, freshSandbox } from "./client.js";

describe("The sandbox", () => {
  const { call, createApplication, createEnvironment, updateCache } = freshSandbox();

  describe("accepts", () => {
    const cases: [what: string, send: () => Promise<Answered>][] = [
      ["an application's name at its shortest", () => createApplication({ name: "ab" })],
      ["an application's name at its longest", () => createApplication({ name: "é".repeat(40) })],
      ["every documented character in it", () => createApplication({ name: "Añ 9_.,'-&()!#+:@" })],
      ["a repository of 255 characters", () => createApplication({ repository: `acme/${"a".repeat(250)}` })],
      ["null for no build command", () => createApplication({ build_command: null })],
      ["fields that it does not know", () => createApplication({ colour: "red" })],
      [
        "null for what an environment may leave out",
        async () => {
          await createApplication();
          return createEnvironment({ build_command: null, cluster_id: null, edge_network_id: null });
        },
      ],
      ["a body with another content type", () => updateCache()],
    ];
    for (const [what, send] of cases) {
      it(what, async () => expect((await send()).status).to.be.oneOf([200, 201]));
    }

    it("every listed value", async () => {
      for (const region of Object.values(Region))
        expect((await createApplication({ region })).status).to.equal(201);
      for (const provider of Object.values(SourceControlProvider)) {
        expect((await createApplication({ source_control_provider_type: provider })).status).to.equal(201);
      }
      for (const size of Object.values(CacheSize)) expect((await updateCache({ size })).status).to.equal(200);
      for (const eviction_policy of Object.values(EvictionPolicy)) {
        expect((await updateCache({ eviction_policy })).status).to.equal(200);
      }
    });

    it("an id that is percent-encoded", async () => {
      expect((await call("PATCH", "/caches/%63ache-1", { name: "sessions" })).status).to.equal(200);
      expect((await call("PATCH", "/caches/%zz", { name: "sessions" })).status).to.equal(404);
    });
  });
});
