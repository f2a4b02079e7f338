/** What the account has, and what its resources show besides their arguments and invented values. */

import { basename } from "node:path/posix";
import { application as applicationTable } from "../rows/application.js";
import { cache as cacheTable } from "../rows/cache.js";
import { environment as environmentTable } from "../rows/environment.js";
import type { ClassName } from "../rows/index.js";
import type { JsonObject } from "../rows/json.js";
import type { Account, AccountResource, Model, Shown } from "./account.js";

const environment: Model = {
  table: environmentTable,
  idPrefix: "env",
  show: ({ id, values: { slug, applicationId, branch } }) => ({
    values: {
      buildCommand: null,
      status: "deploying",
      vanityDomain: `${slug}-${applicationId}.sandbox.test`,
      deployCommand: "npm run migrate",
      startCommand: "npm start",
      branchId: `branch-of-${branch}`,
      deploymentIds: [`deployment-of-${id}`],
      currentDeploymentId: `deployment-of-${id}`,
      cacheId: null,
    },
    // The API doesn't document the key of the variables.
    otherAttributes: { runtime: { environment_variables: [{ key: "SANDBOX_VARIABLE", value: `variable-of-${id}` }] } },
  }),
  findErrors(_update, { applicationId, name }, others) {
    const hasSame = ({ values }: AccountResource) => values.applicationId === applicationId && values.name === name;
    return others.some(hasSame) ? { name: ["name is taken."] } : {};
  },
};

function listEnvironments(account: Account, owner: "applicationId" | "cacheId", id: string): AccountResource[] {
  return account.list(environmentTable.apiType).filter(({ values }) => values[owner] === id);
}

function showApplication({ id, values: { repository = null } }: AccountResource, account: Account): Shown {
  const environmentIds = listEnvironments(account, "applicationId", id).map((one) => one.id);
  // Two applications of one repository link to the same id.
  const repositoryId = `repository-of-${String(repository).replaceAll("/", "-")}`;
  const name = basename(String(repository));
  return {
    values: {
      rootDirectory: "/",
      repositoryDetails: repository && repositoryId,
      environmentIds,
      deploymentIds: environmentIds.map((one) => `deployment-of-${one}`),
      defaultEnvironmentId: environmentIds[0] ?? null,
    },
    otherAttributes: { repository: repository && { full_name: repository, default_branch: "main" } },
    included: repository ? [{ id: repositoryId, type: "repositories", attributes: { name } }] : [],
  };
}

const application: Model = {
  table: applicationTable,
  idPrefix: "app",
  show: showApplication,
  /** The build command goes to the default environment: a response has none for an application. */
  addWith({ id, values: { buildCommand = null } }, account) {
    account.add(environment, { applicationId: id, name: "main", branch: "main", buildCommand });
  },
};

/** The password of every cache. Tests search for it where it must not appear. */
export const cachePassword = "sandbox-password";

function showCache({ id }: AccountResource, account: Account): Shown {
  const environments = listEnvironments(account, "cacheId", id);
  // The API doesn't document this key.
  const credentials = { username: "sandbox", password: cachePassword };
  return {
    values: {
      type: "vendor_redis",
      status: "creating",
      connection: { hostname: `${id}.sandbox.test`, port: 6379, protocol: "redis", credentials },
      environmentIds: environments.map((one) => one.id),
    },
    included: environments.map((one) => {
      // The port of the sandbox differs from run to run, and outputs should not.
      const href = `https://sandbox.test/environments/${one.id}`;
      const self = { href, rel: "self", describedby: href, title: one.id, type: "text/html", hreflang: "en", meta: {} };
      return { ...account.show(one).data, links: { self } };
    }),
  };
}

const cache: Model = {
  table: cacheTable,
  idPrefix: "cache",
  show: showCache,
  /** Only Valkey caches have an eviction policy. The API doesn't document what marks one; here, it's the size. */
  findErrors(update, updated) {
    const isValkey = String(updated.size).startsWith("valkey");
    if (isValkey || update.evictionPolicy === undefined) return {};
    return { eviction_policy: ["eviction_policy is available only for a Valkey cache."] };
  },
};

const firstSizes: JsonObject = { "cache-2": "valkey-pro.1gb", "cache-3": "managed.cache.t4g.small" };

export function addFirst(account: Account, cacheIds: readonly string[]): void {
  for (const id of cacheIds) {
    account.add(cache, { name: "sessions", size: firstSizes[id] ?? "250mb", autoUpgradeEnabled: true }, id);
  }
  const [cacheId = null] = cacheIds;
  // Its application doesn't exist, so a test finds only the applications that its program created.
  const values = { applicationId: "app-0", name: "seeded", branch: "main", buildCommand: "npm run build", cacheId };
  account.add(environment, values, "env-0");
}

export const models: Readonly<Record<Uncapitalize<ClassName>, Model>> = { application, environment, cache };
