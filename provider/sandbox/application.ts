/** The model of applications: what a new one has, and what a request changes. */

import type { JsonObject } from "../api/http/json.js";
import { application as definition } from "../definitions/application.js";
import {
  type CreateRequest,
  type ListResources,
  linkToMany,
  linkToOne,
  listLinkedIds,
  makeSlug,
  type Resource,
  type ResourceModel,
  sandboxTime,
} from "./model.js";

export const applications: ResourceModel = {
  definition,
  prefix: "app",
  create: makeApplication,
  // The sandbox chooses this status, because the API documents none.
  createStatus: 201,
  listIncluded: listIncludedRepository,
  undocumented: { update: updateApplication },
};

/** Makes an application, and an environment with it. The build command goes to the environment, because an application shows none. */
function makeApplication({ id, fields, addResource }: CreateRequest) {
  const build_command = fields.build_command ?? null;
  const environment = addResource("environments", { applicationId: id, name: "main", branch: "main", build_command });
  const repository = typeof fields.repository === "string" ? fields.repository : null;
  return {
    attributes: {
      name: fields.name ?? null,
      slug: makeSlug(fields.name, id),
      region: fields.region ?? "us-east-1",
      root_directory: fields.root_directory ?? "/",
      chat_channel: "#deployments",
      avatar_url: `https://sandbox.test/avatars/${id}.png`,
      framework: "fwk_primary",
      language: "html",
      created_at: sandboxTime,
      repository: repository === null ? null : makeRepositoryAttribute(repository),
      notes: "Lives in the sandbox only",
    },
    relationships: {
      repository: linkToOne("repositories", repository === null ? null : makeRepositoryId(repository)),
      organization: linkToOne("organizations", "org-1"),
      environments: linkToMany("environments", environment.id),
      deployments: linkToMany("deployments", ...listLinkedIds(environment.relationships.deployments)),
      defaultEnvironment: linkToOne("environments", environment.id),
    },
  };
}

/**
 * Updates an application. As in a create, the build command goes to the default environment. The slug stays, so that a new name
 * breaks no address.
 */
function updateApplication(
  { attributes, relationships }: Resource,
  body: JsonObject,
  listResources: ListResources,
): void {
  const { name, repository, root_directory, build_command } = body;
  if (name !== undefined) attributes.name = name;
  if (root_directory !== undefined) attributes.root_directory = root_directory;
  if (typeof repository === "string") {
    attributes.repository = makeRepositoryAttribute(repository);
    relationships.repository = linkToOne("repositories", makeRepositoryId(repository));
  }
  const [defaultId] = listLinkedIds(relationships.defaultEnvironment);
  const defaultEnvironment = listResources("environments").find(({ id }) => id === defaultId);
  if (defaultEnvironment && build_command !== undefined) defaultEnvironment.attributes.build_command = build_command;
}

function makeRepositoryAttribute(fullName: string): JsonObject {
  return { full_name: fullName, default_branch: "main" };
}

/** Makes the id of a repository from its name, so that two applications of one repository name the same one. */
function makeRepositoryId(fullName: string): string {
  return `repo-${makeSlug(fullName, "0")}`;
}

function listIncludedRepository({ attributes }: Resource): JsonObject[] {
  const repository = attributes.repository as { full_name: string } | null;
  if (repository === null) return [];
  const name = repository.full_name.split("/").at(-1) ?? "";
  return [{ id: makeRepositoryId(repository.full_name), type: "repositories", attributes: { name } }];
}
