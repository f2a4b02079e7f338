import { expect } from "chai";
import { nested } from "../faults/index.js";
import { all, known } from "./arguments.js";
import { hostSuite } from "./suite.js";

const everyPlace = [
  ["flat", "flat"],
  ["key", "under a key of another name"],
  ["empty", "under an empty key"],
] as const;

describe("The outputs", () => {
  const suite = hostSuite();

  it("of an application are all documented attributes, relationships and included fields", async () => {
    const { properties } = await suite.host.create("application", all.application);
    expect(known(properties)).to.deep.equal({
      ...all.application,
      slug: "shop",
      chatChannel: "#deployments",
      avatarUrl: "https://sandbox.test/avatars/app-1.png",
      framework: "fwk_primary",
      language: "html",
      createdAt: "2026-03-09T12:00:00Z",
      repositoryDetails: {
        id: "repo-acme-shop",
        name: "shop",
        fullName: "acme/shop",
        defaultBranch: "main",
      },
      notes: "Lives in the sandbox only",
      organizationId: "org-1",
      environmentIds: ["env-1"],
      deploymentIds: ["deployment-1"],
      defaultEnvironmentId: "env-1",
    });
  });

  it("of an environment are all documented attributes and relationships", async () => {
    await suite.host.create("application", all.application);
    const { properties } = await suite.host.create("environment", all.environment);
    expect(known(properties)).to.deep.equal({
      ...all.environment,
      slug: "staging",
      status: "deploying",
      color: "blue",
      createdFromAutomation: false,
      vanityDomain: "staging-app-1.sandbox.test",
      framework: "fwk_primary",
      language: "html",
      phpMajorVersion: "8",
      nodeVersion: "20",
      deployCommand: "npm run migrate",
      startCommand: "npm start",
      usesServerAccelerator: false,
      usesHibernation: false,
      hibernationWakeUpInterval: 5,
      timeout: 60,
      shutdownTimeout: 10,
      usesPushToDeploy: true,
      usesDeployHook: false,
      mailer: { fromAddress: "staging@sandbox.test", fromName: "Sandbox", keyName: "sandbox-mailer" },
      networkSettings: {
        cache: { strategy: "default" },
        responseHeaders: {
          frame: "sameorigin",
          contentType: "nosniff",
          hsts: { maxAge: 31_536_000, includeSubdomains: true, preload: false },
        },
        firewall: {
          botCategories: ["academic_research"],
          rateLimit: { "429": true, level: "challenge", perMinute: 300, "4xx": false },
          underAttackModeStartedAt: "2026-03-09T12:00:00Z",
          blockPath: false,
        },
        contentConverter: false,
      },
      createdAt: "2026-03-09T12:00:00Z",
      serving: "web",
      environmentVariables: [{ key: "SANDBOX_VARIABLE", value: "variable-of-env-2" }],
      branchId: "branch-next",
      deploymentIds: ["deployment-2"],
      currentDeploymentId: "deployment-2",
      domainIds: ["domain-2"],
      primaryDomainId: "domain-2",
      instanceIds: ["instance-2"],
      bucketIds: [],
      secretIds: [],
    });
  });

  for (const [where, title] of everyPlace) {
    it(`of an environment have its variables, which the answer has ${title}`, async () => {
      await suite.host.create("application", all.application);
      suite.api.fault(nested(where));
      const { properties } = await suite.host.create("environment", all.environment);
      expect(properties.environmentVariables).to.deep.equal([{ key: "SANDBOX_VARIABLE", value: "variable-of-env-2" }]);
    });
  }

  it("of a cache are all documented attributes, relationships and included fields", async () => {
    const { properties } = await suite.host.create("cache", all.cache);
    expect(known(properties)).to.deep.equal({
      ...all.cache,
      type: "vendor_redis",
      status: "creating",
      region: "us-east-1",
      createdAt: "2026-03-09T12:00:00Z",
      connection: { hostname: "cache-1.sandbox.test", port: 6379, protocol: "redis" },
      credentials: { username: "sandbox", password: "sandbox-password" },
      connectionUri: "redis://sandbox:sandbox-password@cache-1.sandbox.test:6379",
      environmentIds: ["env-0"],
      environments: [
        {
          id: "env-0",
          name: "seeded",
          slug: "seeded",
          status: "deploying",
          vanityDomain: "seeded-app-0.sandbox.test",
          href: "https://sandbox.test/environments/env-0",
        },
      ],
    });
  });

  it("of a cache have no variables of its environments, which would stand in the state in the open", async () => {
    const { properties } = await suite.host.create("cache", all.cache);
    expect(JSON.stringify(properties)).not.to.match(/variable/i);
  });

  for (const [where, title] of everyPlace) {
    it(`of a cache have its credentials, which the answer has ${title}`, async () => {
      suite.api.fault(nested(where));
      const { properties } = await suite.host.create("cache", all.cache);
      expect(properties).to.deep.include({
        connection: { hostname: "cache-1.sandbox.test", port: 6379, protocol: "redis" },
        credentials: { username: "sandbox", password: "sandbox-password" },
      });
    });
  }
});
