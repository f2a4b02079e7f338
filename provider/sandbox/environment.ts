import { environment as definition } from "../definitions/environment.js";
import { type AccountResource, inventId, linkToMany, linkToOne, type Model, sandboxTime } from "./account.js";

function show({ id, slug, values }: AccountResource) {
  return {
    attributes: {
      slug,
      status: "deploying",
      color: "blue",
      created_from_automation: false,
      vanity_domain: `${slug}-${values.applicationId}.sandbox.test`,
      framework: "fwk_primary",
      language: "html",
      php_major_version: "8",
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
      network_settings: {
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
      },
      created_at: sandboxTime,
      serving: "web",
      // The API doesn't document this key.
      runtime: { environment_variables: [{ key: "SANDBOX_VARIABLE", value: `variable-of-${id}` }] },
    },
    relationships: {
      application: linkToOne("applications", values.applicationId),
      branch: linkToOne("branches", inventId("branch", String(values.branch))),
      deployments: linkToMany("deployments", [inventId("deployment", id)]),
      currentDeployment: linkToOne("deployments", inventId("deployment", id)),
      domains: linkToMany("domains", [inventId("domain", id)]),
      primaryDomain: linkToOne("domains", inventId("domain", id)),
      instances: linkToMany("instances", [inventId("instance", id)]),
      database: linkToOne("databaseSchemas", null),
      cache: linkToOne("caches", values.cacheId),
      buckets: linkToMany("filesystems"),
      websocketApplication: linkToOne("websocketApplications", null),
      secrets: linkToMany("secrets"),
    },
  };
}

export const environment: Model = { definition, idPrefix: "env", show };
