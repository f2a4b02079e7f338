/** Applications and environments that it creates. */

import { expect } from "chai";
import { application, environment, freshSandbox } from "./client.js";

describe("The sandbox", () => {
  const { sandbox, call, createApplication, createEnvironment, stored } = freshSandbox();

  describe("creates an application", () => {
    it("and shows what was asked, with its repository in included", async () => {
      const { status, headers, body } = await createApplication({ root_directory: "web" });
      expect(status).to.equal(201);
      expect(headers.get("content-type")).to.equal("application/json");
      expect(body.data).to.include({ id: "app-1", type: "applications" });
      expect(body.data.attributes).to.include({
        name: "Shop",
        slug: "shop",
        region: "eu-west-1",
        root_directory: "web",
      });
      expect(body.data.attributes.repository).to.deep.equal({
        full_name: "acme/shop",
        default_branch: "main",
      });
      expect(body.included).to.deep.equal([
        {
          id: body.data.relationships.repository.data.id,
          type: "repositories",
          attributes: { name: "shop" },
        },
      ]);
    });

    it("with a default environment, which gets the build command", async () => {
      const { data } = (await createApplication({ build_command: "npm run build" })).body;
      expect(data.relationships.defaultEnvironment.data).to.deep.equal({ type: "environments", id: "env-1" });
      expect(data.relationships.environments.data).to.deep.equal([{ type: "environments", id: "env-1" }]);
      expect(stored("environments", "env-1").attributes.build_command).to.equal("npm run build");
    });

    it("without a region or a repository, for neither is documented as required", async () => {
      const { name, source_control_provider_type } = application;
      const { status, body } = await call("POST", "/applications", { name, source_control_provider_type });
      expect(status).to.equal(201);
      expect(body.data.attributes.region).to.equal("us-east-1");
      expect(body.data.relationships.repository.data).to.equal(null);
      expect(body.included).to.deep.equal([]);
    });

    it("whatever other fields and content type there are", async () => {
      expect((await createApplication({ colour: "red" })).status).to.equal(201);
    });

    it("twice when it is asked twice", async () => {
      await createApplication();
      await createApplication();
      expect(
        sandbox()
          .state()
          .applications.map(({ id }) => id),
      ).to.deep.equal(["app-1", "app-2"]);
    });
  });

  describe("creates an environment", () => {
    beforeEach(() => createApplication());

    it("within its application, with what was asked", async () => {
      const { status, body } = await createEnvironment({ build_command: "make" });
      expect(status).to.equal(200);
      expect(body.data).to.include({ id: "env-2", type: "environments" });
      expect(body.data.attributes).to.include({
        name: "staging",
        build_command: "make",
        status: "deploying",
      });
      expect(body.data.relationships.application.data).to.deep.equal({ type: "applications", id: "app-1" });
      expect(body.data.relationships.branch.data).to.deep.equal({ type: "branches", id: "branch-next" });
      expect(stored("applications", "app-1").relationships.environments?.data).to.deep.equal([
        { type: "environments", id: "env-1" },
        { type: "environments", id: "env-2" },
      ]);
    });

    it("unless its name is taken within the application", async () => {
      await createEnvironment();
      const { status, body } = await createEnvironment();
      expect(status).to.equal(422);
      expect(body.errors).to.have.all.keys("name");
      await createApplication();
      expect((await call("POST", "/applications/app-2/environments", environment)).status).to.equal(200);
    });

    it("unless the application is unknown", async () => {
      const { status, body } = await call("POST", "/applications/app-9/environments", environment);
      expect(status).to.equal(404);
      expect(body).to.have.all.keys("message");
    });
  });
});
