/** Environments: the operation that creates one, and how it is shown. */

import type { JsonObject } from "../api/json.js";
import { environment as definition } from "../definitions/environment.js";
import { many, now, one, type Path, type Resource, type SandboxKind, slugOf } from "./model.js";

interface State {
  readonly applications: Resource[];
  readonly environments: Resource[];
}

export const environments: SandboxKind<State> = {
  // The status of the answer is documented and its body is not; an envelope is likely.
  definition,
  list: ({ environments }) => environments,
  errors: (state, { name }, path) =>
    hasEnvironmentNamed(state, owner(path), name) ? { name: ["name is taken."] } : {},
  create: (state, body, path) => addEnvironment(state, owner(path), body),
};

const owner = ({ applicationId = "" }: Path) => applicationId;

function addEnvironment(state: State, applicationId: string, asked: JsonObject): Resource {
  const environment = newEnvironment(state.environments.length, applicationId, asked);
  const application = state.applications.find(({ id }) => id === applicationId);
  state.environments.push(environment);
  for (const [name, ids] of Object.entries({
    environments: [{ type: "environments", id: environment.id }],
    deployments: environment.relationships.deployments?.data,
  })) {
    const listed = application?.relationships[name]?.data;
    if (Array.isArray(listed) && Array.isArray(ids)) listed.push(...ids);
  }
  return environment;
}

function hasEnvironmentNamed({ environments }: State, applicationId: string, name: unknown): boolean {
  return environments.some(({ attributes, relationships }) => {
    const owner = relationships.application?.data;
    return attributes.name === name && !Array.isArray(owner) && owner?.id === applicationId;
  });
}

export function newEnvironment(number: number, application: string, asked: JsonObject): Resource {
  const id = `env-${number}`;
  const slug = slugOf(asked.name, id);
  return {
    id,
    type: "environments",
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
