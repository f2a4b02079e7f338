/** Environments: how one is made and shown. */

import type { JsonObject } from "../api/json.js";
import { environment as definition } from "../definitions/environment.js";
import {
  type All,
  idsOf,
  link,
  type Made,
  many,
  now,
  one,
  type Resource,
  type SandboxKind,
  slugOf,
  unlink,
} from "./model.js";
import type { FieldErrors } from "./validation.js";

export const environments: SandboxKind = {
  // The status of the answer is documented and its body is not; an envelope is likely.
  definition,
  prefix: "env",
  // `env-0` is there for `cache-1` to be in use. Its application is not: what a program creates is then all that the
  // account has, and easy to count.
  first: 0,
  listSeeds: () => [{ id: "env-0", asked: { applicationId: "app-0", name: "seeded", branch: "main" } }],
  errors: takenName,
  create: newEnvironment,
  undocumented: { update: updateEnvironment, explainConflict, detach },
};

const applicationOf = ({ relationships }: Resource) => idsOf(relationships.application)[0];

function takenName({ applicationId, name }: JsonObject, all: All, updated?: Resource): FieldErrors {
  const application = updated === undefined ? applicationId : applicationOf(updated);
  const isTaken = all("environments").some(
    (other) => other !== updated && other.attributes.name === name && applicationOf(other) === application,
  );
  return isTaken ? { name: ["name is taken."] } : {};
}

/** The slug and the domain stay, so that a new name breaks no address. */
function updateEnvironment({ attributes, relationships }: Resource, { name, branch, build_command }: JsonObject): void {
  if (name !== undefined) attributes.name = name;
  if (build_command !== undefined) attributes.build_command = build_command;
  if (branch !== undefined) relationships.branch = one("branches", `branch-${branch}`);
}

/** An application always has the environment that it names as its default. */
function explainConflict({ id }: Resource, all: All): string | undefined {
  const isDefault = all("applications").some(({ relationships }) => idsOf(relationships.defaultEnvironment)[0] === id);
  return isDefault ? `The environment ${id} is the default one of its application, and goes with it.` : undefined;
}

/** Its application and its cache name it no longer. */
function detach(environment: Resource, all: All): void {
  const deployments = idsOf(environment.relationships.deployments);
  for (const { relationships } of [...all("applications"), ...all("caches")]) {
    unlink(relationships.environments, [environment.id]);
    unlink(relationships.deployments, deployments);
  }
}

/** It is then among its application's environments, and its deployment among that one's deployments. */
function newEnvironment({ id, number, asked, all }: Made) {
  const application = String(asked.applicationId);
  const slug = slugOf(asked.name, id);
  const owner = all("applications").find((each) => each.id === application);
  const { environments, deployments } = owner?.relationships ?? {};
  link(environments, "environments", id);
  link(deployments, "deployments", `deployment-${number}`);
  return {
    attributes: {
      name: asked.name ?? null,
      slug,
      status: "deploying",
      color: "blue",
      created_from_automation: false,
      vanity_domain: `${slug}-${application}.sandbox.test`,
      framework: "fwk_primary",
      language: "html",
      php_major_version: "8",
      build_command: asked.build_command ?? null,
      node_version: "20",
      deploy_command: "npm run migrate",
      start_command: "npm start",
      uses_server_accelerator: false,
      uses_hibernation: false,
      hibernation_wake_up_interval: 5,
      timeout: 60,
      shutdown_timeout: 10,
      uses_push_to_deploy: true,
      uses_deploy_hook: false,
      mailer: { from_address: `${slug}@sandbox.test`, from_name: "Sandbox", key_name: "sandbox-mailer" },
      network_settings: networkSettings(),
      created_at: now,
      serving: "web",
      runtime: { environment_variables: [{ key: "SANDBOX_VARIABLE", value: `variable-of-${id}` }] },
    },
    relationships: {
      application: one("applications", application),
      branch: one("branches", `branch-${asked.branch}`),
      deployments: many("deployments", `deployment-${number}`),
      currentDeployment: one("deployments", `deployment-${number}`),
      domains: many("domains", `domain-${number}`),
      primaryDomain: one("domains", `domain-${number}`),
      instances: many("instances", `instance-${number}`),
      database: one("databaseSchemas", null),
      cache: one("caches", null),
      buckets: many("filesystems"),
      websocketApplication: one("websocketApplications", null),
      secrets: many("secrets"),
    },
  };
}

function networkSettings(): JsonObject {
  return {
    cache: { strategy: "default" },
    response_headers: {
      frame: "sameorigin",
      content_type: "nosniff",
      hsts: { max_age: 31_536_000, include_subdomains: true, preload: false },
    },
    firewall: {
      bot_categories: ["academic_research"],
      rate_limit: { "429": true, level: "challenge", per_minute: 300, "4xx": false },
      under_attack_mode_started_at: now,
      block_path: false,
    },
    content_converter: false,
  };
}
