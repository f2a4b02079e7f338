import { flag, id, integer, line, list, type MembersOf, object, type Schema, text } from "./schema.js";
import { defineTable, existingId, optional, output, required, toMany, toOne } from "./table.js";

const mailer = { fromAddress: text(), fromName: text(), keyName: text() };
/** Sender of an environment's mail. */
export interface Mailer extends MembersOf<typeof mailer> {}

const networkSettings = {
  cache: object({ strategy: text() }),
  responseHeaders: object({
    frame: text(),
    contentType: text(),
    hsts: object({
      /** In an undocumented unit; in the HTTP header of this name, seconds. */
      maxAge: integer(),
      includeSubdomains: flag,
      preload: flag,
    }),
  }),
  firewall: object({
    botCategories: list(text()),
    rateLimit: object({
      "429": flag,
      level: text(),
      perMinute: integer(),
      "4xx": flag,
    }),
    underAttackModeStartedAt: text(),
    blockPath: flag,
  }),
  contentConverter: flag,
};
/** Edge settings of an environment. */
export interface NetworkSettings extends MembersOf<typeof networkSettings> {}

const environmentVariable = { key: text(), value: text() };
/** A variable of an environment. */
export interface EnvironmentVariable extends MembersOf<typeof environmentVariable> {
  readonly key: string;
}

/** The attributes that are neither arguments nor secrets. A cache has them of each environment that uses it. */
export const environmentAttributes = {
  /** Slug, as the API returns it. */
  slug: output(text()),
  /** Status, such as `deploying`. */
  status: output(text()),
  /** Color, such as `blue`. */
  color: output(text()),
  /** Whether an automation created the environment. */
  createdFromAutomation: output(flag),
  /** Vanity domain of the environment. */
  vanityDomain: output(text()),
  /** Framework, such as `fwk_primary`. */
  framework: output(text()),
  /** Language, such as `html`. */
  language: output(text()),
  /** Major version of PHP. */
  phpMajorVersion: output(text()),
  /** Version of Node.js, such as `20`. */
  nodeVersion: output(text()),
  /** Whether it uses a server accelerator. */
  usesServerAccelerator: output(flag),
  /** Whether it hibernates. */
  usesHibernation: output(flag),
  /** Interval, in an undocumented unit. */
  hibernationWakeUpInterval: output(integer()),
  /** Time, in an undocumented unit. */
  timeout: output(integer()),
  /** Time, in an undocumented unit. */
  shutdownTimeout: output(integer()),
  /** Whether it uses push to deploy. */
  usesPushToDeploy: output(flag),
  /** Whether it uses a deploy hook. */
  usesDeployHook: output(flag),
  /** Sender of its mail. */
  mailer: output<Mailer>(object(mailer)),
  /** Edge settings. */
  networkSettings: output<NetworkSettings>(object(networkSettings)),
  /** Creation time, ISO 8601 in UTC. */
  createdAt: output(text(), { keepIfNull: true }),
  /** Its meaning isn't documented. */
  serving: output(text()),
};

const rows = {
  /** Id of the application: `application.id`, or the id of one outside the stack. A change replaces the resource. */
  applicationId: required(id("Pass application.id"), "replaces", {
    place: "path",
    source: { relationship: "application", type: "applications" },
  }),
  /**
   * Name, 1 to 40 ASCII letters, digits, spaces, `_` and `-`. A change replaces the resource, or updates it in place
   * if `apphosting:operations` has `update`.
   */
  name: required(
    text({
      min: 1,
      max: 40,
      pattern: /^[A-Za-z0-9 _-]*$/,
      form: "may only hold ASCII letters, digits, spaces, _ and -",
    }),
    "updates if enabled",
  ),
  /**
   * Branch to deploy. A change replaces the resource, or updates it in place if `apphosting:operations` has `update`.
   */
  branch: required(line(), "updates if enabled", { source: null }),
  /**
   * Build command, at most 2000 characters. To skip the build, set `null`, or leave it out of the create. The output is
   * a secret. A change replaces the resource, or updates it in place if `apphosting:operations` has `update`.
   */
  buildCommand: optional(text({ max: 2000 }), "updates if enabled", {
    null: "is sent",
    secret: true,
  }),
  /** Id of a dedicated cluster, for organizations that have one. A change replaces the resource. */
  clusterId: optional(line(), "replaces", { source: null }),
  /**
   * Id of an edge network, for organizations with a dedicated one. Default: the organization's preferred one. A change
   * replaces the resource.
   */
  edgeNetworkId: optional(line(), "replaces", { source: null }),
  /**
   * Id of an environment to adopt instead of creating one. While it's set, changing another argument updates the
   * environment, or only the state, but never replaces it. A different id adopts a different environment, and the old
   * one leaves the stack unchanged. After the adoption, you can remove it.
   */
  existingId,
  ...environmentAttributes,
  /** Deploy command. A secret. */
  deployCommand: output(text(), { secret: true, keepIfNull: true }),
  /** Start command. A secret. */
  startCommand: output(text(), { secret: true, keepIfNull: true }),
  /** Variables of the environment. A secret. */
  environmentVariables: output<EnvironmentVariable[]>(
    list(object(environmentVariable, ["key"]) as Schema<EnvironmentVariable>),
    {
      secret: true,
      keepIfNull: true,
      source: { search: "attributes" },
    },
  ),
  /** Id of the branch. */
  branchId: toOne("branch", "branches"),
  /** Ids of the deployments. */
  deploymentIds: toMany("deployments"),
  /** Id of the current deployment. */
  currentDeploymentId: toOne("currentDeployment", "deployments"),
  /** Ids of the domains. */
  domainIds: toMany("domains"),
  /** Id of the primary domain. */
  primaryDomainId: toOne("primaryDomain", "domains"),
  /** Ids of the instances. */
  instanceIds: toMany("instances"),
  /** Id of the database, if it has one. */
  databaseId: toOne("database", "databaseSchemas"),
  /** Id of the cache, if it has one. */
  cacheId: toOne("cache", "caches"),
  /** Ids of the buckets. */
  bucketIds: toMany("buckets", "filesystems"),
  /** Id of the websocket application, if it has one. */
  websocketApplicationId: toOne("websocketApplication", "websocketApplications"),
  /** Ids of its secrets. */
  secretIds: toMany("secrets"),
};

/** An environment of an application. The API documents no operation that changes, reads or deletes one. */
export const environment = defineTable({
  className: "Environment",
  noun: "environment",
  exportName: "environment",
  apiType: "environments",
  path: "/environments",
  create: "POST",
  parent: { path: "/applications", argument: "applicationId" },
  idArgument: "existingId",
  uniqueBy: ["applicationId", "name"],
  // The API doesn't document the body of the response, so it may lack an id.
  idIfMissing: ["applicationId", "name"],
  sentAlong: {},
  neverDeleted: "",
  rows,
});
