import { application as definition } from "../definitions/application.js";
import {
  type Account,
  type AccountResource,
  inventId,
  linkToMany,
  linkToOne,
  type Model,
  makeSlug,
  sandboxTime,
} from "./account.js";
import { environment } from "./environment.js";

function show({ id, slug, values }: AccountResource, account: Account) {
  const environments = account.list("environments").filter((one) => one.values.applicationId === id);
  const environmentIds = environments.map((one) => one.id);
  const deploymentIds = environmentIds.map((one) => inventId("deployment", one));
  const fullName = typeof values.repository === "string" ? values.repository : undefined;
  // Two applications of one repository link to the same id.
  const repositoryId = fullName && inventId("repository", makeSlug(fullName));
  const repository = { id: repositoryId, type: "repositories", attributes: { name: fullName?.split("/").at(-1) } };
  return {
    attributes: {
      slug,
      region: values.region ?? "us-east-1",
      root_directory: values.rootDirectory ?? "/",
      chat_channel: "#deployments",
      avatar_url: `https://sandbox.test/avatars/${id}.png`,
      framework: "fwk_primary",
      language: "html",
      created_at: sandboxTime,
      repository: fullName ? { full_name: fullName, default_branch: "main" } : null,
      notes: "Lives in the sandbox only",
    },
    relationships: {
      repository: linkToOne("repositories", repositoryId),
      organization: linkToOne("organizations", inventId("organization", "account")),
      environments: linkToMany("environments", environmentIds),
      deployments: linkToMany("deployments", deploymentIds),
      defaultEnvironment: linkToOne("environments", environmentIds[0]),
    },
    included: fullName ? [repository] : [],
  };
}

/** The build command goes to the default environment: a response has none for an application. */
function addWith({ id, values: { buildCommand = null } }: AccountResource, account: Account): void {
  account.add(environment, { applicationId: id, name: "main", branch: "main", buildCommand });
}

export const application: Model = { definition, idPrefix: "app", show, addWith };
