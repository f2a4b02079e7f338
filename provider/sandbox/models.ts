/** What the account has, and what its resources show besides their arguments and invented values. */

import { application as applicationTable } from "../rows/application.js";
import { cache as cacheTable } from "../rows/cache.js";
import { environment as environmentTable } from "../rows/environment.js";
import type { ClassName } from "../rows/index.js";
import type { JsonObject } from "../rows/json.js";
import { type Account, type AccountResource, inventId, type Model, type Shown } from "./account.js";

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
      branchId: inventId("branch", String(branch)),
      cacheId: null,
    },
    // The API doesn't document the key of the variables.
    otherAttributes: { runtime: { environment_variables: [{ key: "SANDBOX_VARIABLE", value: `variable-of-${id}` }] } },
  }),
};

function listEnvironments(account: Account, owner: "applicationId" | "cacheId", id: string): AccountResource[] {
  return account.list(environmentTable.apiType).filter(({ values }) => values[owner] === id);
}

function showApplication({ id, values: { repository } }: AccountResource, account: Account): Shown {
  const environmentIds = listEnvironments(account, "applicationId", id).map((one) => one.id);
  const values = {
    rootDirectory: "/",
    repositoryDetails: null,
    environmentIds,
    deploymentIds: environmentIds.map((one) => inventId("deployment", one)),
    defaultEnvironmentId: environmentIds[0] ?? null,
  };
  if (typeof repository !== "string") return { values, otherAttributes: { repository: null } };
  // Two applications of one repository link to the same id.
  const repositoryId = inventId("repository", repository.replaceAll("/", "-"));
  const name = repository.split("/").at(-1);
  return {
    values: { ...values, repositoryDetails: repositoryId },
    otherAttributes: { repository: { full_name: repository, default_branch: "main" } },
    included: [{ id: repositoryId, type: "repositories", attributes: { name } }],
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

const firstCaches: Readonly<Record<string, JsonObject>> = {
  "cache-1": { name: "sessions" },
  "cache-2": { name: "pages", size: "valkey-pro.1gb" },
  "cache-3": { name: "queue", size: "managed.cache.t4g.small" },
};

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
  addFirst(account) {
    const ids = account.cacheIds ?? Object.keys(firstCaches);
    for (const id of ids) account.add(cache, { name: "cache", autoUpgradeEnabled: true, ...firstCaches[id] }, id);
    const [cacheId = null] = ids;
    // Its application doesn't exist, so a test finds only the applications that its program created.
    const values = { applicationId: "app-0", name: "seeded", branch: "main", buildCommand: "npm run build", cacheId };
    account.add(environment, values, "env-0");
  },
};

export const models: Readonly<Record<Uncapitalize<ClassName>, Model>> = { application, environment, cache };
