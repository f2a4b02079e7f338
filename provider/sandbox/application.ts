/** Applications: how one is made and shown. */

import type { JsonObject } from "../api/json.js";
import { application as definition } from "../definitions/application.js";
import { idsOf, type Made, many, now, one, type Resource, type SandboxKind, slugOf } from "./model.js";

export const applications: SandboxKind = {
  definition,
  prefix: "app",
  create: newApplication,
  // A choice: the API does not document the status of a created application.
  createdStatus: 201,
  included: includedRepository,
};

/** A new application comes with an environment; the application shows no build command, so that is where it goes. */
function newApplication({ id, asked, add }: Made) {
  const build_command = asked.build_command ?? null;
  const environment = add("environments", { applicationId: id, name: "main", branch: "main", build_command });
  const repository = typeof asked.repository === "string" ? asked.repository : null;
  return {
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
      environments: many("environments", environment.id),
      deployments: many("deployments", ...idsOf(environment.relationships.deployments)),
      defaultEnvironment: one("environments", environment.id),
    },
  };
}

/** Two applications of one repository name the same repository. */
function repositoryId(fullName: string): string {
  return `repo-${slugOf(fullName, "0")}`;
}

function includedRepository({ attributes }: Resource): JsonObject[] {
  const repository = attributes.repository as { full_name: string } | null;
  if (repository === null) return [];
  const name = repository.full_name.split("/").at(-1) ?? "";
  return [{ id: repositoryId(repository.full_name), type: "repositories", attributes: { name } }];
}
