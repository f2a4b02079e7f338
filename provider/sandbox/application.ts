/** What a response shows of an application. */

import { type Account, makeSlug, type StoredResource } from "./account.js";
import { type Envelope, linkToMany, linkToOne, sandboxTime } from "./resource.js";

export function showApplication({ id, slug, values }: StoredResource, account: Account): Envelope {
  const environments = account.resources.environments.filter((one) => one.values.applicationId === id);
  const environmentIds = environments.map((environment) => environment.id);
  const deploymentIds = environments.map(({ number }) => `deployment-${number}`);
  const fullName = typeof values.repository === "string" ? values.repository : undefined;
  // Made of the name, so that two applications of one repository link to the same one.
  const repositoryId = fullName && `repo-${makeSlug(fullName)}`;
  const data = {
    id,
    type: "applications",
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
