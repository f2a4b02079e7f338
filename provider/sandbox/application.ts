/** Applications: how one is made and shown. */

import type { JsonObject } from "../api/json.js";
import { application as definition } from "../definitions/application.js";
import { type All, idsOf, type Made, many, now, one, type Resource, type SandboxKind, slugOf } from "./model.js";

export const applications: SandboxKind = {
  definition,
  prefix: "app",
  create: newApplication,
  // A choice: the API does not document the status of a created application.
  createdStatus: 201,
  included: includedRepository,
  undocumented: { update: updateApplication, explainConflict, detach },
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
      repository: repository === null ? null : repositoryAttribute(repository),
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

/** As in a create, the build command goes to the default environment. The slug stays, so that a new name breaks no address. */
function updateApplication({ attributes, relationships }: Resource, body: JsonObject, all: All): void {
  const { name, repository, root_directory, build_command } = body;
  if (name !== undefined) attributes.name = name;
  if (root_directory !== undefined) attributes.root_directory = root_directory;
  if (typeof repository === "string") {
    attributes.repository = repositoryAttribute(repository);
    relationships.repository = one("repositories", repositoryId(repository));
  }
  const [defaultId] = idsOf(relationships.defaultEnvironment);
  const defaultEnvironment = all("environments").find(({ id }) => id === defaultId);
  if (defaultEnvironment && build_command !== undefined) defaultEnvironment.attributes.build_command = build_command;
}

/** The default environment is no reason to keep an application: it goes with it. */
function explainConflict({ id, relationships }: Resource): string | undefined {
  const [defaultId] = idsOf(relationships.defaultEnvironment);
  const others = idsOf(relationships.environments).filter((each) => each !== defaultId);
  return others.length > 0
    ? `The application ${id} has environments beside its default one: ${others.join(", ")}.`
    : undefined;
}

function detach({ relationships }: Resource, _all: All, remove: (type: string, id: string) => void): void {
  for (const id of idsOf(relationships.defaultEnvironment)) remove("environments", id);
}

function repositoryAttribute(fullName: string): JsonObject {
  return { full_name: fullName, default_branch: "main" };
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
