/** The application on the wire: what a request states, and what an answer says. */

import type { Client } from "./client.js";
import { type Answered, type Relationships, readEnvelope, readResource } from "./envelope.js";
import { type Oddity, readNested, readText, type Table } from "./fields.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { body, type FieldNames, type WireNames } from "./request.js";

export function applicationRequest(names: FieldNames): WireNames {
  return {
    name: "name",
    region: "region",
    repository: "repository",
    buildCommand: "build_command",
    rootDirectory: "root_directory",
    clusterId: "cluster_id",
    sourceControlProvider: names.sourceControlProvider,
  };
}

export const applicationAttributes: Table = [
  ["name", "name", "text"],
  ["slug", "slug", "text"],
  ["region", "region", "text"],
  ["root_directory", "rootDirectory", "text"],
  ["chat_channel", "chatChannel", "text"],
  ["avatar_url", "avatarUrl", "text"],
  ["framework", "framework", "text"],
  ["language", "language", "text"],
  ["created_at", "createdAt", "text"],
  ["notes", "notes", "text"],
  [
    "repository",
    "repositoryDetails",
    [
      ["full_name", "fullName", "text"],
      ["default_branch", "defaultBranch", "text"],
    ],
  ],
];

export const applicationRelationships: Relationships = [
  ["repository", "repositoryId", "one"],
  ["organization", "organizationId", "one"],
  ["environments", "environmentIds", "many"],
  ["deployments", "deploymentIds", "many"],
  ["defaultEnvironment", "defaultEnvironmentId", "one"],
];

export const includedRepository: Table = [["name", "name", "text"]];

export async function createApplication(client: Client, stated: JsonObject): Promise<Answered> {
  const answer = await client.send({
    operation: "create application",
    method: "POST",
    path: ["applications"],
    body: body(applicationRequest(client.fieldNames), stated),
  });
  return readApplication(answer);
}

/** The outputs that an answer can fill. */
export const applicationOutputs = [
  ...applicationAttributes.map(([, output]) => output),
  ...applicationRelationships.map(([, output]) => output).filter((output) => output !== "repositoryId"),
];

/** The repository's object, relationship and included resource become one output, for `repository` is an argument. */
export function readApplication(answer: Json | undefined): Answered {
  const odd: Oddity[] = [];
  const envelope = readEnvelope(answer, odd);
  const { repositoryId, repositoryDetails, ...outputs } = readResource(
    envelope,
    applicationAttributes,
    applicationRelationships,
    odd,
  );
  const included = envelope.included?.find(
    ({ type, id }) => type === "repositories" && (repositoryId ?? id) === id,
  );
  const id = repositoryId ?? readText(included?.id);
  const details = {
    ...(id === undefined ? {} : { id }),
    ...readNested(includedRepository, included?.attributes, odd, "included.repositories."),
    ...(isObject(repositoryDetails) ? repositoryDetails : {}),
  };
  if (Object.keys(details).length > 0) outputs.repositoryDetails = details;
  return { id: envelope.id, outputs, oddities: odd };
}
