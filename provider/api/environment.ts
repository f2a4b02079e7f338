/** The environment on the wire: what a request states, and what an answer says. */

import type { Client } from "./client.js";
import { type Answered, findNested, type Relationships, readEnvelope, readResource } from "./envelope.js";
import { type Oddity, readNested, type Table } from "./fields.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { body, type WireNames } from "./request.js";

export const environmentRequest: WireNames = {
  branch: "branch",
  name: "name",
  buildCommand: "build_command",
  clusterId: "cluster_id",
  edgeNetworkId: "edge_network_id",
};

const hsts: Table = [
  ["max_age", "maxAge", "integer"],
  ["include_subdomains", "includeSubdomains", "boolean"],
  ["preload", "preload", "boolean"],
];

const rateLimit: Table = [
  ["429", "429", "boolean"],
  ["level", "level", "text"],
  ["per_minute", "perMinute", "integer"],
  ["4xx", "4xx", "boolean"],
];

const networkSettings: Table = [
  ["cache", "cache", [["strategy", "strategy", "text"]]],
  [
    "response_headers",
    "responseHeaders",
    [
      ["frame", "frame", "text"],
      ["content_type", "contentType", "text"],
      ["hsts", "hsts", hsts],
    ],
  ],
  [
    "firewall",
    "firewall",
    [
      ["bot_categories", "botCategories", "texts"],
      ["rate_limit", "rateLimit", rateLimit],
      ["under_attack_mode_started_at", "underAttackModeStartedAt", "text"],
      ["block_path", "blockPath", "boolean"],
    ],
  ],
  ["content_converter", "contentConverter", "boolean"],
];

export const environmentAttributes: Table = [
  ["name", "name", "text"],
  ["slug", "slug", "text"],
  ["status", "status", "text"],
  ["color", "color", "text"],
  ["created_from_automation", "createdFromAutomation", "boolean"],
  ["vanity_domain", "vanityDomain", "text"],
  ["framework", "framework", "text"],
  ["language", "language", "text"],
  ["php_major_version", "phpMajorVersion", "text"],
  ["build_command", "buildCommand", "text"],
  ["node_version", "nodeVersion", "text"],
  ["deploy_command", "deployCommand", "text"],
  ["start_command", "startCommand", "text"],
  ["uses_server_accelerator", "usesServerAccelerator", "boolean"],
  ["uses_hibernation", "usesHibernation", "boolean"],
  ["hibernation_wake_up_interval", "hibernationWakeUpInterval", "integer"],
  ["timeout", "timeout", "integer"],
  ["shutdown_timeout", "shutdownTimeout", "integer"],
  ["uses_push_to_deploy", "usesPushToDeploy", "boolean"],
  ["uses_deploy_hook", "usesDeployHook", "boolean"],
  [
    "mailer",
    "mailer",
    [
      ["from_address", "fromAddress", "text"],
      ["from_name", "fromName", "text"],
      ["key_name", "keyName", "text"],
    ],
  ],
  ["network_settings", "networkSettings", networkSettings],
  ["created_at", "createdAt", "text"],
  ["serving", "serving", "text"],
];

/** `application` is the argument `applicationId` itself and is not read back. */
export const environmentRelationships: Relationships = [
  ["branch", "branchId", "one"],
  ["deployments", "deploymentIds", "many"],
  ["currentDeployment", "currentDeploymentId", "one"],
  ["domains", "domainIds", "many"],
  ["primaryDomain", "primaryDomainId", "one"],
  ["instances", "instanceIds", "many"],
  ["database", "databaseId", "one"],
  ["cache", "cacheId", "one"],
  ["buckets", "bucketIds", "many"],
  ["websocketApplication", "websocketApplicationId", "one"],
  ["secrets", "secretIds", "many"],
];

export const environmentVariable: Table = [
  ["key", "key", "text"],
  ["value", "value", "text"],
];

/** The outputs that an answer can fill. */
export const environmentOutputs = [
  ...[...environmentAttributes, ...environmentRelationships].map(([, output]) => output),
  "environmentVariables",
];

export async function createEnvironment(client: Client, stated: JsonObject): Promise<Answered> {
  const answer = await client.send({
    operation: "create environment",
    method: "POST",
    path: ["applications", String(stated.applicationId), "environments"],
    body: body(environmentRequest, stated),
  });
  return readEnvironment(answer);
}

export function readEnvironment(answer: Json | undefined): Answered {
  const odd: Oddity[] = [];
  const envelope = readEnvelope(answer, odd);
  const outputs = readResource(envelope, environmentAttributes, environmentRelationships, odd);
  const variables = readVariables(envelope.attributes, odd);
  if (variables !== undefined) outputs.environmentVariables = variables;
  return { id: envelope.id, outputs, oddities: odd };
}

function readVariables(attributes: JsonObject, odd: Oddity[]): Json[] | undefined {
  const holder = findNested(attributes, (candidate) => (candidate.environment_variables ?? null) !== null);
  const listed = holder.environment_variables;
  if (listed === undefined) return undefined;
  const whole = Array.isArray(listed)
    ? listed.filter((item) => isObject(item) && typeof item.key === "string")
    : undefined;
  if (!Array.isArray(listed) || whole?.length !== listed.length)
    odd.push({ field: "environment_variables", expected: "a list of keys and values" });
  return whole?.map((item) => readNested(environmentVariable, item, odd, "environment_variables."));
}
