import { createEnvironment } from "../api/environment.js";
import { environment as definition } from "../definitions/environment.js";
import type { ResourceRequests } from "./resource.js";

/** Creates an environment. The API can neither change nor delete it: a changed argument replaces it. */
export const environment: ResourceRequests = {
  definition,
  replaceWarning: (changed) =>
    changed.includes("name") || changed.includes("applicationId")
      ? undefined
      : "its replacement has the same name, and the old environment still exists: the API may refuse the name as taken. Change name, too, or first delete the old one in the provider's web console",
  async create(client, inputs) {
    const response = await createEnvironment(client, inputs);
    if (response.id !== undefined) return { id: response.id, response };
    // The body of the response is not documented. The application and the name are what a user can find it by.
    return {
      id: `${inputs.applicationId}/${inputs.name}`,
      response,
      warning: "the API answered without an id; this one is made of the application's id and the environment's name",
    };
  },
};
