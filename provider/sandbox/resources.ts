/**
 * Resources as the API shows them. Every documented attribute has a value and every relationship an entry; time
 * stands still and ids count up, so that the same program gives the same outputs each time.
 */

import type { Json, JsonObject } from "../api/json.js";

/** Another resource, by its type and id. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** What a resource is linked to. */
export interface Relationship {
  data: Reference | Reference[] | null;
}

/** A resource, as the API shows it. */
export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly attributes: JsonObject;
  readonly relationships: Record<string, Relationship>;
}

/** The password of every cache, for a test to look for where it must not be. */
export const cachePassword = "sandbox-password";

const now = "2026-03-09T12:00:00Z";

export function one(type: string, id: string | null): Relationship {
  return { data: id === null ? null : { type, id } };
}

export function many(type: string, ...ids: string[]): Relationship {
  return { data: ids.map((id) => ({ type, id })) };
}

export function newApplication(number: number, asked: JsonObject, defaultEnvironment: Resource): Resource {
  const id = `app-${number}`;
  const repository = typeof asked.repository === "string" ? asked.repository : null;
  return {
    id,
    type: "applications",
    attributes: {
      name: asked.name ?? null,
      slug: slugOf(asked.name, id),
      region: asked.region ?? "us-east-1",
      root_directory: asked.root_directory ?? "/",
      chat_channel: "#deployments",
      avatar_url: `https://sandbox.test/avatars/${id}.png`,
      framework: "fwk_primary",
      language: "html",
      created_at: now,
      repository: repository === null ? null : { full_name: repository, default_branch: "main" },
      notes: "Lives in the sandbox only",
    },
    relationships: {
      repository: one("repositories", repository === null ? null : repositoryId(repository)),
      organization: one("organizations", "org-1"),
      environments: many("environments", defaultEnvironment.id),
      deployments: { data: defaultEnvironment.relationships.deployments?.data ?? [] },
      defaultEnvironment: one("environments", defaultEnvironment.id),
    },
  };
}

/** Two applications of one repository name the same repository. */
export function repositoryId(fullName: string): string {
  return `repo-${slugOf(fullName, "0")}`;
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

export function newCache(number: number, name: string, size: string, ...environments: string[]): Resource {
  const id = `cache-${number}`;
  return {
    id,
    type: "caches",
    attributes: {
      name,
      type: "vendor_redis",
      status: "creating",
      region: "us-east-1",
      size,
      auto_upgrade_enabled: true,
      is_public: false,
      eviction_policy: "allkeys-lru",
      uses_hibernation: false,
      hibernation_timeout: 15,
      created_at: now,
      connection: {
        hostname: `${id}.sandbox.test`,
        port: 6379,
        protocol: "redis",
        credentials: { username: "sandbox", password: cachePassword },
      },
    },
    relationships: { environments: many("environments", ...environments) },
  };
}

function slugOf(name: Json | undefined, otherwise: string): string {
  const words = String(name)
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join("-") ?? otherwise;
}
