/** Applications of the sandbox. */

import { application as definition } from "../definitions/application.js";
import { type Account, type Model, makeSlug, type StoredResource } from "./account.js";
import { type Envelope, linkToMany, linkToOne, sandboxTime } from "./envelope.js";

function show({ id, slug, values }: StoredResource, account: Account): Envelope {
  const environments = account.list("environments").filter((one) => one.values.applicationId === id);
  const environmentIds = environments.map((environment) => environment.id);
  const deploymentIds = environments.map(({ number }) => `deployment-${number}`);
  const fullName = typeof values.repository === "string" ? values.repository : undefined;
  // Made of the name, so that two applications of one repository link to the same one.
  const repositoryId = fullName && `repo-${makeSlug(fullName)}`;
  const data = {
    id,
    type: definition.apiType,
    attributes: {
      name: values.name ?? null,
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
      organization: linkToOne("organizations", "org-1"),
      environments: linkToMany("environments", environmentIds),
      deployments: linkToMany("deployments", deploymentIds),
      // The first one came with the application.
      defaultEnvironment: linkToOne("environments", environmentIds[0]),
    },
  };
  const repository = { id: repositoryId, type: "repositories", attributes: { name: fullName?.split("/").at(-1) } };
  return { data, included: fullName ? [repository] : [] };
}

/** The build command goes to the environment that the API makes with an application, because an application shows none. */
function addWith({ id, values: { buildCommand = null } }: StoredResource, account: Account): void {
  account.add("environments", { applicationId: id, name: "main", branch: "main", buildCommand });
}

export const application: Model = { definition, idPrefix: "app", show, addWith };
