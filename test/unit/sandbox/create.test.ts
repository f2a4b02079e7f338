/** Applications and environments that it creates. */

import { expect } from "chai";
import { Region } from "../../../provider/enums.js";
import { application, environment, freshSandbox, typesOf } from "./client.js";

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

    it("with every documented attribute and relationship", async () => {
      const { data } = (await createApplication()).body;
      expect(data.attributes).to.have.all.keys(
        ..."name slug region root_directory chat_channel avatar_url framework language created_at".split(" "),
        ...["repository", "notes"],
      );
      expect(Object.values(data.attributes)).not.to.include(null);
      expect(typesOf(data)).to.deep.equal({
        repository: "repositories",
        organization: "organizations",
        environments: ["environments"],
        deployments: ["deployments"],
        defaultEnvironment: "environments",
      });
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
      expect(body.data.attributes.region).to.be.oneOf([...Object.values(Region)]);
      expect(body.data.relationships.repository.data).to.equal(null);
      expect(body.included).to.deep.equal([]);
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

    it("with every documented attribute and relationship", async () => {
      const { data } = (await createEnvironment({ build_command: "make" })).body;
      const { runtime, ...attributes } = data.attributes;
      expect(runtime.environment_variables[0]).to.have.all.keys("key", "value");
      expect(attributes).to.have.all.keys(
        ..."name slug status color created_from_automation vanity_domain framework language".split(" "),
        ..."php_major_version build_command node_version deploy_command start_command".split(" "),
        ..."uses_server_accelerator uses_hibernation hibernation_wake_up_interval timeout".split(" "),
        ..."shutdown_timeout uses_push_to_deploy uses_deploy_hook mailer network_settings".split(" "),
        ...["created_at", "serving"],
      );
      expect(Object.values(attributes)).not.to.include(null);
      expect(attributes.mailer).to.have.all.keys("from_address", "from_name", "key_name");
      const { cache, response_headers, firewall, content_converter } = attributes.network_settings;
      expect(cache.strategy).to.be.a("string");
      expect(response_headers).to.have.all.keys("frame", "content_type", "hsts");
      expect(response_headers.hsts).to.have.all.keys("max_age", "include_subdomains", "preload");
      expect(firewall.bot_categories).to.deep.equal(["academic_research"]);
      expect(firewall.rate_limit).to.have.all.keys("429", "level", "per_minute", "4xx");
      expect(firewall).to.include.keys("under_attack_mode_started_at", "block_path");
      expect(content_converter).to.be.a("boolean");
      expect(typesOf(data)).to.deep.equal({
        application: "applications",
        branch: "branches",
        deployments: ["deployments"],
        currentDeployment: "deployments",
        domains: ["domains"],
        primaryDomain: "domains",
        instances: ["instances"],
        database: null,
        cache: null,
        buckets: [],
        websocketApplication: null,
        secrets: [],
      });
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
