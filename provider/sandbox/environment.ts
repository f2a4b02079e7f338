/** The model of environments: what a new one has, and what a request changes. */

import type { JsonObject } from "../api/http/json.js";
import { environment as definition } from "../definitions/environment.js";
import {
  addLink,
  type CreateRequest,
  type ListResources,
  linkToMany,
  linkToOne,
  listLinkedIds,
  makeSlug,
  type Resource,
  type ResourceModel,
  removeLinks,
  sandboxTime,
} from "./model.js";
import type { FieldErrors } from "./validation.js";

export const environments: ResourceModel = {
  // The API documents the status of the response to a create, and not its body. The sandbox takes an envelope for likely.
  definition,
  prefix: "env",
  // `env-0` exists so that `cache-1` is in use. Its application does not exist: all applications of the account are then those
  // that a program has created, and easy to count.
  firstNumber: 0,
  listSeeds: () => [{ id: "env-0", fields: { applicationId: "app-0", name: "seeded", branch: "main" } }],
  findErrors: findTakenName,
  create: makeEnvironment,
  undocumented: { update: updateEnvironment, explainConflict, detach },
};

const findApplicationId = ({ relationships }: Resource) => listLinkedIds(relationships.application)[0];

/** An application cannot have two environments of one name. */
function findTakenName(
  { applicationId, name }: JsonObject,
  listResources: ListResources,
  updated?: Resource,
): FieldErrors {
  const application = updated === undefined ? applicationId : findApplicationId(updated);
  const isTaken = listResources("environments").some(
    (other) => other !== updated && other.attributes.name === name && findApplicationId(other) === application,
  );
  return isTaken ? { name: ["name is taken."] } : {};
}

/** Updates an environment. The slug and the domain stay, so that a new name breaks no address. */
function updateEnvironment({ attributes, relationships }: Resource, { name, branch, build_command }: JsonObject): void {
  if (name !== undefined) attributes.name = name;
  if (build_command !== undefined) attributes.build_command = build_command;
  if (branch !== undefined) relationships.branch = linkToOne("branches", `branch-${branch}`);
}

/** Explains that a default environment cannot be deleted, because an application always has one. */
function explainConflict({ id }: Resource, listResources: ListResources): string | undefined {
  const isDefault = listResources("applications").some(
    ({ relationships }) => listLinkedIds(relationships.defaultEnvironment)[0] === id,
  );
  return isDefault ? `The environment ${id} is the default one of its application.` : undefined;
}

/** Takes an environment, and its deployments, out of the application and the cache that link to it. */
function detach(environment: Resource, listResources: ListResources): void {
  const deployments = listLinkedIds(environment.relationships.deployments);
  for (const { relationships } of [...listResources("applications"), ...listResources("caches")]) {
    removeLinks(relationships.environments, [environment.id]);
    removeLinks(relationships.deployments, deployments);
  }
}

/** Makes an environment and its deployment, and links its application to both. */
function makeEnvironment({ id, number, fields, listResources }: CreateRequest) {
  const application = String(fields.applicationId);
  const slug = makeSlug(fields.name, id);
  const owner = listResources("applications").find((each) => each.id === application);
  const { environments, deployments } = owner?.relationships ?? {};
  addLink(environments, "environments", id);
  addLink(deployments, "deployments", `deployment-${number}`);
  return {
    attributes: {
      name: fields.name ?? null,
      slug,
      status: "deploying",
      color: "blue",
      created_from_automation: false,
      vanity_domain: `${slug}-${application}.sandbox.test`,
      framework: "fwk_primary",
      language: "html",
      php_major_version: "8",
      build_command: fields.build_command ?? null,
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
      network_settings: makeNetworkSettings(),
      created_at: sandboxTime,
      serving: "web",
      runtime: { environment_variables: [{ key: "SANDBOX_VARIABLE", value: `variable-of-${id}` }] },
    },
    relationships: {
      application: linkToOne("applications", application),
      branch: linkToOne("branches", `branch-${fields.branch}`),
      deployments: linkToMany("deployments", `deployment-${number}`),
      currentDeployment: linkToOne("deployments", `deployment-${number}`),
      domains: linkToMany("domains", `domain-${number}`),
      primaryDomain: linkToOne("domains", `domain-${number}`),
      instances: linkToMany("instances", `instance-${number}`),
      database: linkToOne("databaseSchemas", null),
      cache: linkToOne("caches", null),
      buckets: linkToMany("filesystems"),
      websocketApplication: linkToOne("websocketApplications", null),
      secrets: linkToMany("secrets"),
    },
  };
}

function makeNetworkSettings(): JsonObject {
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
      under_attack_mode_started_at: sandboxTime,
      block_path: false,
    },
    content_converter: false,
  };
}
