import { createEnvironment, environmentOutputs, environmentRequest } from "../api/environment.js";
import * as limits from "../api/limits.js";
import { id, nullable, optional, text } from "./arguments.js";
import type { ResourceSpec } from "./resource.js";

/** Creates an environment. The API can neither change nor delete it: a changed argument replaces it. */
export const environment: ResourceSpec = {
  kind: "Environment",
  rules: {
    applicationId: id,
    name: text(limits.environmentName, "may only hold letters, digits, spaces, _ and -"),
    branch: text(),
    buildCommand: nullable(text(limits.buildCommand)),
    clusterId: optional(text()),
    edgeNetworkId: optional(text()),
  },
  pathArgument: "applicationId",
  outputs: environmentOutputs,
  replacing: "every",
  replaceWarning: (changed) =>
    changed.includes("name") || changed.includes("applicationId")
      ? undefined
      : "its replacement has the same name, and the old environment still exists: the API may refuse the name as taken. Change name, too, or first delete the old one in the provider's web console",
  wireNames: () => environmentRequest,
  async create(client, stated) {
    const answered = await createEnvironment(client, stated);
    if (answered.id !== undefined) return { id: answered.id, answered };
    // The answer's body is not documented. The application and the name are what a user can find it by.
    return {
      id: `${stated.applicationId}/${stated.name}`,
      answered,
      warning:
        "the API answered without an id; this one is made of the application's id and the environment's name",
    };
  },
};
